import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { accountFields } from '../../../../src/contract/account-fields.ts';
import { chooseLanguage } from '../../../support/account-menu.ts';
import { addRecipient, walletAddress } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';
import { fill, fillBankAccount, pick, save, summary } from './fill.ts';

const heading = () => screen.findByRole('heading', { level: 1, name: 'New recipient' });

async function open(path = '/recipients/new', options: Parameters<typeof renderApp>[1] = {}) {
  const app = await renderApp(path, options);
  await heading();
  return app;
}

const saved = (alias: string) => screen.findByRole('heading', { level: 1, name: alias });

describe('a refusal of the service', () => {
  async function filled(alias: string, more: Record<string, string> = {}) {
    const app = await open();
    await fillBankAccount(app.user, { country: 'Colombia', bank: 'bancolombia', alias });
    await fill(app.user, more);
    await save(app.user);
    return app;
  }

  /** Answers the next save with this problem. */
  function refuse(browser: Awaited<ReturnType<typeof open>>['browser'], problem: object) {
    const body = { type: '/problems/invalid-fields', title: '', status: 422, ...problem };
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
      init?.method === 'POST'
        ? Promise.resolve(Response.json(body, { status: 422 }))
        : browser.fetch(path, init),
    );
  }

  it('says at the nickname and in the summary that it is taken', async () => {
    const { user } = await filled('taken');
    const words = 'Another recipient already has this nickname. Choose a different one.';
    expect(await summary()).toEqual([words]);
    const field = screen.getByLabelText('Nickname');
    expect(field).toHaveAccessibleDescription(new RegExp(words));
    await fill(user, { Nickname: 'Free' });
    await save(user);
    await saved('Free');
  });

  it('links to the own recipient that has the nickname', async () => {
    const { user } = await open('/recipients/new', {
      before: async (browser) => {
        await addRecipient(browser, { alias: 'Abuela' });
      },
    });
    await fillBankAccount(user, { country: 'Colombia', bank: 'bancolombia', alias: 'Abuela' });
    await save(user);
    expect(await summary()).toEqual(['You already have a recipient called Abuela.']);
    const link = screen.getByRole('link', { name: 'Show Abuela (new tab)' });
    expect(link).toHaveAttribute('href', '/recipients/501');
    await user.type(screen.getByLabelText('Nickname'), ' Rosa');
    expect(link).not.toBeInTheDocument();
  });

  it('names each field, and is translated when the language changes', async () => {
    const { user } = await filled('taken', { 'Account number': '0000' });
    expect(await summary()).toEqual([
      'Choose the bank. The payment service doesn’t know the one you chose.',
      'Check “Account number”. The payment service doesn’t accept it.',
      'Another recipient already has this nickname. Choose a different one.',
    ]);
    await chooseLanguage(user, 'Español');
    await screen.findByLabelText('Número de cuenta');
    await waitFor(async () =>
      expect(await summary('3 datos por corregir')).toEqual([
        'Elija el banco. El servicio de pagos no reconoce la opción que eligió.',
        'Revise “Número de cuenta”. El servicio de pagos no lo acepta.',
        'Otro destinatario ya tiene este alias. Elija uno distinto.',
      ]),
    );
    await chooseLanguage(user, 'Português');
    await screen.findByLabelText('Número da conta');
    await waitFor(async () =>
      expect(await summary('3 itens a corrigir')).toEqual([
        'Escolha o banco. O serviço de pagamentos não reconhece a opção que você escolheu.',
        'Confira “Número da conta”. O serviço de pagamentos não aceita.',
        'Outro destinatário já tem este apelido. Escolha um diferente.',
      ]),
    );
  });

  it('does not return to a field that was edited before the language changes', async () => {
    const { user } = await filled('taken', { 'Account number': '0000' });
    await summary();
    await fill(user, { 'Account number': '00123454821' });
    await chooseLanguage(user, 'Español');
    const field = await screen.findByLabelText('Alias');
    await waitFor(() => expect(field).toHaveAccessibleDescription(/ya tiene este alias/));
    expect(screen.getByLabelText('Número de cuenta')).toBeValid();
    await user.clear(field);
    expect(field).toHaveAccessibleDescription(/Ingrese un alias/);
    await chooseLanguage(user, 'Português');
    await waitFor(() => expect(field).toHaveAccessibleDescription(/Informe um apelido/));
  });

  it('under the service’s name for the bank is shown at the bank', async () => {
    const { user } = await filled('Gloria', { 'Account number': '0000' });
    await summary();
    await user.click(screen.getByRole('link', { name: /^Choose the bank\./ }));
    expect(screen.getByRole('combobox', { name: 'Bank' })).toHaveFocus();
  });

  it('of an unknown field is quoted in the summary', async () => {
    await filled('strange error');
    expect(await summary('Nothing was saved')).toEqual([
      'The payment service did not accept this recipient: “compliance review is waiting for the operator”. Contact support.',
    ]);
    expect(screen.getByLabelText('Account number')).toHaveValue('00123454821');
  });

  it.each([
    ['error creating destination account', 'The payment service did not accept this recipient.'],
    ['Closed until Monday', 'The payment service says: “Closed until Monday”'],
  ])('without fields is said or quoted: %s', async (detail, words) => {
    const { user, browser } = await open();
    await fillBankAccount(user, { country: 'Colombia', bank: 'bancolombia', alias: 'Gloria' });
    refuse(browser, { detail });
    await save(user);
    expect(await summary('Nothing was saved')).toEqual([words]);
  });

  it('of what is too long says how many characters fit', async () => {
    await filled('a'.repeat(1001));
    expect(await summary()).toEqual(['Shorten “Nickname” to 1000 characters or fewer.']);
  });

  it('in unknown words is quoted at its field, revealed and within reach', async () => {
    const { user, browser } = await open();
    await fillBankAccount(user, { country: 'Colombia', bank: 'bancolombia', alias: 'Gloria' });
    const errors = Object.fromEntries(accountFields.map((field) => [field, [`${field} is odd`]]));
    refuse(browser, { errors });
    await save(user);
    const lines = await summary();
    expect(lines).toHaveLength(accountFields.length);
    expect(lines).toContain('The payment service says about “City”: “city is odd”');
    for (const field of accountFields) {
      const link = screen.getByRole('link', { name: new RegExp(`“${field} is odd”$`) });
      await user.click(link);
      const control = document.activeElement;
      if (!(control instanceof HTMLElement)) throw new Error(`${field} can not be reached`);
      expect(control).toBeVisible();
      const described = control.closest('fieldset') ?? control;
      expect(described).toHaveAccessibleDescription(new RegExp(`${field} is odd`));
    }
  });

  it.each([
    ["can't be blank", 'Enter the city.'],
    ['is locked', '“City” can’t be changed any more.'],
    ['has already been taken', '“City” is already used. Choose another.'],
    ['is too short (minimum is 3 characters)', '“City” needs at least 3 characters.'],
    ['is too long (maximum is 60 characters)', 'Shorten “City” to 60 characters or fewer.'],
  ])('is a sentence that names the field: %s', async (said, words) => {
    const { user, browser } = await open();
    await fillBankAccount(user, { country: 'Colombia', bank: 'bancolombia', alias: 'Gloria' });
    refuse(browser, { errors: { city: [said] } });
    await save(user);
    expect(await summary()).toEqual([words]);
    expect(screen.getByLabelText('City')).toHaveAccessibleDescription(words);
  });

  it('opens the details of a bank code that the form did not ask for', async () => {
    const env = { COUNTRY_FIELD_RULES: '{"ES":[]}' };
    const { user } = await open('/recipients/new', { env });
    await fillBankAccount(user, { country: 'Spain', bank: 'santander', alias: 'Lucía' });
    expect(screen.getByLabelText('ABA number (optional)')).not.toBeVisible();
    await save(user);
    expect(await summary()).toEqual(['Enter the ABA number.']);
    expect(screen.getByLabelText('ABA number (optional)')).toBeVisible();
    await user.click(screen.getByRole('link', { name: /ABA number/ }));
    expect(screen.getByLabelText('ABA number (optional)')).toHaveFocus();
  });
});

