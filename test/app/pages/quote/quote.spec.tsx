import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { intercept } from '../../../support/intercept.ts';
import { renderApp } from '../../../support/render-app.tsx';

const to = () => screen.findByRole('combobox', { name: 'To' });
const sent = () => screen.findByLabelText<HTMLInputElement>(/^You send, in/);
const got = () => screen.findByLabelText<HTMLInputElement>(/^Recipient gets/);
const go = () => screen.getByRole('button', { name: 'Continue' });

type App = Awaited<ReturnType<typeof renderApp>>;

async function chooseCountry(user: App['user'], name: string) {
  const box = await to();
  await user.clear(box);
  await user.type(box, `${name}{Enter}`);
}

const searchOf = ({ router }: App) =>
  Object.fromEntries(new URLSearchParams(router.state.location.search));

test('shows the amount received, the rate, and the age of the estimate', async () => {
  const app = await renderApp('/');
  await chooseCountry(app.user, 'Colombia');
  await app.user.type(await sent(), '100');
  expect(await screen.findByText(/^1 USD = [\d,.]+ COP$/, { selector: 'b' })).toBeVisible();
  // Of the other direction, 1 COP ≈ 0.0002468 USD, people read zeros alone.
  expect(screen.queryByText(/^1 COP /)).toBeNull();
  expect(screen.getByText(/Estimated .*The final rate is set when you send\./)).toBeVisible();
  expect((await got()).value).toMatch(/^[\d,]+\.\d\d$/);
  expect(searchOf(app)).toMatchObject({
    source_amount_cents: '10000',
    source_amount_currency: 'USD',
    destination_amount_currency: 'COP',
  });
});

test('shows the rate both ways where both can be read', async () => {
  const { user } = await renderApp('/?source_amount_currency=EUR');
  await chooseCountry(user, 'United States');
  await user.type(await sent(), '100');
  expect(await screen.findByText(/^1 EUR = 1\.[\d]+ USD$/)).toBeVisible();
  expect(screen.getByText(/^1 USD ≈ 0\.\d{4} EUR$/, { selector: 'p' })).toBeVisible();
});

test('shows no rate of a currency to itself', async () => {
  const { user } = await renderApp('/?source_amount_currency=USD');
  await chooseCountry(user, 'United States');
  await user.type(await sent(), '100');
  expect(
    await screen.findByText(/Estimated .*The final rate is set when you send\./),
  ).toBeVisible();
  expect(screen.queryByText(/1 USD [=≈]/)).toBeNull();
});

test('leads with the direction of at least 1, and keeps every digit of the service’s rate', async () => {
  const { user, browser } = await renderApp('/?source_amount_currency=CLP');
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const answer = await browser.fetch(input, init);
    if (!input.startsWith('/api/quotes')) return answer;
    return Response.json({ ...(await answer.json()), rate: '0.000905557' });
  });
  await chooseCountry(user, 'Spain');
  await user.type(await sent(), '100000');
  const rates = await screen.findAllByText(/^1 (EUR|CLP) /, { selector: 'p, p *' });
  expect(rates.map((one) => one.closest('p')?.textContent)).toEqual([
    '1 EUR ≈ 1,104.29 CLP',
    '1 CLP = 0.000905557 EUR',
  ]);
});

test('accepts the amount to receive instead, and says if only a close one is possible', async () => {
  const app = await renderApp('/');
  await chooseCountry(app.user, 'Colombia');
  await app.user.type(await got(), '400000');
  expect(await screen.findByText(/^The closest possible: COP\s4[\d,.]+/)).toBeVisible();
  expect((await sent()).value).toMatch(/^\d+\.\d\d$/);
  expect(searchOf(app).destination_amount_cents).toBe('40000000');
  expect(searchOf(app)).not.toHaveProperty('source_amount_cents');
});

test('debounces typing, so that no partial amount is requested', async () => {
  const { user, browser } = await renderApp('/');
  const asked: string[] = [];
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    if (input.startsWith('/api/quotes')) asked.push(input);
    return browser.fetch(input, init);
  });
  await chooseCountry(user, 'Chile');
  await user.type(await sent(), '12345');
  await screen.findByText(/The final rate is set/);
  expect(asked[0]).toContain('source_amount_cents=1234500');
  expect(asked.every((path) => path.includes('source_amount_cents=1234500'))).toBe(true);
});

test('announces the first estimate of an amount, and no refreshed one', async () => {
  const { user, queryClient } = await renderApp('/');
  await chooseCountry(user, 'Spain');
  await user.type(await sent(), '50');
  const status = await screen.findByText(
    /^You send USD\s50\.00\. The recipient gets about EUR\s[\d.]+$/,
  );
  expect(status).toHaveAttribute('role', 'status');
  const said = status.textContent;

  const quotes = queryClient.getQueryCache().findAll({ queryKey: ['quote'] });
  const query = quotes.find(({ queryHash }) => /"EUR"/.test(queryHash) && /"5000"/.test(queryHash));
  const worse = (before: object | undefined) => ({ ...before, destination_amount_cents: 4n });
  act(() => void queryClient.setQueryData(query?.queryKey ?? [], worse));
  expect(await got()).toHaveValue('0.04');
  expect(status.textContent).toBe(said);

  await user.type(await sent(), '1');
  expect(status).toBeEmptyDOMElement();
});

