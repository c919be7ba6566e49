import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { addRecipient, addWallet, walletAddress } from '../../../support/recipients.ts';
import { openSend, sendButton } from './open-send.ts';

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });

describe('the key of a sending', () => {
  it('is made when the check opens, and kept while the address is', async () => {
    const { check, key, address, go } = await openSend();
    await check(100_000);
    await heading('Check before you send');
    const first = key();
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    await go(address());
    expect(key()).toBe(first);
  });

  it('is another one for each check that is opened', async () => {
    const { check, key } = await openSend();
    await check(100_000);
    const first = key();
    await check(100_000);
    expect(key()).not.toBe(first);
  });

  it('leads to what became of it once it was used, and to no second sending', async () => {
    const { user, check, address, go, router, posts } = await openSend();
    await check(100_000);
    const checked = address();
    await user.click(await sendButton());
    await heading('Sent');
    const outcome = router.state.location.pathname;
    await go(checked);
    expect(router.state.location.pathname).toBe(outcome);
    expect(posts()).toBe(1);
  });
});

describe('what is checked', () => {
  it('shows what they get, what is sent, at which rate and to whom, with the way to change it', async () => {
    const { check } = await openSend();
    await check(100_000);
    await heading('Check before you send');
    expect(screen.getByText('Mamá Bogotá gets')).toBeVisible();
    expect(await screen.findByText(/^COP\s[\d,]+\.\d\d$/)).toBeVisible();
    expect(screen.getByText('CLP 100,000', { selector: 'dd' })).toBeVisible();
    expect(screen.getByText(/^1 CLP = [\d.]+ COP$/)).toBeVisible();
    expect(screen.getByText(/^Gloria Patiño/)).toBeVisible();
    expect(screen.getByText('ending in 4821')).toBeInTheDocument();
    expect(screen.queryByText(/00123454821|1020304/)).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Change what you send' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/\?source_amount_cents=100000&.*destination_account_id=\d+$/),
    );
    expect(screen.getByRole('link', { name: 'Change who gets it' })).toHaveAttribute(
      'href',
      expect.stringMatching(
        /^\/send\?source_amount_cents=100000(?!.*(key|destination_account_id))/,
      ),
    );
  });

  it('shows both ends of a wallet address large, and all of it', async () => {
    const { go, search, browser } = await openSend();
    const wallet = await addWallet(browser);
    const params = new URLSearchParams({ ...search(100_000), destination_account_id: wallet.id });
    await go(`/send?${params}`);
    await heading('Check before you send');
    expect(screen.getByText('0x5290…169EE7')).toBeVisible();
    expect(screen.getByText(walletAddress)).toBeVisible();
  });

  it('says that the estimate changed, from what to what, and sends at the new one', async () => {
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
    await heading('Sent');
    const { body: send } = await browser.call('GET', `/api/sends/${sendKey}`);
    expect(BigInt(send.quote.destination_amount_cents)).toBeLessThan(
      BigInt(body.destination_amount_cents),
    );
  });

  it('says by the figure that it is an estimate', async () => {
    const { check } = await openSend();
    await check(100_000);
    expect(
      await screen.findByText(/^Estimate taken .*The rate is set when you send\.$/),
    ).toBeVisible();
  });

  it('says no more than a quiet word of a change for the better, or of next to nothing', async () => {
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

  it('stands while the estimate is on its way, with nothing to send at yet', async () => {
    const { go, search, recipient } = await openSend();
    // The sandbox is slow for this amount.
    const params = new URLSearchParams({ ...search(408), destination_account_id: recipient.id });
    await go(`/send?${params}`);
    await heading('Check before you send');
    expect(screen.getByText('Mamá Bogotá gets')).toBeVisible();
    expect(screen.getByText('CLP 408', { selector: 'dd' })).toBeVisible();
    expect(screen.getByText('Loading')).toBeInTheDocument();
    const button = screen.getByRole('button', { name: /^Send/ });
    expect(button).toBeDisabled();
    expect(await screen.findByText(/^1 CLP = /, {}, { timeout: 5_000 })).toBeVisible();
    expect(button).toBeEnabled();
    expect(screen.queryByText('Loading')).not.toBeInTheDocument();
  });

  it('warns where the recipient is in another country than was quoted, with the way to quote anew', async () => {
    const { check, browser, recipient } = await openSend();
    const { body: countries } = await browser.call('GET', '/api/countries');
    const brazil = countries.find(({ code }: { code: string }) => code === 'BR');
    await check(100_000, { country_id: brazil.id, destination_amount_currency: 'BRL' });
    const title = await screen.findByText('You quoted for Brazil, but Mamá Bogotá is in Colombia');
    expect(title).toBeVisible();
    expect(screen.getByText(/^They get BRL in Colombia\./)).toBeVisible();
    const anew = screen.getByRole('link', { name: 'Quote for Colombia' }).getAttribute('href');
    expect(Object.fromEntries(new URLSearchParams(anew?.slice(2)))).toEqual({
      source_amount_cents: '100000',
      source_amount_currency: 'CLP',
      country_id: recipient.country.id,
      destination_account_id: recipient.id,
    });
    await check(100_000);
    await waitFor(() => expect(title).not.toBeInTheDocument());
  });

  it('calls a wallet no place where it is another than was quoted', async () => {
    const { go, search, browser } = await openSend();
    const wallet = await addWallet(browser);
    const asset = wallet.country.name;
    const params = new URLSearchParams({ ...search(100_000), destination_account_id: wallet.id });
    await go(`/send?${params}`);
    await screen.findByText(`You quoted for Colombia, but Cold wallet is a wallet for ${asset}`);
    expect(screen.getByText(/^You would send COP to a wallet for /)).toBeVisible();
  });

  it('sends nothing to a wallet without an address, and leads to where it is added', async () => {
    const { user, go, search, browser, posts, address } = await openSend();
    const wallet = await addWallet(browser, { additional_data: undefined });
    const params = new URLSearchParams({ ...search(100_000), destination_account_id: wallet.id });
    await go(`/send?${params}`);
    const button = await sendButton();
    expect(screen.getByRole('alert')).toHaveTextContent('missing');
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription("Add the wallet's address first.");
    const before = address();
    await user.click(screen.getByRole('link', { name: 'Add address' }));
    const bitcoin = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
    await user.type(await screen.findByLabelText('Wallet address'), bitcoin);
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByText(bitcoin);
    expect(address()).toBe(before);
    expect(await sendButton()).toBeEnabled();
    expect(posts()).toBe(0);
  });

  it('asks to confirm what looks wrong in the recipient, and sends nothing before', async () => {
    const { user, go, search, browser, posts } = await openSend();
    const fields = { alias: 'Lucía', email: 'maria@', birthdate: '2999-01-01' };
    const { id } = await addRecipient(browser, fields);
    const params = new URLSearchParams({ ...search(100_000), destination_account_id: id });
    await go(`/send?${params}`);
    const button = await sendButton();
    expect(screen.getByText('Check this before you send')).toBeVisible();
    expect(screen.getByText(/^E-mail: This doesn't look like an e-mail/)).toBeVisible();
    expect(screen.getByText('Birth date: This day is in the future.')).toBeVisible();
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
    await heading('Sent');
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
    await heading('Sent');
  });

  it('says nothing of a recipient in whom nothing looks wrong', async () => {
    const { check } = await openSend();
    await check(100_000);
    await sendButton();
    expect(screen.queryByText('Check this before you send')).not.toBeInTheDocument();
  });

  it('offers nothing to send at while there is no rate', async () => {
    const { user, check, posts } = await openSend();
    await check(404);
    await screen.findByText('No rate from CLP to COP right now');
    const button = await sendButton();
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription('It can be sent as soon as there is an estimate.');
    await user.click(button);
    expect(posts()).toBe(0);
  });

  it('answers an address with something malformed in it as not found', async () => {
    const { go } = await openSend();
    await go('/send?source_amount_cents=12abc');
    await heading('Not found');
  });
});

describe('pressing Send', () => {
  it('sends once, shows its number, and Back does not return to the check', async () => {
    const { user, chooseRecipient, sandbox, router, address } = await openSend();
    await chooseRecipient(100_000);
    const before = address();
    await user.click(await screen.findByRole('link', { name: 'Mamá Bogotá' }));
    await user.click(await sendButton());
    await heading('Sent');
    const [transfer] = sandbox.transfers;
    expect(sandbox.transfers).toHaveLength(1);
    expect(transfer).toMatchObject({ source_amount_cents: 100_000n });
    expect(screen.getByText(String(transfer?.id), { selector: 'dd' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Follow this transfer' })).toHaveAttribute(
      'href',
      `/transfers/${transfer?.id}`,
    );
    await act(() => router.navigate(-1));
    await waitFor(() => expect(address()).toBe(before));
  });

  it('makes one transfer of a double click', async () => {
    const { user, check, posts, sandbox } = await openSend();
    await check(100_000);
    await user.dblClick(await sendButton());
    await heading('Sent');
    expect(posts()).toBe(1);
    expect(sandbox.transfers).toHaveLength(1);
  });

  it('stays on the page with its key when the session has ended, and goes on after signing in', async () => {
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
    const again = await screen.findByText('You are signed in again');
    expect(again.closest('[role=status]')).toHaveTextContent('Nothing was sent yet.');
    await user.click(await sendButton());
    await heading('Sent');
    expect(posts()).toBe(1);
  });

  it('says so before while there is no network, and can be pressed as soon as there is one', async () => {
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
    await heading('Sent');
    expect(posts()).toBe(1);
  });

  it('says that nothing was sent when it was refused, and checks again under another key', async () => {
    const { user, check, key, db, posts } = await openSend();
    await check(100_000);
    const button = await sendButton();
    const before = key();
    await db.deleteFrom('owners').execute();
    await user.click(button);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Nothing was sent');
    expect(within(alert).getByRole('link', { name: 'Check again' })).toHaveAttribute(
      'href',
      expect.not.stringContaining('key='),
    );
    expect(key()).toBe(before);
    expect(posts()).toBe(0);
  });
});
