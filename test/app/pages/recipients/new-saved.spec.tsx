import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { accountFields } from '../../../../src/contract/account-fields.ts';
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

describe('what the service refuses', () => {
  async function filled(alias: string, more: Record<string, string> = {}) {
    const app = await open();
    await fillBankAccount(app.user, { country: 'Colombia', bank: 'bancolombia', alias });
    await fill(app.user, more);
    await save(app.user);
    return app;
  }

  it('stands at the name that is taken, and in the summary in the same words', async () => {
    const { user } = await filled('taken');
    const words = 'This is already used. Choose another.';
    expect(await summary()).toEqual([`Name for this recipient: ${words}`]);
    const field = screen.getByLabelText('Name for this recipient');
    expect(field).toHaveAccessibleDescription(new RegExp(words));
    await fill(user, { 'Name for this recipient': 'Free' });
    await save(user);
    await saved('Free');
  });

  it('leads to the recipient that has the name already', async () => {
    const { user } = await open('/recipients/new', {
      before: async (browser) => {
        await addRecipient(browser, { alias: 'Abuela' });
      },
    });
    await fillBankAccount(user, { country: 'Colombia', bank: 'bancolombia', alias: 'Abuela' });
    await save(user);
    expect(await summary()).toEqual([
      'Name for this recipient: You already have a recipient called Abuela.',
    ]);
    const link = screen.getByRole('link', { name: 'Show Abuela (new tab)' });
    expect(link).toHaveAttribute('href', '/recipients/501');
    await user.type(screen.getByLabelText('Name for this recipient'), ' Rosa');
    expect(link).not.toBeInTheDocument();
  });

  it('is said in another language as soon as the page is', async () => {
    const { user } = await filled('taken', { 'Account number': '0000' });
    await summary();
    await fill(user, { 'Account number': '00123454821' });
    const speak = (language: string) =>
      user.selectOptions(screen.getByRole('combobox', { name: /Language|Idioma/ }), language);
    await speak('Español');
    const field = await screen.findByLabelText('Nombre para este destinatario');
    await waitFor(() => expect(field).toHaveAccessibleDescription(/Ya está en uso/));
    const line = screen.getByRole('link', {
      name: 'Nombre para este destinatario: Ya está en uso. Elija otro.',
    });
    expect(line).toBeVisible();
    expect(screen.getByLabelText('Número de cuenta')).toBeValid();
    await user.clear(field);
    expect(field).toHaveAccessibleDescription(/Ingrese un nombre/);
    await speak('Português');
    await waitFor(() => expect(field).toHaveAccessibleDescription(/Informe um nome/));
  });

  it('stands at the bank, which the service calls by another name', async () => {
    const { user } = await filled('Gloria', { 'Account number': '0000' });
    const [bank, number] = await summary();
    expect(bank).toBe("Bank: The payment service doesn't know this. Choose again.");
    expect(number).toBe('Account number: The payment service says this is not valid.');
    await user.click(screen.getByRole('link', { name: bank ?? '' }));
    expect(screen.getByRole('combobox', { name: 'Bank' })).toHaveFocus();
  });

  it('stands in the summary when it is of no field of ours', async () => {
    await filled('strange error');
    expect(await summary()).toEqual([
      'The payment service did not accept this recipient: “compliance review is waiting for the operator”. Contact support.',
    ]);
    expect(screen.getByLabelText('Account number')).toHaveValue('00123454821');
  });

  it('stands at every field that it can name, revealed and within reach', async () => {
    const { user, browser } = await open();
    await fillBankAccount(user, { country: 'Colombia', bank: 'bancolombia', alias: 'Gloria' });
    const errors = Object.fromEntries(accountFields.map((field) => [field, [`${field} is odd`]]));
    const problem = { type: '/problems/invalid-fields', title: '', status: 422, errors };
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
      init?.method === 'POST'
        ? Promise.resolve(Response.json(problem, { status: 422 }))
        : browser.fetch(path, init),
    );
    await save(user);
    const lines = await summary();
    expect(lines).toHaveLength(accountFields.length);
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

  it('reveals a bank code that the form did not ask for', async () => {
    const env = { COUNTRY_FIELD_RULES: '{"ES":[]}' };
    const { user } = await open('/recipients/new', { env });
    await fillBankAccount(user, { country: 'Spain', bank: 'santander', alias: 'Lucía' });
    expect(screen.getByLabelText('ABA number (optional)')).not.toBeVisible();
    await save(user);
    expect(await summary()).toEqual(['ABA number: This is required.']);
    expect(screen.getByLabelText('ABA number (optional)')).toBeVisible();
    await user.click(screen.getByRole('link', { name: /ABA number/ }));
    expect(screen.getByLabelText('ABA number (optional)')).toHaveFocus();
  });
});

describe('an answer that got lost', () => {
  it('is not called a failure, and what was typed stays', async () => {
    const { user, sandbox } = await open();
    await user.click(screen.getByRole('radio', { name: 'Wallet' }));
    await fill(user, { 'Name for this recipient': 'broken', 'Wallet address': walletAddress });
    await save(user);
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('may have been saved all the same');
    expect(within(notice).getByRole('link')).toHaveAttribute('href', '/recipients?q=broken');
    expect(screen.getByLabelText('Name for this recipient')).toHaveValue('broken');
    expect(sandbox.accounts).toHaveLength(0);
  });
});

describe('a slow answer', () => {
  it('is said to be waited for after three seconds', async () => {
    const sandbox = { scenarios: { slow_ms: 6_000 } };
    const { user } = await open('/recipients/new', { sandbox });
    await user.click(screen.getByRole('radio', { name: 'Wallet' }));
    await fill(user, {
      'Name for this recipient': 'Cold wallet',
      'Wallet address': walletAddress,
      'City (optional)': 'slow',
    });
    await save(user);
    expect(screen.queryByText(/^Still waiting/)).not.toBeInTheDocument();
    await screen.findByText('Still waiting for the payment service…', {}, { timeout: 5_000 });
    await screen.findByRole('heading', { level: 1, name: 'Cold wallet' }, { timeout: 8_000 });
  });
});

describe('a session that ends meanwhile', () => {
  it('takes nothing that was typed', async () => {
    const { user, browser } = await open();
    await user.click(screen.getByRole('radio', { name: 'Wallet' }));
    await fill(user, {
      'Name for this recipient': 'Cold wallet',
      'Wallet address': walletAddress,
    });
    browser.cookies.clear();
    await save(user);
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Password'), 'sandbox{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByLabelText('Name for this recipient')).toHaveValue('Cold wallet');
    expect(screen.queryByText(/Your session ended/)).not.toBeInTheDocument();
    await save(user);
    await saved('Cold wallet');
  });

  it('says that the banks could not be read, and reads them on demand', async () => {
    const { user, browser } = await open();
    const cookies = [...browser.cookies];
    browser.cookies.clear();
    await pick(user, 'Country or digital asset', 'Colombia');
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('The banks could not be read');
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    await user.click(within(notice).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(notice).not.toBeInTheDocument());
    await pick(user, 'Bank', 'bancolombia');
  });
});

describe('going on', () => {
  async function addWallet(path: string) {
    const app = await open(path);
    await app.user.click(screen.getByRole('radio', { name: 'Wallet' }));
    await fill(app.user, {
      'Name for this recipient': 'Cold wallet',
      'Wallet address': walletAddress,
    });
    await save(app.user);
    await waitFor(() => expect(app.sandbox.accounts).toHaveLength(1));
    await waitFor(() => expect(app.router.state.location.pathname).not.toBe('/recipients/new'));
    return { at: app.router.state.location, id: String(app.sandbox.accounts[0]?.id) };
  }

  it('leads to where the person was, with the new recipient', async () => {
    const next = encodeURIComponent('/recipients?q=cold');
    const { at, id } = await addWallet(`/recipients/new?next=${next}`);
    expect(at).toMatchObject({
      pathname: '/recipients',
      search: `?q=cold&destination_account_id=${id}`,
    });
  });

  it('says in the middle of a sending that it goes on, and Back leads past the form', async () => {
    const next = '/send?source_amount_cents=100&source_amount_currency=CLP';
    const app = await renderApp('/transfers');
    const to = `/recipients/new?next=${encodeURIComponent(next)}`;
    await act(() => app.router.navigate(to));
    expect(await screen.findByText('Save the recipient to continue your transfer.')).toBeVisible();
    await app.user.click(screen.getByRole('radio', { name: 'Wallet' }));
    await fill(app.user, {
      'Name for this recipient': 'Cold wallet',
      'Wallet address': walletAddress,
    });
    await app.user.click(screen.getByRole('button', { name: 'Save and continue' }));
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/'));
    await act(() => app.router.navigate(-1));
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/transfers'));
  });

  it.each(['//evil.example/', '/.//evil.example', '/\\evil.example', 'https://evil.example/'])(
    'never leaves Giro for %s',
    async (next) => {
      const { at, id } = await addWallet(`/recipients/new?next=${encodeURIComponent(next)}`);
      expect(at.pathname).toBe(`/recipients/${id}`);
    },
  );

  it('starts from a copy of another recipient, but for its name', async () => {
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
    expect(screen.getByLabelText('Name for this recipient')).toHaveValue('');
  });
});
