import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { addRecipient, addWallet, walletAddress } from '../../../support/recipients.ts';
import { sentTitle } from '../../../support/sent-title.ts';
import { openSend, sendButton } from './open-send.ts';

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
type App = Awaited<ReturnType<typeof openSend>>;

/** Holds the requests to an address until it is resolved. */
function holdAnswers({ fetch }: App['browser'], address: RegExp) {
  const held = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (...[url, init]: Parameters<typeof fetch>) => {
    if (address.test(String(url))) await held.promise;
    return fetch(url, init);
  });
  return held;
}

describe('the idempotency key of the check', () => {
  it('is generated when the check opens, and kept with the address', async () => {
    const { check, key, address, go } = await openSend();
    await check(100_000);
    await heading('Check before you send');
    const first = key();
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    await go(address());
    expect(key()).toBe(first);
  });

  it('is different for each check', async () => {
    const { check, key } = await openSend();
    await check(100_000);
    const first = key();
    await check(100_000);
    expect(key()).not.toBe(first);
  });

  it('redirects to the outcome once it was used, and sends nothing twice', async () => {
    const { user, check, address, go, router, posts } = await openSend();
    await check(100_000);
    const checked = address();
    await user.click(await sendButton());
    await heading(sentTitle);
    const outcome = router.state.location.pathname;
    await go(checked);
    expect(router.state.location.pathname).toBe(outcome);
    expect(posts()).toBe(1);
  });
});

