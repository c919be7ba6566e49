import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { banksQuery } from '../../../src/app/api/reference.ts';
import { addRecipient } from '../../support/recipients.ts';
import { renderApp } from '../../support/render-app.tsx';
import { fill, fillBankAccount, owner, pick, save, summary } from './fill.ts';

const heading = () => screen.findByRole('heading', { level: 1, name: 'New recipient' });

async function open(path = '/recipients/new', options: Parameters<typeof renderApp>[1] = {}) {
  const app = await renderApp(path, options);
  await heading();
  return app;
}

const saved = (alias: string) => screen.findByRole('heading', { level: 1, name: alias });

describe('a bank account', () => {
  it.each([
    ['Spain', 'santander', 'ABA number', { aba_number: '021000021' }],
    ['United States', 'chase', 'IBAN number', { iban_number: '021000021' }],
    ['Brazil', 'itau', 'CPF number', { cpf_number: '021000021' }],
  ])('in %s asks for the code that it needs there', async (country, bank, code, sent) => {
    const { user, sandbox } = await open();
    await fillBankAccount(user, { country, bank, alias: 'Lucía piso' });
    await fill(user, { [`${code} (needed for ${country})`]: '021000021' });
    await save(user);
    await saved('Lucía piso');
    expect(sandbox.accounts).toMatchObject([
      {
        alias: 'Lucía piso',
        category: 'bank',
        bank_type: 'savings',
        bank_number: '00123454821',
        dni_type: 'passport',
        last_name: 'García Pérez',
        country: { name: country },
        ...sent,
      },
    ]);
  });

  it('says in plain words what is missing, and leads there', async () => {
    const { user, sandbox } = await open();
    await pick(user, 'Country', 'Brazil');
    await save(user);
    const lines = await summary();
    expect(lines).toContain('Account number: Enter the account number');
    expect(lines).toContain('CPF number (needed for Brazil): Enter the CPF number');
    await user.click(screen.getByRole('link', { name: /Enter the CPF number/ }));
    expect(screen.getByLabelText('CPF number (needed for Brazil)')).toHaveFocus();
    expect(sandbox.accounts).toHaveLength(0);
  });

  it('sends the birth date and what else stands behind More details', async () => {
    const { user, sandbox } = await open();
    await fillBankAccount(user, { country: 'Colombia', bank: 'bancolombia', alias: 'Gloria' });
    await fill(user, {
      'Mobile phone (optional)': '+57 300 1234567',
      'Birth date (optional)': '1984-02-29',
      'Additional details (optional)': 'Branch 12',
    });
    await save(user);
    await saved('Gloria');
    expect(sandbox.accounts).toMatchObject([
      {
        birthdate: '1984-02-29',
        phone: '+57 300 1234567',
        additional_data: 'Branch 12',
        state: null,
      },
    ]);
  });

  it('offers no digital asset as a country', async () => {
    const { user } = await open();
    await user.type(screen.getByRole('combobox', { name: 'Country' }), 'bitcoin');
    const list = screen.getByRole('listbox', { name: 'Country' });
    expect(within(list).queryByRole('option')).not.toBeInTheDocument();
  });

  it('says so where the service lists no bank', async () => {
    const { user, queryClient } = await open();
    queryClient.setQueryData(banksQuery('Colombia').queryKey, []);
    await pick(user, 'Country', 'Colombia');
    const box = screen.getByRole('combobox', { name: 'Bank' });
    expect(box).toHaveAccessibleDescription(/lists no bank in Colombia/);
  });

  it('starts in the country that the money is quoted for', async () => {
    await open('/recipients/new?country_id=6');
    expect(screen.getByRole('combobox', { name: 'Country' })).toHaveValue('Colombia');
  });
});

