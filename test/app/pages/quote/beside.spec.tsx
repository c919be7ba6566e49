import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startFakeTimers } from '../../../support/fake-timers.ts';
import { renderApp } from '../../../support/render-app.tsx';

const address = '/?source_amount_currency=CLP&destination_amount_currency=COP';
const sent = () => screen.findByLabelText<HTMLInputElement>(/^You send, in/);
const hour = 60 * 60_000;

type App = Awaited<ReturnType<typeof renderApp>>;
type Rate = { slot: string; rate: string };

/** The quote page for Colombia, with these rates in the history. */
async function openQuote({ cents = '', rates = [] }: { cents?: string; rates?: Rate[] } = {}) {
  const app = await renderApp('/sign-in');
  const { body } = await app.browser.call('GET', '/api/countries');
  const country_id = body.find(({ code }: { code: string }) => code === 'CO').id;
  const pair = { source_currency: 'CLP', destination_currency: 'COP', country_id };
  for (const { slot, rate } of rates) {
    const row = { ...pair, slot, seen_at: slot, rate, estimates: 2 };
    await app.db.insertInto('rates').values(row).execute();
  }
  const asked = watchQuotes(app);
  const amount = cents && `&source_amount_cents=${cents}`;
  await act(() => app.router.navigate(`${address}&country_id=${country_id}${amount}`));
  await sent();
  return { ...app, asked };
}

/** The destination currencies of the quotes requested from here on. */
function watchQuotes({ browser }: App): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(input, 'http://localhost');
    if (pathname === '/api/quotes')
      asked.push(`${searchParams.get('destination_amount_currency')}`);
    return browser.fetch(input, init);
  });
  return asked;
}

const others = ['BTC', 'ETH', 'EUR', 'USD'];

test('shows the three steps before a country is chosen', async () => {
  await renderApp('/');
  expect(await screen.findByRole('heading', { name: 'Three steps' })).toBeVisible();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});

test('requests each other currency once, after the amount is known', async () => {
  const pass = startFakeTimers();
  const { user, asked } = await openQuote();
  await user.type(await sent(), '12345');
  await screen.findByText(/The final rate is set/);
  await waitFor(() => expect(asked.toSorted()).toEqual(['COP', ...others].toSorted()));

  await user.type(await sent(), '6');
  await user.type(await sent(), '{Backspace}');
  await waitFor(() => expect(screen.getAllByText(/The final rate is set/)).toHaveLength(1));
  // Served from the cache.
  await pass(1_000);
  expect(asked.filter((code) => code !== 'COP').toSorted()).toEqual(others);
});

test('requests no other currencies while the table is out of view', async () => {
  const pass = startFakeTimers();
  let show = (_inView: boolean) => {};
  class Observer {
    constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
      show = (isIntersecting) => tell([{ isIntersecting }]);
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { asked } = await openQuote({ cents: '100000' });
  const table = await screen.findByRole('table', { name: /^Ways to receive/ });
  await screen.findByText(/The final rate is set/);
  await pass(1_000);
  expect(asked).toEqual(['COP']);
  act(() => show(true));
  await waitFor(() => expect(asked.slice(1).toSorted()).toEqual(others));
  await waitFor(() => {
    for (const cell of within(table).getAllByRole('cell')) expect(cell).toHaveTextContent(/\d/);
  });
  // What one unit costs, in the currency that is sent.
  const costs = within(table)
    .getAllByRole('rowheader')
    .map((row) => row.textContent);
  expect(costs).toEqual(
    ['COP', 'USD', 'EUR', 'BTC', 'ETH'].map((code) =>
      expect.stringMatching(new RegExp(`^${code}.+1 ${code} [=≈] [\\d,.]+ CLP$`)),
    ),
  );
});

test('says in the row that a pair has no rate, and does not offer it', async () => {
  await openQuote({ cents: '404' });
  const table = within(await screen.findByRole('table'));
  await waitFor(() => expect(table.getAllByText('No rate now')).toHaveLength(5));
  expect(table.getAllByRole('button')).toHaveLength(1);
});

test('describes the rate history in words and as a table, with exact figures', async () => {
  const now = Date.now();
  const at = (hours: number) => new Date(now - hours * hour).toISOString();
  const { user } = await openQuote({
    rates: [
      { slot: at(28.5 * 24), rate: '4.2750' },
      { slot: at(50), rate: '4.33100000000000000001' },
      { slot: at(1), rate: '4.3' },
    ],
  });
  expect(await screen.findByRole('heading', { name: 'Estimated rates, CLP to COP' })).toBeVisible();
  expect(
    screen.getByText('4.2750 to 4.33100000000000000001 in the last 29 days, 6 estimates'),
  ).toBeVisible();
  await user.click(screen.getByText('Show as a table'));
  const region = within(screen.getByRole('region', { name: 'Estimated rates' }));
  const rows = region.getAllByRole('row').map((row) => row.textContent);
  expect(rows[0]).toBe('WhenRate');
  expect(rows.slice(1).map((row) => row?.match(/4\.\d+$/)?.[0])).toEqual([
    '4.3000',
    '4.33100000000000000001',
    '4.2750',
  ]);
});

test('counts the current rate in the history', async () => {
  const at = (hours: number) => new Date(Date.now() - hours * hour).toISOString();
  await openQuote({
    cents: '100000',
    rates: [
      { slot: at(2.5), rate: '0.01' },
      { slot: at(1), rate: '0.02' },
    ],
  });
  const current = (await screen.findByText(/^1 CLP = /)).textContent?.match(/[\d.]+(?= COP)/)?.[0];
  // With as many decimals as the current rate.
  const least = '0.01'.padEnd(current?.length ?? 0, '0');
  expect(
    await screen.findByText(`${least} to ${current} in the last 3 hours, 5 estimates`),
  ).toBeVisible();
});

test('draws the history from the second estimate on', async () => {
  const { user } = await openQuote({ cents: '100000' });
  await screen.findByText(/^1 CLP = /);
  expect(screen.queryByText(/^Estimated rates/)).not.toBeInTheDocument();
  await user.type(screen.getByLabelText(/^You send/), '0');
  expect(await screen.findByRole('heading', { name: /^Estimated rates/ })).toBeVisible();
  expect(screen.getByText(/ in the last hour, 2 estimates$/)).toBeVisible();
});

test('draws no history before an estimate', async () => {
  await openQuote();
  await screen.findByRole('heading', { name: 'Ways to receive in Colombia' });
  expect(screen.queryByText(/^Estimated rates/)).not.toBeInTheDocument();
});

test('describes a rate below 1 the other way round', async () => {
  const at = (hours: number) => new Date(Date.now() - hours * hour).toISOString();
  await openQuote({
    rates: [
      { slot: at(2.5), rate: '0.0008' },
      { slot: at(1), rate: '0.001' },
    ],
  });
  expect(await screen.findByRole('heading', { name: 'Estimated rates, COP to CLP' })).toBeVisible();
  expect(screen.getByText('1,000 to 1,250 in the last 3 hours, 4 estimates')).toBeVisible();
});