describe('a lost answer', () => {
  it('is not called a failure and keeps what was typed', async () => {
    const { user, sandbox } = await open();
    await user.click(screen.getByRole('radio', { name: 'Wallet' }));
    await fill(user, { Nickname: 'broken', 'Wallet address': walletAddress });
    await save(user);
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent(
      /^This recipient may have been saved.*Check your recipients before you save again/,
    );
    expect(within(notice).getByRole('link')).toHaveAttribute('href', '/recipients');
    expect(screen.getByLabelText('Nickname')).toHaveValue('broken');
    expect(sandbox.accounts).toHaveLength(0);
  });
});

describe('a slow answer', () => {
  it('says after 3 seconds that it is still waiting', async () => {
    const sandbox = { scenarios: { slow_ms: 6_000 } };
    const { user } = await open('/recipients/new', { sandbox });
    await user.click(screen.getByRole('radio', { name: 'Wallet' }));
    await fill(user, {
      Nickname: 'Cold wallet',
      'Wallet address': walletAddress,
      'City (optional)': 'slow',
    });
    await save(user);
    expect(screen.queryByText(/^Still waiting/)).not.toBeInTheDocument();
    await screen.findByText('Still waiting for the payment service…', {}, { timeout: 20_000 });
    await screen.findByRole('heading', { level: 1, name: 'Cold wallet' }, { timeout: 20_000 });
  });
});