describe('a wallet', () => {
  it('needs a name alone, and warns of an absent address', async () => {
    const { user, sandbox } = await open();
    await user.click(screen.getByRole('radio', { name: 'Wallet' }));
    expect(screen.queryByRole('combobox', { name: 'Country' })).not.toBeInTheDocument();
    expect(screen.getByLabelText('Wallet address')).toHaveAccessibleDescription(
      /Without an address/,
    );
    await fill(user, { 'Name for this recipient': 'Cold wallet' });
    await save(user);
    await saved('Cold wallet');
    expect(sandbox.accounts).toMatchObject([
      { category: 'wallet', additional_data: null, dni: null },
    ]);
  });

  it('sends its address and its owner', async () => {
    const { user, sandbox } = await open();
    await user.click(screen.getByRole('radio', { name: 'Wallet' }));
    await fill(user, {
      'Wallet address': ' bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq ',
      'First names (optional)': 'Ana',
      'Name for this recipient': 'Cold wallet',
    });
    expect(screen.queryByText(/Without an address/)).not.toBeInTheDocument();
    await save(user);
    await saved('Cold wallet');
    expect(sandbox.accounts).toMatchObject([
      { additional_data: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', first_name: 'Ana' },
    ]);
  });
});

describe('switching', () => {
  it('from bank to wallet and back keeps the owner and drops the account', async () => {
    const { user } = await open();
    await fillBankAccount(user, { country: 'Colombia', bank: 'bancolombia', alias: 'Gloria' });
    await user.click(screen.getByRole('radio', { name: 'Wallet' }));
    expect(screen.getByLabelText('Wallet address')).toHaveValue('');
    expect(screen.getByLabelText('Name for this recipient')).toHaveValue('Gloria');
    expect(screen.getByLabelText('City (optional)')).toHaveValue(owner.City);
    await user.click(screen.getByRole('radio', { name: 'Bank account' }));
    expect(screen.getByLabelText('City')).toHaveValue(owner.City);
    expect(screen.getByLabelText('Document')).toHaveDisplayValue('Passport');
    expect(screen.getByLabelText('Account number')).toHaveValue('');
    expect(screen.getByRole('combobox', { name: 'Country' })).toHaveValue('');
  });

  it('the country, either way, drops the bank and its codes with their errors', async () => {
    const { user } = await open();
    await pick(user, 'Country', 'Spain');
    await pick(user, 'Bank', 'santander');
    await fill(user, { 'Account number': '42', 'ABA number (needed for Spain)': '021000021' });
    await save(user);
    await summary();
    await pick(user, 'Country', 'Brazil');
    expect(screen.getByRole('combobox', { name: 'Bank' })).toHaveValue('');
    expect(screen.getByLabelText('CPF number (needed for Brazil)')).not.toBeInvalid();
    expect(screen.getByLabelText('Account number')).toHaveValue('42');
    await pick(user, 'Country', 'Spain');
    expect(screen.getByLabelText('ABA number (needed for Spain)')).toHaveValue('');
    expect(screen.queryByText('CPF number (needed for Brazil)')).not.toBeInTheDocument();
  });
});

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
    expect(await summary()).toEqual(['Name for this recipient: has already been taken']);
    const field = screen.getByLabelText('Name for this recipient');
    expect(field).toHaveAccessibleDescription(/has already been taken/);
    await fill(user, { 'Name for this recipient': 'Free' });
    await save(user);
    await saved('Free');
  });

  it('stands at the bank, which the service calls by another name', async () => {
    const { user } = await filled('Gloria', { 'Account number': '0000' });
    expect(await summary()).toEqual(['Bank: must exist', 'Account number: is invalid']);
    await user.click(screen.getByRole('link', { name: 'Bank: must exist' }));
    expect(screen.getByRole('combobox', { name: 'Bank' })).toHaveFocus();
  });

  it('stands in the summary when it is of no field of ours', async () => {
    await filled('strange error');
    expect(await summary()).toEqual(['compliance_review: is waiting for the operator']);
    expect(screen.getByLabelText('Account number')).toHaveValue('00123454821');
  });

  it('reveals a bank code that the form did not ask for', async () => {
    const env = { COUNTRY_FIELD_RULES: '{"ES":[]}' };
    const { user } = await open('/recipients/new', { env });
    await fillBankAccount(user, { country: 'Spain', bank: 'santander', alias: 'Lucía' });
    expect(screen.getByLabelText('ABA number (optional)')).not.toBeVisible();
    await save(user);
    expect(await summary()).toEqual(["ABA number: can't be blank"]);
    expect(screen.getByLabelText('ABA number (optional)')).toBeVisible();
    await user.click(screen.getByRole('link', { name: /ABA number/ }));
    expect(screen.getByLabelText('ABA number (optional)')).toHaveFocus();
  });
});

describe('an answer that got lost', () => {
  it('is not called a failure, and what was typed stays', async () => {
    const { user, sandbox } = await open();
    await user.click(screen.getByRole('radio', { name: 'Wallet' }));
    await fill(user, { 'Name for this recipient': 'broken' });
    await save(user);
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('may have been saved all the same');
    expect(within(notice).getByRole('link')).toHaveAttribute('href', '/recipients?q=broken');
    expect(screen.getByLabelText('Name for this recipient')).toHaveValue('broken');
    expect(sandbox.accounts).toHaveLength(0);
  });
});

describe('a session that ends meanwhile', () => {
  beforeAll(() => {
    // jsdom knows the element but not its modal form.
    HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
      this.open = true;
    };
  });

  it('takes nothing that was typed', async () => {
    const { user, browser } = await open();
    await user.click(screen.getByRole('radio', { name: 'Wallet' }));
    await fill(user, { 'Name for this recipient': 'Cold wallet' });
    browser.cookies.clear();
    await save(user);
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Password'), 'sandbox{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByLabelText('Name for this recipient')).toHaveValue('Cold wallet');
    await save(user);
    await saved('Cold wallet');
  });

  it('says that the banks could not be read, and reads them on demand', async () => {
    const { user, browser } = await open();
    const cookies = [...browser.cookies];
    browser.cookies.clear();
    await pick(user, 'Country', 'Colombia');
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
    await fill(app.user, { 'Name for this recipient': 'Cold wallet' });
    await save(app.user);
    await waitFor(() => expect(app.sandbox.accounts).toHaveLength(1));
    await waitFor(() => expect(app.router.state.location.pathname).not.toBe('/recipients/new'));
    return { at: app.router.state.location, id: String(app.sandbox.accounts[0]?.id) };
  }

  it('leads to where the person was, with the new recipient', async () => {
    const then = encodeURIComponent('/recipients?q=cold');
    const { at, id } = await addWallet(`/recipients/new?then=${then}`);
    expect(at).toMatchObject({
      pathname: '/recipients',
      search: `?q=cold&destination_account_id=${id}`,
    });
  });

  it.each(['//evil.example/', '/\\evil.example', 'https://evil.example/'])(
    'never leaves Giro for %s',
    async (then) => {
      const { at, id } = await addWallet(`/recipients/new?then=${encodeURIComponent(then)}`);
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
    expect(screen.getByRole('combobox', { name: 'Country' })).toHaveValue('Colombia');
    expect(screen.getByLabelText('Birth date (optional)')).toHaveValue('1984-02-29');
    expect(screen.getByLabelText('Name for this recipient')).toHaveValue('');
  });
});