describe('the check page', () => {
  it('shows both amounts, the rate and the recipient, with links to change them', async () => {
    const { check } = await openSend();
    await check(100_000);
    await heading('Check before you send');
    expect(screen.getByText('Mamá Bogotá gets about')).toBeVisible();
    expect(await screen.findByText(/^COP\s[\d,]+\.\d\d$/)).toBeVisible();
    expect(screen.getByText('CLP 100,000', { selector: 'dd' })).toBeVisible();
    expect(screen.getByText(/^1 CLP = [\d.]+ COP$/)).toBeVisible();
    expect(screen.getByText(/^Gloria Patiño/)).toBeVisible();
    expect(screen.getByText('ending in 4821')).toBeInTheDocument();
    expect(screen.queryByText(/00123454821|1020304/)).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Change amount' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/\?source_amount_cents=100000&.*destination_account_id=\d+$/),
    );
    expect(screen.getByRole('link', { name: 'Change recipient' })).toHaveAttribute(
      'href',
      expect.stringMatching(
        /^\/send\?source_amount_cents=100000(?!.*(key|destination_account_id))/,
      ),
    );
  });

  it('shows both ends of a wallet address large, and the whole address', async () => {
    const { go, search, browser } = await openSend();
    const wallet = await addWallet(browser);
    const params = new URLSearchParams({ ...search(100_000), destination_account_id: wallet.id });
    await go(`/send?${params}`);
    await heading('Check before you send');
    expect(screen.getByText('0x5290…169EE7')).toBeVisible();
    expect(screen.getByText(walletAddress)).toBeVisible();
  });

  it('says that the estimate changed, shows both, and sends at the new one', async () => {
    const { user, check, key, browser } = await openSend();
    const { body } = await browser.call(
      'GET',
      `/api/quotes?source_amount_cents=777&source_amount_currency=CLP&destination_amount_currency=COP&country_id=1`,
    );
    await check(777, { quoted: body.destination_amount_cents });
    const notice = (await screen.findByText(/^The estimate changed\./)).closest('[aria-live]');
    expect(notice).toHaveTextContent(
      /^The estimate changed\. It was COP\s[\d,.]+ when you started\.$/,
    );
    const sendKey = key();
    await user.click(await sendButton());
    await heading(sentTitle);
    const { body: send } = await browser.call('GET', `/api/sends/${sendKey}`);
    expect(BigInt(send.quote.destination_amount_cents)).toBeLessThan(
      BigInt(body.destination_amount_cents),
    );
  });

  it('says that the amount is an estimate', async () => {
    const { check } = await openSend();
    await check(100_000);
    expect(
      await screen.findByText(/^Estimated .*The final rate is set when you send\.$/),
    ).toBeVisible();
  });

  it('shows no warning if the estimate got better or hardly changed', async () => {
    const { check, browser } = await openSend();
    const { body } = await browser.call(
      'GET',
      `/api/quotes?source_amount_cents=100000&source_amount_currency=CLP&destination_amount_currency=COP&country_id=1`,
    );
    const cents = BigInt(body.destination_amount_cents);
    for (const quoted of [cents - cents / 50n, cents + cents / 1_000n]) {
      await check(100_000, { quoted: String(quoted) });
      expect(await screen.findByText(/^It was COP\s[\d,.]+ when you started\.$/)).toBeVisible();
      expect(screen.queryByText(/^The estimate changed\./)).not.toBeInTheDocument();
    }
    await check(100_000, { quoted: String(cents + cents / 50n) });
    expect(await screen.findByText(/^The estimate changed\./)).toBeVisible();
  });

  it('renders while the estimate loads, with Send disabled', async () => {
    const { go, search, recipient } = await openSend();
    // 408 is the sandbox's slow amount.
    const params = new URLSearchParams({ ...search(408), destination_account_id: recipient.id });
    await go(`/send?${params}`);
    await heading('Check before you send');
    expect(screen.getByText('Mamá Bogotá gets about')).toBeVisible();
    expect(screen.getByText('CLP 408', { selector: 'dd' })).toBeVisible();
    expect(screen.getByText('Loading')).toBeInTheDocument();
    expect(screen.queryByText(/^Still waiting/)).not.toBeInTheDocument();
    const button = screen.getByRole('button', { name: /^Send/ });
    expect(button).toBeDisabled();
    expect(await screen.findByText(/^1 CLP = /, {}, { timeout: 20_000 })).toBeVisible();
    expect(button).toBeEnabled();
    expect(screen.queryByText('Loading')).not.toBeInTheDocument();
  });

  it('says after 3 seconds that the payment service has not given an estimate yet', async () => {
    const { check, browser } = await openSend();
    const held = holdAnswers(browser, /\/api\/quotes\?/);
    await check(100_000);
    await heading('Check before you send');
    expect(screen.queryByText(/^Still waiting/)).not.toBeInTheDocument();
    const said = await screen.findByText(/^Still waiting/, {}, { timeout: 20_000 });
    expect(said).toHaveAttribute('role', 'status');
    held.resolve();
    expect(await screen.findByText(/^1 CLP = /)).toBeVisible();
    expect(screen.queryByText(/^Still waiting/)).not.toBeInTheDocument();
  }, 15_000);

  it("warns if the recipient's country differs from the estimate's, and links to a new estimate", async () => {
    const { check, browser, recipient } = await openSend();
    const { body: countries } = await browser.call('GET', '/api/countries');
    const brazil = countries.find(({ code }: { code: string }) => code === 'BR');
    await check(100_000, { country_id: brazil.id, destination_amount_currency: 'BRL' });
    const title = await screen.findByText(
      'Your estimate is for Brazil, but Mamá Bogotá is in Colombia',
    );
    expect(title).toBeVisible();
    expect(screen.getByText(/^The recipient gets BRL in Colombia\./)).toBeVisible();
    const newQuote = screen.getByRole('link', { name: 'Get new estimate' }).getAttribute('href');
    expect(Object.fromEntries(new URLSearchParams(newQuote?.slice(2)))).toEqual({
      source_amount_cents: '100000',
      source_amount_currency: 'CLP',
      country_id: recipient.country.id,
      destination_account_id: recipient.id,
    });
    await check(100_000);
    await waitFor(() => expect(title).not.toBeInTheDocument());
  });

  it("warns if the recipient's wallet differs from the estimate's country", async () => {
    const { go, search, browser } = await openSend();
    const wallet = await addWallet(browser);
    const asset = wallet.country.name;
    const ofAsset = { destination_amount_currency: wallet.country.code };
    const params = { ...search(100_000), destination_account_id: wallet.id };
    await go(`/send?${new URLSearchParams({ ...params, ...ofAsset })}`);
    await screen.findByText(
      `Your estimate is for Colombia, but Cold wallet is a wallet for ${asset}`,
    );
    expect(screen.getByText(/^You would send ETH to a wallet for /)).toBeVisible();
    // The doubt about another currency than the wallet's says it too.
    await go(`/send?${new URLSearchParams(params)}`);
    await screen.findByText(/has a wallet for Ethereum, and you send COP/);
    expect(screen.queryByText(/^Your estimate is for/)).not.toBeInTheDocument();
  });

  it('disables Send for a wallet without an address, and links to the form', async () => {
    const { user, go, search, browser, posts, address } = await openSend();
    const wallet = await addWallet(browser, { additional_data: undefined });
    const params = new URLSearchParams({ ...search(100_000), destination_account_id: wallet.id });
    await go(`/send?${params}`);
    const button = await sendButton();
    expect(screen.getByRole('alert')).toHaveTextContent('Missing');
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription('Add the wallet address first.');
    const before = address();
    await user.click(screen.getByRole('link', { name: 'Add address' }));
    const bitcoin = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
    await user.type(await screen.findByLabelText('Wallet address'), bitcoin);
    await user.click(screen.getByRole('button', { name: 'Save and continue' }));
    await screen.findByText(bitcoin);
    expect(address()).toBe(before);
    expect(await sendButton()).toBeEnabled();
    expect(posts()).toBe(0);
  });

  it('asks to confirm likely typos in the recipient, and sends nothing before', async () => {
    const { user, go, search, browser, posts } = await openSend();
    const fields = { alias: 'Lucía', email: 'maria@', birthdate: '2999-01-01' };
    const { id } = await addRecipient(browser, fields);
    const params = new URLSearchParams({ ...search(100_000), destination_account_id: id });
    await go(`/send?${params}`);
    const button = await sendButton();
    expect(screen.getByText('Check this before you send')).toBeVisible();
    expect(screen.getByText(/^Email: This doesn’t look like an email/)).toBeVisible();
    expect(screen.getByText('Birth date: This date is in the future.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Correct recipient' })).toHaveAttribute(
      'href',
      expect.stringMatching(`^/recipients/${id}/edit\\?next=%2Fsend`),
    );
    await user.click(button);
    const box = screen.getByRole('checkbox', { name: 'I checked this. It is right.' });
    expect(box).toHaveFocus();
    expect(box).toBeInvalid();
    expect(box).toHaveAccessibleDescription('Tick this box to send.');
    expect(posts()).toBe(0);
    await user.click(box);
    expect(box).toBeValid();
    await user.click(button);
    await heading(sentTitle);
    expect(posts()).toBe(1);
  });

  it.each([
    ['a digital asset to a bank account', 'BTC', /has a bank account, and BTC is a digital asset/],
    [
      'another currency to the wallet of an asset',
      'COP',
      /has a wallet for Ethereum, and you send COP/,
    ],
  ])('asks to confirm %s', async (_, currency, words) => {
    const { user, check, go, search, browser, posts } = await openSend();
    if (currency === 'BTC') await check(100_000, { destination_amount_currency: currency });
    else {
      const { id } = await addWallet(browser);
      await go(`/send?${new URLSearchParams({ ...search(100_000), destination_account_id: id })}`);
    }
    const button = await sendButton();
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Change currency' })).toBeVisible();
    await user.click(button);
    expect(posts()).toBe(0);
    await user.click(screen.getByRole('checkbox', { name: 'I checked this. It is right.' }));
    await user.click(button);
    await heading(sentTitle);
  });

  it('asks for no confirmation if nothing looks wrong', async () => {
    const { check } = await openSend();
    await check(100_000);
    await sendButton();
    expect(screen.queryByText('Check this before you send')).not.toBeInTheDocument();
  });

  it('disables Send while there is no rate', async () => {
    const { user, check, posts } = await openSend();
    await check(404);
    await screen.findByText('There is no rate from CLP to COP.');
    const button = await sendButton();
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription('You can send once there is an estimate.');
    await user.click(button);
    expect(posts()).toBe(0);
  });

  it('shows Not found for a malformed address', async () => {
    const { go } = await openSend();
    await go('/send?source_amount_cents=12abc');
    await heading('Not found');
  });
});