test('rejects an amount for which the recipient would get nothing', async () => {
  const app = await renderApp('/');
  await chooseCountry(app.user, 'Bitcoin');
  await app.user.selectOptions(screen.getByLabelText('Currency you send'), 'COP');
  await app.user.type(await sent(), '0,01');
  await waitFor(async () =>
    expect(await sent()).toHaveAccessibleDescription('Too little: the recipient would get nothing'),
  );
  await app.user.click(go());
  expect(await sent()).toHaveFocus();
  expect(app.router.state.location.pathname).toBe('/');
});

test("chooses a country's own currency, and a digital asset itself", async () => {
  const { user } = await renderApp('/');
  await chooseCountry(user, 'Brazil');
  expect(await screen.findByLabelText('Recipient gets, in Brazilian reals')).toBeVisible();
  await chooseCountry(user, 'Bitcoin');
  expect(await screen.findByLabelText('Currency the recipient gets')).toHaveValue('BTC');
});

test('restores the quote from its address', async () => {
  const first = await renderApp('/');
  await chooseCountry(first.user, 'Mexico');
  await first.user.type(await sent(), '250');
  await screen.findByText(/The final rate is set/);
  const address = first.router.state.location.search;
  first.unmount();

  await renderApp(`/${address}`);
  expect(await to()).toHaveValue('Mexico');
  expect(await sent()).toHaveValue('250.00');
  expect(await screen.findByText(/^1 USD = [\d.]+ MXN$/)).toBeVisible();
});

test('restores the quote on Back', async () => {
  const app = await renderApp('/');
  await chooseCountry(app.user, 'Mexico');
  await app.user.type(await got(), '5000');
  await screen.findByText(/The final rate is set/);
  await app.user.click(screen.getByRole('link', { name: 'Recipients' }));
  await screen.findByRole('heading', { level: 1, name: 'Recipients' });
  await app.router.navigate(-1);
  expect(await to()).toHaveValue('Mexico');
  expect(await got()).toHaveValue('5,000.00');
});

test('starts an empty quote from the navigation link', async () => {
  const { user } = await renderApp('/');
  await user.type(await sent(), '250');
  await user.click(screen.getByRole('link', { name: 'Send' }));
  await waitFor(async () => expect(await sent()).toHaveValue(''));
});

