import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '../../../support/render-app.tsx';

const to = () => screen.findByRole('combobox', { name: 'To' });
const sent = () => screen.findByLabelText<HTMLInputElement>(/^You send, in/);
const got = () => screen.findByLabelText<HTMLInputElement>(/^They get, in/);
const go = () => screen.getByRole('button', { name: 'Choose who gets it' });

type App = Awaited<ReturnType<typeof renderApp>>;

async function chooseCountry(user: App['user'], name: string) {
  const box = await to();
  await user.clear(box);
  await user.type(box, `${name}{Enter}`);
}

const searchOf = ({ router }: App) =>
  Object.fromEntries(new URLSearchParams(router.state.location.search));

test('an amount and a country give what arrives, the rate both ways, and when it was taken', async () => {
  const app = await renderApp('/');
  await chooseCountry(app.user, 'Colombia');
  await app.user.type(await sent(), '100');
  expect(await screen.findByText(/^1 USD = [\d,.]+ COP$/)).toBeVisible();
  expect(screen.getByText(/^1 COP ≈ 0\.000\d+ USD$/)).toBeVisible();
  expect(screen.getByText(/Estimate taken .*The rate is set when you send\./)).toBeVisible();
  expect((await got()).value).toMatch(/^[\d,]+\.\d\d$/);
  expect(searchOf(app)).toMatchObject({
    source_amount_cents: '10000',
    source_amount_currency: 'USD',
    destination_amount_currency: 'COP',
  });
});

test('what they get can be typed instead, and is met or said to be the closest', async () => {
  const app = await renderApp('/');
  await chooseCountry(app.user, 'Colombia');
  await app.user.type(await got(), '400000');
  expect(await screen.findByText(/The closest possible is COP\s4[\d,.]+/)).toBeVisible();
  expect((await sent()).value).toMatch(/^\d+\.\d\d$/);
  expect(searchOf(app).destination_amount_cents).toBe('40000000');
  expect(searchOf(app)).not.toHaveProperty('source_amount_cents');
});

test('a pause ends the typing: no half of an amount is asked for', async () => {
  const { user, browser } = await renderApp('/');
  const asked: string[] = [];
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    if (input.startsWith('/api/quotes')) asked.push(input);
    return browser.fetch(input, init);
  });
  await chooseCountry(user, 'Chile');
  await user.type(await sent(), '12345');
  await screen.findByText(/Estimate taken/);
  expect(asked[0]).toContain('source_amount_cents=1234500');
  expect(asked.every((path) => path.includes('source_amount_cents=1234500'))).toBe(true);
});

