import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { addRecipient } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';
import { fill, fillBankAccount, save } from './fill.ts';

const amounts = {
  source_amount_cents: '100000',
  source_amount_currency: 'CLP',
  destination_amount_currency: 'COP',
  country_id: '6',
};
const check = `/send?${new URLSearchParams({ ...amounts, quoted: '43127000' })}`;
const at = (path: string, next: string) => `${path}?${new URLSearchParams({ next })}`;
const pending = () => screen.findByRole('region', { name: 'Your transfer' });
const current = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map((link) => link.textContent);

it('shows the transfer above the form of its recipient, and stays in Send', async () => {
  const { user, router } = await renderApp(at('/recipients/new', check));
  const card = within(await pending());
  const rows = card.getAllByRole('term').map((term) => term.parentElement?.textContent);
  expect(rows).toEqual([
    'You sendCLP\u00a0100,000',
    'Recipient gets aboutCOP\u00a0431,270.00',
    'ToColombia',
  ]);
  expect(card.getByRole('link', { name: 'Change amount' })).toHaveAttribute(
    'href',
    `/?${new URLSearchParams(amounts)}`,
  );
  expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', check);
  expect(current()).toEqual(['Send']);
  await fillBankAccount(user, { country: 'Colombia', bank: 'bancolombia', alias: 'Gloria' });
  await user.click(screen.getByRole('button', { name: 'Save and continue' }));
  await screen.findByRole('heading', { level: 1, name: 'Check before you send' });
  expect(router.state.location.search).toContain('destination_account_id=501');
});

it('keeps when it is sent for the page of its amount', async () => {
  const days = { when: 'monthly', first_day: '2031-01-31', time: '09:00' };
  await renderApp(at('/recipients/new', `${check}&${new URLSearchParams(days)}`));
  const link = within(await pending()).getByRole('link', { name: 'Change amount' });
  const { searchParams } = new URL(link.getAttribute('href') ?? '', location.href);
  expect(Object.fromEntries(new URLSearchParams(searchParams.get('later') ?? ''))).toMatchObject(
    days,
  );
});

it('shows it too while its recipient is corrected', async () => {
  const { user } = await renderApp(at('/recipients/501/edit', check), {
    before: async (browser) => {
      await addRecipient(browser);
    },
  });
  await pending();
  expect(current()).toEqual(['Send']);
  expect(screen.getByRole('button', { name: 'Save and continue' })).toBeVisible();
  await fill(user, { City: 'Medellín' });
  await save(user);
  await screen.findByRole('heading', { level: 1, name: 'Choose a recipient' });
});

it.each([
  ['a quote without an estimate', '/?source_amount_cents=5&source_amount_currency=CLP', true],
  ['a quote without an amount', '/?country_id=6', false],
  ['an amount that is none', '/send?source_amount_cents=x&source_amount_currency=CLP', false],
  ['another page', '/recipients?source_amount_cents=5&source_amount_currency=CLP', false],
])('of %s is shown: %s -> %s', async (_, next, is) => {
  await renderApp(at('/recipients/new', next));
  await screen.findByRole('heading', { level: 1, name: 'New recipient' });
  expect(screen.queryAllByRole('region', { name: 'Your transfer' })).toHaveLength(is ? 1 : 0);
  expect(current()).toEqual([next.startsWith('/recipients') ? 'Recipients' : 'Send']);
});
