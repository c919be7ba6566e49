import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startFakeTimers } from '../../../support/fake-timers.ts';
import { renderApp } from '../../../support/render-app.tsx';

const address = '/?source_amount_currency=CLP&destination_amount_currency=COP';
const sent = () => screen.findByLabelText<HTMLInputElement>(/^You send, in/);
const hour = 60 * 60_000;

type App = Awaited<ReturnType<typeof renderApp>>;
type Rate = { slot: string; rate: string };

/** The quote page to Colombia, after these rates were seen. */
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

/** The currencies of the quotes that are asked for from here on. */
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

test('who has chosen no country yet is told the way', async () => {
  await renderApp('/');
  expect(await screen.findByRole('heading', { name: 'Three steps' })).toBeVisible();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});

test('other currencies are asked for once the amount is settled, each once', async () => {
  const pass = startFakeTimers();
  const { user, asked } = await openQuote();
  await user.type(await sent(), '12345');
  await screen.findByText(/Estimate taken/);
  await waitFor(() => expect(asked.toSorted()).toEqual(['COP', ...others].toSorted()));

  await user.type(await sent(), '6');
  await user.type(await sent(), '{Backspace}');
  await waitFor(() => expect(screen.getAllByText(/Estimate taken/)).toHaveLength(1));
  // What was asked is remembered.
  await pass(1_000);
  expect(asked.filter((code) => code !== 'COP').toSorted()).toEqual(others);
});

test('other currencies are not asked for while the table is out of view', async () => {
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
  const table = await screen.findByRole('table');
  await screen.findByText(/Estimate taken/);
  await pass(1_000);
  expect(asked).toEqual(['COP']);
  act(() => show(true));
  await waitFor(() => expect(asked.slice(1).toSorted()).toEqual(others));
  await waitFor(() => expect(within(table).getAllByText(/\d/)).toHaveLength(5));
});

test('a pair without a rate says so in its row, which is no choice then', async () => {
  await openQuote({ cents: '404' });
  const table = within(await screen.findByRole('table'));
  await waitFor(() => expect(table.getAllByText('No rate now')).toHaveLength(5));
  expect(table.getAllByRole('button')).toHaveLength(1);
});

test('how the rate has moved is told in words and as a table, in exact figures', async () => {
  const now = Date.now();
  const at = (hours: number) => new Date(now - hours * hour).toISOString();
  const { user } = await openQuote({
    rates: [
      { slot: at(28.5 * 24), rate: '4.2750' },
      { slot: at(50), rate: '4.33100000000000000001' },
      { slot: at(1), rate: '4.3' },
    ],
  });
  expect(await screen.findByRole('heading', { name: 'CLP to COP, as seen here' })).toBeVisible();
  expect(
    screen.getByText('4.2750 to 4.33100000000000000001 in the last 29 days, 6 estimates'),
  ).toBeVisible();
  await user.click(screen.getByText('Show as a table'));
  const region = within(screen.getByRole('region', { name: 'Rates seen here' }));
  const rows = region.getAllByRole('row').map((row) => row.textContent);
  expect(rows[0]).toBe('WhenRate');
  expect(rows.slice(1).map((row) => row?.match(/4\.\d+$/)?.[0])).toEqual([
    '4.3',
    '4.33100000000000000001',
    '4.2750',
  ]);
});

test('the rate of now is one of those that were seen', async () => {
  const at = (hours: number) => new Date(Date.now() - hours * hour).toISOString();
  await openQuote({
    cents: '100000',
    rates: [
      { slot: at(2.5), rate: '0.01' },
      { slot: at(1), rate: '0.02' },
    ],
  });
  const current = (await screen.findByText(/^1 CLP = /)).textContent?.match(/[\d.]+(?= COP)/)?.[0];
  expect(
    await screen.findByText(`0.01 to ${current} in the last 3 hours, 5 estimates`),
  ).toBeVisible();
});

test.each([
  ['one observation is', [2]],
  ['what was seen within an hour is', [0.9, 0.5, 0.2]],
])('%s no line', async (_case, hours) => {
  const rates = hours.map((ago) => ({
    slot: new Date(Date.now() - ago * hour).toISOString(),
    rate: '4.2750',
  }));
  await openQuote({ rates });
  await screen.findByRole('heading', { name: 'Ways to receive in Colombia' });
  expect(screen.queryByText(/as seen here/)).not.toBeInTheDocument();
});