describe('pressing Send', () => {
  it('sends once, shows the number, and Back skips the check', async () => {
    const { user, chooseRecipient, sandbox, router, address } = await openSend();
    await chooseRecipient(100_000);
    const before = address();
    await user.click(await screen.findByRole('link', { name: 'Mamá Bogotá' }));
    await user.click(await sendButton());
    await heading(sentTitle);
    const [transfer] = sandbox.transfers;
    expect(sandbox.transfers).toHaveLength(1);
    expect(transfer).toMatchObject({ source_amount_cents: 100_000n });
    expect(screen.getByText(String(transfer?.id), { selector: 'dd' })).toBeVisible();
    expect(address()).toBe(`/transfers/${transfer?.id}`);
    await act(() => router.navigate(-1));
    await waitFor(() => expect(address()).toBe(before));
  });

  it('creates one transfer on a double click', async () => {
    const { user, check, posts, sandbox } = await openSend();
    await check(100_000);
    await user.dblClick(await sendButton());
    await heading(sentTitle);
    expect(posts()).toBe(1);
    expect(sandbox.transfers).toHaveLength(1);
  });

  it('says after 3 seconds that the payment service has not answered', async () => {
    const { user, check, browser, posts } = await openSend();
    await check(100_000);
    const button = await sendButton();
    const held = holdAnswers(browser, /\/api\/transfers$/);
    await user.click(button);
    expect(screen.queryByText(/^Still waiting/)).not.toBeInTheDocument();
    await screen.findByText(/^Still waiting/, {}, { timeout: 20_000 });
    held.resolve();
    await heading(sentTitle);
    expect(posts()).toBe(1);
  }, 15_000);

  it('keeps the page and the key when the session ends, and sends after signing in', async () => {
    const { user, check, key, browser, posts } = await openSend();
    await check(100_000);
    const button = await sendButton();
    const before = key();
    browser.cookies.clear();
    await user.click(button);
    const dialog = await screen.findByRole('dialog', { hidden: true });
    expect(key()).toBe(before);
    await user.type(within(dialog).getByLabelText('Password'), 'sandbox');
    await user.click(within(dialog).getByRole('button', { name: 'Sign in', hidden: true }));
    await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull());
    const again = await screen.findByText('Nothing was sent yet');
    expect(again.closest('[role=status]')).toHaveTextContent('You are signed in again.');
    await user.click(await sendButton());
    await heading(sentTitle);
    expect(posts()).toBe(1);
  });

  it('disables Send while offline, and enables it when online', async () => {
    const { user, check, posts } = await openSend();
    await check(100_000);
    const button = await sendButton();
    expect(button).toBeEnabled();
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onTestFinished(() => network.mockRestore());
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription(/^You’re offline/);
    expect(screen.getByText('You’re offline')).toBeVisible();
    await user.click(button);
    network.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(screen.queryByText(/^You’re offline/)).not.toBeInTheDocument();
    expect(posts()).toBe(0);
    await user.click(button);
    await heading(sentTitle);
    expect(posts()).toBe(1);
  });

  it('says that nothing was sent if refused, and links to a check with a new key', async () => {
    const { user, check, key, db, posts } = await openSend();
    await check(100_000);
    const button = await sendButton();
    const before = key();
    await db.deleteFrom('owners').execute();
    await user.click(button);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Nothing was sent');
    expect(within(alert).getByRole('link', { name: 'Try again' })).toHaveAttribute(
      'href',
      expect.not.stringContaining('key='),
    );
    expect(key()).toBe(before);
    expect(posts()).toBe(0);
  });
});