describe('a session that ends', () => {
  it('keeps what was typed', async () => {
    const { user, browser } = await open();
    await user.click(screen.getByRole('radio', { name: 'Wallet' }));
    await fill(user, {
      Nickname: 'Cold wallet',
      'Wallet address': walletAddress,
    });
    browser.cookies.clear();
    await save(user);
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Password'), 'sandbox{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByLabelText('Nickname')).toHaveValue('Cold wallet');
    expect(screen.queryByText(/Your session ended/)).not.toBeInTheDocument();
    await save(user);
    await saved('Cold wallet');
  });

  it('shows that the banks could not be loaded, and retries on demand', async () => {
    const { user, browser } = await open();
    const cookies = [...browser.cookies];
    browser.cookies.clear();
    await pick(user, 'Country or digital asset', 'Colombia');
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('We couldn’t load the banks');
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    await user.click(within(notice).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(notice).not.toBeInTheDocument());
    await pick(user, 'Bank', 'bancolombia');
  });
});

describe('after saving', () => {
  async function addWallet(path: string) {
    const app = await open(path);
    await app.user.click(screen.getByRole('radio', { name: 'Wallet' }));
    await fill(app.user, {
      Nickname: 'Cold wallet',
      'Wallet address': walletAddress,
    });
    await save(app.user);
    await waitFor(() => expect(app.sandbox.accounts).toHaveLength(1));
    await waitFor(() => expect(app.router.state.location.pathname).not.toBe('/recipients/new'));
    return { at: app.router.state.location, id: String(app.sandbox.accounts[0]?.id) };
  }

  it('returns to the page before, with the new recipient', async () => {
    const next = encodeURIComponent('/recipients?q=cold');
    const { at, id } = await addWallet(`/recipients/new?next=${next}`);
    expect(at).toMatchObject({
      pathname: '/recipients',
      search: `?q=cold&destination_account_id=${id}`,
    });
  });

  it('goes back to the transfer that it interrupts, and Back skips the form', async () => {
    const next = '/send?source_amount_cents=100&source_amount_currency=CLP';
    const app = await renderApp('/transfers');
    const to = `/recipients/new?next=${encodeURIComponent(next)}`;
    await act(() => app.router.navigate(to));
    expect(await screen.findByText('Save the recipient to continue your transfer.')).toBeVisible();
    await app.user.click(screen.getByRole('radio', { name: 'Wallet' }));
    await fill(app.user, {
      Nickname: 'Cold wallet',
      'Wallet address': walletAddress,
    });
    await app.user.click(screen.getByRole('button', { name: 'Save and continue' }));
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/'));
    await act(() => app.router.navigate(-1));
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/transfers'));
  });

  it('says so beside the title of the page that follows, but not after a reload or Back', async () => {
    const { user, router } = await open();
    await user.click(screen.getByRole('radio', { name: 'Wallet' }));
    await fill(user, { Nickname: 'Cold wallet', 'Wallet address': walletAddress });
    await save(user);
    const title = await saved('Cold wallet');
    expect(title).toHaveAccessibleDescription('Saved');
    await act(() => router.navigate('/recipients'));
    await screen.findByRole('heading', { level: 1, name: 'Recipients' });
    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
    await act(() => router.navigate(-1));
    await saved('Cold wallet');
    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
  });

  it.each(['//evil.example/', '/.//evil.example', '/\\evil.example', 'https://evil.example/'])(
    'never leaves the app for %s',
    async (next) => {
      const { at, id } = await addWallet(`/recipients/new?next=${encodeURIComponent(next)}`);
      expect(at.pathname).toBe(`/recipients/${id}`);
    },
  );

  it('starts from a copy of another recipient, without its nickname', async () => {
    let id = '';
    await open('/recipients/new?copy=501', {
      before: async (browser) => {
        ({ id } = await addRecipient(browser, { birthdate: '1984-02-29' }));
      },
    });
    expect(id).toBe('501');
    expect(screen.getByLabelText('Account number')).toHaveValue('00123454821');
    expect(screen.getByRole('combobox', { name: 'Country or digital asset' })).toHaveValue(
      'Colombia',
    );
    expect(screen.getByLabelText('Birth date (optional)')).toHaveValue('1984-02-29');
    expect(screen.getByLabelText('Nickname')).toHaveValue('');
  });
});
