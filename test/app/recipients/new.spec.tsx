import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { banksQuery } from '../../../src/app/api/reference.ts';
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