test('the first estimate of what is asked is read out, and none of those after it', async () => {
  const { user, queryClient } = await renderApp('/');
  await chooseCountry(user, 'Spain');
  await user.type(await sent(), '50');
  const status = await screen.findByText(/^You send USD\s50\.00, they get EUR\s[\d.]+$/);
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

test('what arrives as nothing is too little to send', async () => {
  const app = await renderApp('/');
  await chooseCountry(app.user, 'Bitcoin');
  await app.user.selectOptions(screen.getByLabelText('Currency that you send'), 'COP');
  await app.user.type(await sent(), '0,01');
  await waitFor(async () =>
    expect(await sent()).toHaveAccessibleDescription('That is too little: they would get nothing'),
  );
  await app.user.click(go());
  expect(await sent()).toHaveFocus();
  expect(app.router.state.location.pathname).toBe('/');
});

test('a country brings the currency it pays in, a digital asset itself', async () => {
  const { user } = await renderApp('/');
  await chooseCountry(user, 'Brazil');
  expect(await screen.findByLabelText('They get, in Brazilian reals')).toBeVisible();
  await chooseCountry(user, 'Bitcoin');
  expect(await screen.findByLabelText('Currency that they get')).toHaveValue('BTC');
});

test('an address restores the quote', async () => {
  const first = await renderApp('/');
  await chooseCountry(first.user, 'Mexico');
  await first.user.type(await sent(), '250');
  await screen.findByText(/Estimate taken/);
  const address = first.router.state.location.search;
  first.unmount();

  await renderApp(`/${address}`);
  expect(await to()).toHaveValue('Mexico');
  expect(await sent()).toHaveValue('250.00');
  expect(await screen.findByText(/^1 USD = [\d.]+ MXN$/)).toBeVisible();
});

test('the way back from another page restores the quote', async () => {
  const app = await renderApp('/');
  await chooseCountry(app.user, 'Mexico');
  await app.user.type(await got(), '5000');
  await screen.findByText(/Estimate taken/);
  await app.user.click(screen.getByRole('link', { name: 'Recipients' }));
  await screen.findByRole('heading', { level: 1, name: 'Recipients' });
  await app.router.navigate(-1);
  expect(await to()).toHaveValue('Mexico');
  expect(await got()).toHaveValue('5,000.00');
});

test('the link to this page starts anew', async () => {
  const { user } = await renderApp('/');
  await user.type(await sent(), '250');
  await user.click(screen.getByRole('link', { name: 'Quote' }));
  await waitFor(async () => expect(await sent()).toHaveValue(''));
});

test('a pair without a rate says what to do, and another amount goes on', async () => {
  const { user } = await renderApp('/');
  await chooseCountry(user, 'Colombia');
  await user.type(await sent(), '404');
  expect(await screen.findByText('No rate from USD to COP right now')).toBeVisible();
  expect(screen.getByText(/Choose another currency on either side/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(await got()).toHaveValue('');
  expect(await got()).not.toHaveAttribute('aria-busy');
  const notice = screen.getByText('No rate from USD to COP right now');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  // The same words, not new ones that are read out again.
  expect(notice).toBeInTheDocument();
  await user.clear(await sent());
  await user.type(await sent(), '4040');
  expect(await screen.findByText(/Estimate taken/)).toBeVisible();
  expect(screen.queryByText(/No rate from/)).not.toBeInTheDocument();
});

test('other currencies of the country stand beside it, each a choice', async () => {
  const { user } = await renderApp('/');
  await chooseCountry(user, 'Colombia');
  await user.type(await sent(), '100');
  const table = within(await screen.findByRole('table', { name: 'Ways to receive in Colombia' }));
  const rows = () => table.getAllByRole('row').slice(1);
  await waitFor(() => {
    for (const row of rows()) expect(within(row).getByRole('cell')).toHaveTextContent(/\d/);
  });
  const codes = () => rows().map((row) => row.textContent?.slice(0, 3));
  expect(codes()).toEqual(['COP', 'USD', 'EUR', 'BTC', 'ETH']);
  expect(table.getAllByRole('columnheader').map((it) => it.textContent)).toEqual([
    'Currency',
    'They get',
  ]);

  await user.click(table.getByRole('button', { name: 'Euro' }));
  expect(await screen.findByText(/^1 USD = [\d.]+ EUR$/)).toBeVisible();
  expect(await sent()).toHaveValue('100.00');
  // Nothing has moved from under the finger, nor the focus from what was pressed.
  expect(codes()).toEqual(['COP', 'USD', 'EUR', 'BTC', 'ETH']);
  expect(table.getByRole('button', { name: 'Euro' })).toHaveFocus();
  expect(table.getByRole('button', { pressed: true })).toHaveAccessibleName('Euro');
});

/** The quote of 500,000 pesos that they get, and what is sent for it. */
async function quoteOfReceived() {
  const app = await renderApp('/?source_amount_currency=CLP');
  await chooseCountry(app.user, 'Colombia');
  await app.user.type(await got(), '500000');
  await screen.findByText(/Estimate taken/);
  return { ...app, figure: (await sent()).value };
}

test.each([
  ['another country', (app: App) => chooseCountry(app.user, 'Spain')],
  ['a digital asset', (app: App) => chooseCountry(app.user, 'Bitcoin')],
  [
    'another currency to get',
    (app: App) => app.user.selectOptions(screen.getByLabelText('Currency that they get'), 'BTC'),
  ],
])('%s leaves what is sent as it is', async (_, change) => {
  const app = await quoteOfReceived();
  await change(app);
  expect(await sent()).toHaveValue(app.figure);
  await screen.findByText(/Estimate taken/);
  expect(await sent()).toHaveValue(app.figure);
  expect(searchOf(app)).not.toHaveProperty('destination_amount_cents');
  expect(searchOf(app).source_amount_cents).toBe(app.figure.replace(/\D/g, ''));
});

test('so it does where it was still to be found out', async () => {
  const app = await quoteOfReceived();
  await app.user.type(await got(), '0');
  await app.user.selectOptions(screen.getByLabelText('Currency that they get'), 'USD');
  expect(await screen.findByText(/^1 CLP = [\d.]+ USD$/)).toBeVisible();
  expect(searchOf(app)).not.toHaveProperty('destination_amount_cents');
  const [now, before] = [(await sent()).value, app.figure].map((text) =>
    Number(text.replace(/\D/g, '')),
  );
  expect((now ?? 0) / (before ?? 1)).toBeCloseTo(10, 2);
});

test('an amount to receive keeps its currency when the first country is chosen', async () => {
  const app = await renderApp('/');
  await app.user.type(await got(), '100');
  await chooseCountry(app.user, 'Colombia');
  await screen.findByText(/Estimate taken/);
  expect(searchOf(app)).toMatchObject({
    destination_amount_cents: '10000',
    destination_amount_currency: 'USD',
  });
});

test('the next step gets the amount that is sent, whichever side was typed', async () => {
  const app = await renderApp('/');
  await chooseCountry(app.user, 'Mexico');
  await app.user.type(await got(), '5000');
  await screen.findByText(/Estimate taken/);
  const cents = (await sent()).value.replace(/\D/g, '');
  await app.user.click(go());
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/send'));
  expect(searchOf(app)).toMatchObject({
    source_amount_cents: cents,
    source_amount_currency: 'USD',
    destination_amount_currency: 'MXN',
  });
});

test('the next step first asks for what is missing', async () => {
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

test('an address with things that the service does not list says so', async () => {
  await renderApp('/?source_amount_cents=100&source_amount_currency=XYZ&country_id=99999');
  expect(await screen.findByText(/does not list the currency XYZ/)).toBeVisible();
  expect(screen.getByText(/does not list the country of this link/)).toBeVisible();
  expect(await sent()).toHaveValue('');
});

test('an address that can not be read counts as empty', async () => {
  await renderApp('/?source_amount_cents=-1e9&country_id=../../x&source_amount_currency=');
  expect(await sent()).toHaveValue('');
  expect(screen.queryByText(/does not list/)).not.toBeInTheDocument();
});
