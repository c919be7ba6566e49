import { expect, it } from 'vitest';
import { correctionOf } from '../../../../src/app/pages/send/recipient-doubts.tsx';

const search = {
  source_amount_cents: '10000',
  source_amount_currency: 'USD',
  destination_amount_currency: 'COP',
  country_id: '1',
  destination_account_id: '501',
  key: '6f9619ff-8b86-4d01-b42d-00c04fc964ff',
  when: 'monthly' as const,
};
const account = {
  ...{ id: '501', alias: 'Mamá', category: 'bank' as const, fingerprint: 'print' },
  ...{ archived: false, pinned: false, last_sent: null },
} as const;

it('leads back to the check that was left, also from the copy of a recipient that is locked', () => {
  const next = (editable: boolean) => {
    const to = new URL(correctionOf({ ...account, editable }, search), 'http://giro.example');
    const { pathname, searchParams } = new URL(to.searchParams.get('next') ?? '', to);
    return { path: to.pathname, next: pathname, ...Object.fromEntries(searchParams) };
  };
  expect(next(true)).toEqual({ path: '/recipients/501/edit', next: '/send', ...search });
  const { destination_account_id: _id, key: _key, ...kept } = search;
  expect(next(false)).toEqual({ path: '/recipients/new', next: '/send', ...kept });
});
