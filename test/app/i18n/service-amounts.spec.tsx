import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../../src/app/api/api-error.ts';
import { currenciesQuery } from '../../../src/app/api/reference.ts';
import { sessionQuery } from '../../../src/app/api/session.ts';
import { activate, loadWords } from '../../../src/app/i18n/activate.ts';
import { useServiceAmounts } from '../../../src/app/i18n/service-amounts.ts';
import { AttemptCard } from '../../../src/app/pages/send/outcome/attempt-card.tsx';
import { RefusalNotice } from '../../../src/app/pages/send/refusal-notice.tsx';
import { CopySendReport } from '../../../src/app/transfers/case-report.tsx';
import type { AppLocale } from '../../../src/contract/api/languages.ts';
import type { Send } from '../../../src/contract/api/send.ts';
import { renderUi } from '../../support/render-ui.tsx';

const currencies = [
  { name: 'Peso', iso_code: 'CLP', subunit_to_unit: 1n },
  { name: 'Dollar', iso_code: 'USD', subunit_to_unit: 100n },
  { name: 'Dinar', iso_code: 'KWD', subunit_to_unit: 1_000n },
  { name: 'Ether', iso_code: 'ETH', subunit_to_unit: 10n ** 18n },
];
const codes = ['CLP', 'USD', 'KWD', 'ETH'] as const;
/** 10000 subunits of each. */
const meant = {
  en: ['CLP 10,000', 'USD 100.00', 'KWD 10.000', 'ETH 0.00000000000001'],
  es: ['CLP 10.000', 'USD 100,00', 'KWD 10,000', 'ETH 0,00000000000001'],
  pt: ['CLP 10.000', 'USD 100,00', 'KWD 10,000', 'ETH 0,00000000000001'],
} as const;
const sentence = {
  en: (amount: string) => `As an amount, 10000 means ${amount}.`,
  es: (amount: string) => `Como monto, 10000 significa ${amount}.`,
  pt: (amount: string) => `Como valor, 10000 significa ${amount}.`,
};
const words = 'amount must be at least 10000';

const send = (currency: string): Send => ({
  key: 'af34df30-0000-4000-8000-000000000000',
  state: 'refused',
  destination_account_id: '501',
  source_amount_cents: 400n,
  source_amount_currency: currency,
  destination_amount_currency: 'COP',
  quote: null,
  transfer_id: null,
  reason: 'send-refused',
  no_answer: null,
  service_message: words,
  after_unresolved: null,
  after_sent: null,
  settled_reason: null,
  created_at: '2026-01-01T12:00:00Z',
  updated_at: '2026-01-01T12:00:00Z',
});

/** Renders what knows the currencies and who is signed in; nothing else is answered. */
async function show(ui: ReactElement, locale: AppLocale = 'en') {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  await loadWords('send', locale);
  await activate({ locale, numberLocale: locale === 'es' ? 'es-CL' : locale });
  const client = new QueryClient();
  client.setQueryData(currenciesQuery.queryKey, currencies);
  const user = { id: 'a', email: 'a@giro.example', name: 'Ana', role: 'support' } as const;
  client.setQueryData(sessionQuery.queryKey, (known) => ({ ...known, user }));
  return renderUi(<QueryClientProvider client={client}>{ui}</QueryClientProvider>);
}

const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ');

beforeEach(() => {
  vi.unstubAllGlobals();
});

function Said({ said, currency }: { said: string; currency: string }) {
  return <p data-testid="said">{useServiceAmounts()(said, currency).text}</p>;
}

test.each([
  ['must be between 10000 and 20,000.', 'means USD 100.00. As an amount, 20,000 means USD 200.00.'],
  ['minimum (10000)', 'As an amount, 10000 means USD 100.00.'],
  ['10000, or 10000', 'As an amount, 10000 means USD 100.00.'],
  ['at least 10000 KWD', 'As an amount, 10000 means KWD 10.000.'],
  ['at least KWD 10000', 'As an amount, 10000 means KWD 10.000.'],
  ['at least 10000 cents', 'As an amount, 10000 means USD 100.00.'],
  ['1 or 123456789012345678901234567890', 'means USD 1,234,567,890,123,456,789,012,345,678.90.'],
] as const)('%s: %s', async (said, expected) => {
  await show(<Said said={said} currency="USD" />);
  expect(plain(screen.getByTestId('said').textContent)).toContain(expected);
});

test.each([
  'amount below the minimum',
  'must be greater than 0',
  'at least 100.00 USD',
  'at least 1.000,50',
  'closed until 2026-11-25 10:30',
  'error E1001 in v3',
  'at most 5%',
  'request 4f2a-100',
])('no number of “%s” is taken for an amount', async (said) => {
  await show(<Said said={said} currency="USD" />);
  expect(screen.getByTestId('said')).toBeEmptyDOMElement();
});

const search = (source_amount_currency: string) => ({
  ...{ source_amount_cents: '400', source_amount_currency, destination_amount_currency: 'COP' },
  ...{ country_id: '3', destination_account_id: '501', key: send('USD').key },
});

describe.each(['en', 'es', 'pt'] as const)('in %s', (locale) => {
  describe.each(codes.map((code, index) => [code, meant[locale][index] ?? ''] as const))(
    'a bare number of the service about %s means %s',
    (code, amount) => {
      const expected = sentence[locale](amount);

      test('where a send was refused', async () => {
        const error = new ApiError('send-refused', { detail: words });
        const { container } = await show(
          <RefusalNotice error={error} pressedAt={0} search={search(code)} />,
          locale,
        );
        expect(plain(container.textContent)).toContain(words);
        expect(plain(container.textContent)).toContain(expected);
      });

      test('on the page of a send', async () => {
        const card = <AttemptCard send={send(code)} bySender={true} />;
        const { container } = await show(card, locale);
        expect(plain(container.textContent)).toContain(`“${words}”`);
        expect(plain(container.textContent)).toContain(expected);
      });

      test('in what support copies', async () => {
        const copy = <CopySendReport send={send(code)} why="" lookedAt={0} />;
        const { user, container } = await show(copy, locale);
        const button = container.querySelector('button');
        await act(() => button && user.click(button));
        expect(plain(await navigator.clipboard.readText())).toContain(`”\n${expected}`);
      });
    },
  );
});