test('says what to do if a pair has no rate, and continues with another amount', async () => {
  const { user } = await renderApp('/');
  await chooseCountry(user, 'Colombia');
  await user.type(await sent(), '404');
  expect(await screen.findByText('No rate from USD to COP right now')).toBeVisible();
  expect(screen.getByText(/^Choose another currency, or/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(await got()).toHaveValue('');
  expect(await got()).not.toHaveAttribute('aria-busy');
  const notice = screen.getByText('No rate from USD to COP right now');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  // The same element, so that it is not announced again.
  expect(notice).toBeInTheDocument();
  await user.clear(await sent());
  await user.type(await sent(), '4040');
  expect(await screen.findByText(/The final rate is set/)).toBeVisible();
  expect(screen.queryByText(/No rate from/)).not.toBeInTheDocument();
});

test("offers the country's other currencies beside the form", async () => {
  const { user } = await renderApp('/');
  await chooseCountry(user, 'Colombia');
  await user.type(await sent(), '100');
  const table = within(await screen.findByRole('table', { name: 'Ways to receive in Colombia' }));
  const rows = () => table.getAllByRole('row').slice(1);
  await waitFor(() => {
    for (const row of rows()) expect(within(row).getByRole('cell')).toHaveTextContent(/\d/);
  });
  const codes = () => rows().map((row) => row.textContent?.slice(0, 3));
  await screen.findByText(/^You send USD.+ The recipient gets about COP/);
  expect(codes()).toEqual(['COP', 'USD', 'EUR', 'BTC', 'ETH']);
  expect(table.getAllByRole('columnheader').map((it) => it.textContent)).toEqual([
    'Currency',
    'Recipient gets',
  ]);

  await user.click(table.getByRole('button', { name: 'Euro' }));
  expect(await screen.findByText(/^1 USD = [\d.]+ EUR$/)).toBeVisible();
  // Its estimate was in the table before, and is said all the same.
  expect(await screen.findByText(/^You send USD.+ The recipient gets about EUR/)).toHaveAttribute(
    'role',
    'status',
  );
  expect(await sent()).toHaveValue('100.00');
  // No row moves, and focus stays on the pressed button.
  expect(codes()).toEqual(['COP', 'USD', 'EUR', 'BTC', 'ETH']);
  expect(table.getByRole('button', { name: 'Euro' })).toHaveFocus();
  expect(table.getByRole('button', { pressed: true })).toHaveAccessibleName('Euro');
});

/** A quote for COP 500,000.00 to receive, with its source amount as text. */
async function quoteOfReceived() {
  const app = await renderApp('/?source_amount_currency=CLP');
  await chooseCountry(app.user, 'Colombia');
  await app.user.type(await got(), '500000');
  await screen.findByText(/The final rate is set/);
  return { ...app, figure: (await sent()).value };
}

test.each([
  ['country changes', (app: App) => chooseCountry(app.user, 'Spain')],
  ['digital asset is chosen', (app: App) => chooseCountry(app.user, 'Bitcoin')],
  [
    'destination currency changes',
    (app: App) =>
      app.user.selectOptions(screen.getByLabelText('Currency the recipient gets'), 'BTC'),
  ],
])('keeps the source amount if the %s', async (_, change) => {
  const app = await quoteOfReceived();
  await change(app);
  expect(await sent()).toHaveValue(app.figure);
  await screen.findByText(/The final rate is set/);
  expect(await sent()).toHaveValue(app.figure);
  expect(searchOf(app)).not.toHaveProperty('destination_amount_cents');
  expect(searchOf(app).source_amount_cents).toBe(app.figure.replace(/\D/g, ''));
});

test('fetches the source amount first if it is not known when the currency changes', async () => {
  const app = await quoteOfReceived();
  await app.user.type(await got(), '0');
  await app.user.selectOptions(screen.getByLabelText('Currency the recipient gets'), 'USD');
  expect(await screen.findByText(/^1 CLP = [\d.]+ USD$/)).toBeVisible();
  expect(searchOf(app)).not.toHaveProperty('destination_amount_cents');
  const [now, before] = [(await sent()).value, app.figure].map((text) =>
    Number(text.replace(/\D/g, '')),
  );
  expect((now ?? 0) / (before ?? 1)).toBeCloseTo(10, 2);
});

test('takes the last of two currencies that are chosen before the source amount is there', async () => {
  const app = await quoteOfReceived();
  const held = Promise.withResolvers<void>();
  intercept(app.browser, /^GET \/api\/quotes\?.*destination_amount_cents/, async (url, init) => {
    await held.promise;
    return app.browser.fetch(url, init);
  });
  await app.user.type(await got(), '0');
  const into = screen.getByLabelText('Currency the recipient gets');
  await app.user.selectOptions(into, 'EUR');
  await app.user.selectOptions(into, 'USD');
  held.resolve();
  expect(await screen.findByText(/^1 CLP = [\d.]+ USD$/)).toBeVisible();
  expect(into).toHaveValue('USD');
});

test('keeps the currency of an amount to receive when the first country is chosen', async () => {
  const app = await renderApp('/');
  await app.user.type(await got(), '100');
  await chooseCountry(app.user, 'Colombia');
  await screen.findByText(/The final rate is set/);
  expect(searchOf(app)).toMatchObject({
    destination_amount_cents: '10000',
    destination_amount_currency: 'USD',
  });
});

test('passes the source amount to the next step, whichever side was typed', async () => {
  const app = await renderApp('/');
  await chooseCountry(app.user, 'Mexico');
  await app.user.type(await got(), '5000');
  await screen.findByText(/The final rate is set/);
  const cents = (await sent()).value.replace(/\D/g, '');
  await app.user.click(go());
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/send'));
  expect(searchOf(app)).toMatchObject({
    source_amount_cents: cents,
    source_amount_currency: 'USD',
    destination_amount_currency: 'MXN',
  });
});

test('reports what is missing before the next step', async () => {
  const app = await renderApp('/');
  await to();
  await app.user.click(go());
  await waitFor(async () => expect(await to()).toHaveFocus());
  expect(await to()).toHaveAccessibleDescription('Choose where the money goes');
  await chooseCountry(app.user, 'Chile');
  await app.user.click(go());
  await waitFor(async () => expect(await sent()).toHaveFocus());
  expect(await sent()).toHaveAccessibleDescription('Enter an amount');
  expect(app.router.state.location.pathname).toBe('/');
});

test('reports a currency and a country in the address that the service does not list', async () => {
  await renderApp('/?source_amount_cents=100&source_amount_currency=XYZ&country_id=99999');
  expect(await screen.findByText(/doesn’t offer XYZ/)).toBeVisible();
  expect(screen.getByText(/doesn’t send to the country in this link/)).toBeVisible();
  expect(await sent()).toHaveValue('');
});

test('treats an invalid address as empty', async () => {
  await renderApp('/?source_amount_cents=-1e9&country_id=../../x&source_amount_currency=');
  expect(await sent()).toHaveValue('');
  expect(screen.queryByText(/does not list/)).not.toBeInTheDocument();
});
