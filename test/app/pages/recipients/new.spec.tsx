import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { banksQuery, countriesQuery } from '../../../../src/app/api/reference.ts';
import { renderApp } from '../../../support/render-app.tsx';
import { fill, fillBankAccount, owner, pick, save, summary } from './fill.ts';

const heading = () => screen.findByRole('heading', { level: 1, name: 'New recipient' });

async function open(path = '/recipients/new', options: Parameters<typeof renderApp>[1] = {}) {
  const app = await renderApp(path, options);
  await heading();
  return app;
}

// For a wallet its label says that it is optional.
const country = () => screen.getByRole('combobox', { name: /^Country or digital asset/ });
const saved = (alias: string) => screen.findByRole('heading', { level: 1, name: alias });

const passport = { dni: 'X1234567', dni_type: 'passport' };

describe('a bank account', () => {
  it.each([
    ['Spain', 'santander', 'ABA number', '021000021', { ...passport, aba_number: '021000021' }],
    ['United States', 'chase', 'IBAN', '021000021', { ...passport, iban_number: '021000021' }],
    [
      'Brazil',
      'itau',
      'CPF',
      '52998224725',
      { dni: '52998224725', dni_type: 'cc', cpf_number: '52998224725' },
    ],
  ])('in %s requires the bank code of that country', async (country, bank, code, text, sent) => {
    const { user, sandbox } = await open();
    await fillBankAccount(user, { country, bank, alias: 'Lucía piso' });
    await fill(user, { [code]: text });
    await save(user);
    await saved('Lucía piso');
    expect(sandbox.accounts).toMatchObject([
      {
        alias: 'Lucía piso',
        category: 'bank',
        bank_type: 'savings',
        bank_number: '00123454821',
        last_name: 'García Pérez',
        country: { name: country },
        ...sent,
      },
    ]);
  });

  it.each([
    ['Spain', 'ABA number', 'IBAN', /have no ABA number, .* Use the IBAN/, /fill in the bank and/],
    [
      'United States',
      'IBAN',
      'Routing number (ABA)',
      /have no IBAN, .* Use the routing number/,
      /has 9 digits/,
    ],
  ])(
    'in %s also shows the code that accounts there have',
    async (place, code, own, asked, found) => {
      const { user } = await open();
      await pick(user, 'Country or digital asset', place);
      const needed = screen.getByLabelText(code);
      expect(needed).toHaveAccessibleDescription(asked);
      const usual = screen.getByLabelText(`${own} (optional)`);
      expect(usual).toBeVisible();
      expect(usual).toHaveAccessibleDescription(found);
      // The code that the hint asks for is not questioned.
      const text = place === 'Spain' ? 'ES91 2100 0418 4502 0005 1332' : '021000021';
      await fill(user, { [code]: text });
      await user.tab();
      await fill(user, { [`${own} (optional)`]: 'x' });
      await user.tab();
      await waitFor(() =>
        expect(usual).toHaveAccessibleDescription(/begins with|number has 9 digits/),
      );
      expect(needed).toHaveAccessibleDescription(asked);
    },
  );

  it('in Brazil asks for the CPF once, as bank code and as ID', async () => {
    const { user } = await open();
    await pick(user, 'Country or digital asset', 'Brazil');
    expect(screen.getByLabelText('CPF')).toHaveAccessibleDescription(/Also used as the ID number/);
    expect(screen.getByLabelText('ID number (optional)')).not.toBeVisible();
    await save(user);
    const lines = await summary();
    expect(lines).toContain('Enter the CPF.');
    expect(lines).not.toContain('Enter the ID number.');
    // Another ID needs both its type and its number.
    await fill(user, { 'ID number (optional)': 'AB1' });
    await save(user);
    expect(await summary()).toContain('Choose the ID type.');
  });

  it('opens the keyboard that fits each number', async () => {
    const { user } = await open();
    await pick(user, 'Country or digital asset', 'Brazil');
    await user.click(screen.getByText('Other ID or bank code'));
    const cpf = screen.getByLabelText('CPF');
    expect(cpf).toHaveAttribute('inputmode', 'numeric');
    // An IBAN may be entered here, so the keyboard needs letters.
    for (const label of ['Account number', 'ABA number (optional)', 'IBAN (optional)']) {
      expect(screen.getByLabelText(label)).toHaveAttribute('autocapitalize', 'characters');
      expect(screen.getByLabelText(label)).not.toHaveAttribute('inputmode');
    }
  });
  it('does not correct or capitalise a wallet address', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('radio', { name: 'Wallet' }));
    const address = screen.getByLabelText('Wallet address');
    expect(address).toHaveAttribute('autocapitalize', 'off');
    expect(address).toHaveAttribute('autocorrect', 'off');
    expect(address).toHaveAttribute('spellcheck', 'false');
  });

  it('lists what is missing, with links to the fields', async () => {
    const { user, sandbox } = await open();
    await pick(user, 'Country or digital asset', 'Brazil');
    await save(user);
    const lines = await summary();
    expect(lines).toContain('Enter the account number.');
    expect(lines).toContain('Enter the CPF.');
    await user.click(screen.getByRole('link', { name: /Enter the CPF/ }));
    expect(screen.getByLabelText('CPF')).toHaveFocus();
    expect(sandbox.accounts).toHaveLength(0);
  });

  it('sends the fields under More details', async () => {
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

  it('says that the service has no banks in a country', async () => {
    const { user, queryClient } = await open();
    queryClient.setQueryData(banksQuery('Colombia').queryKey, []);
    await pick(user, 'Country or digital asset', 'Colombia');
    const box = screen.getByRole('combobox', { name: 'Bank' });
    expect(box).toHaveAccessibleDescription(/has no banks in this country/);
  });

  it.each([
    ['6', 'Colombia', 'Bank account'],
    ['32', 'Bitcoin', 'Wallet'],
  ])('starts with the country or asset %s of the estimate', async (id, name, chip) => {
    await open(`/recipients/new?country_id=${id}`);
    expect(country()).toHaveValue(name);
    expect(screen.getByRole('radio', { name: chip })).toBeChecked();
  });
});

describe('the country or asset', () => {
  it('is chosen before the account fields are shown', async () => {
    const { user } = await open();
    expect(screen.queryByRole('combobox', { name: 'Bank' })).not.toBeInTheDocument();
    expect(screen.queryByLabelText('Account number')).not.toBeInTheDocument();
    await save(user);
    expect(await summary()).toContain('Choose the country of the account.');
    await pick(user, 'Country or digital asset', 'peru');
    expect(screen.getByRole('combobox', { name: 'Bank' })).toBeVisible();
  });

  it.each([
    ['its own name', 'dominican', 'Dominican Republic'],
    ['its code', 'uy', 'Uruguay'],
    ['other case and accents', 'PERÚ', 'Peru'],
  ])('is found by %s', async (_, text, name) => {
    const { user } = await open();
    await pick(user, 'Country or digital asset', text);
    expect(country()).toHaveValue(name);
  });

  it("is found by the service's own name where the person's language has another", async () => {
    const spain = { id: '26', name: 'Reino de España', code: 'ES', is_asset: false };
    const { user, queryClient } = await open();
    queryClient.setQueryData(countriesQuery.queryKey, [spain]);
    await pick(user, 'Country or digital asset', 'espana');
    expect(country()).toHaveValue('Spain');
  });

  it('switches to a wallet for an asset and to a bank account for a country', async () => {
    const { user } = await open();
    await pick(user, 'Country or digital asset', 'bitcoin');
    expect(screen.getByRole('radio', { name: 'Wallet' })).toBeChecked();
    await fill(user, { 'Wallet address': '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' });
    await pick(user, /^Country/, 'spain');
    expect(screen.getByRole('radio', { name: 'Bank account' })).toBeChecked();
    expect(screen.queryByLabelText('Wallet address')).not.toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Wallet' }));
    expect(country()).toHaveValue('');
    expect(screen.getByLabelText('Wallet address')).toHaveValue('');
  });
});

describe('check digits', () => {
  const iban = () => screen.getByLabelText('IBAN');

  it('show a hint after typing and ask once, but never block saving', async () => {
    const { user, sandbox } = await open();
    await fillBankAccount(user, { country: 'United States', bank: 'chase', alias: 'Aunt Joan' });
    await user.click(iban());
    await user.keyboard('es9121000418450200051323');
    expect(iban()).toHaveValue('ES91 2100 0418 4502 0005 1323');
    expect(screen.queryByText(/may be swapped/)).not.toBeInTheDocument();
    await user.tab();
    await screen.findByText(/Two digits may be swapped/);
    expect(iban()).toHaveAccessibleDescription(/Two digits may be swapped/);
    expect(iban()).not.toBeInvalid();
    await save(user);
    const asked = within(await screen.findByRole('alert'));
    expect(asked.getByText('1 thing looks wrong')).toBeVisible();
    expect(asked.getByRole('listitem')).toHaveTextContent(/^IBAN: Two digits may be swapped/);
    expect(sandbox.accounts).toHaveLength(0);
    await user.click(asked.getByRole('button', { name: 'Fix' }));
    expect(iban()).toHaveFocus();
    await save(user);
    await user.click(await screen.findByRole('button', { name: 'Save anyway' }));
    await saved('Aunt Joan');
    expect(sandbox.accounts).toMatchObject([{ iban_number: 'ES9121000418450200051323' }]);
  });

  it('say what is wrong until it is right', async () => {
    const { user } = await open();
    await pick(user, 'Country or digital asset', 'united states');
    const texts: [string, RegExp][] = [
      ['ES91 2100', /Spain: an IBAN has 24 characters, this has 8/],
      ['XX12 3456', /No IBAN begins with XX/],
    ];
    for (const [text, words] of texts) {
      await user.clear(iban());
      await user.paste(text);
      await user.tab();
      await screen.findByText(words);
    }
    await user.clear(iban());
    await user.paste('ES91 2100 0418 4502 0005 1332');
    await user.tab();
    // Only the reason for the field remains.
    await waitFor(() =>
      expect(iban()).toHaveAccessibleDescription(
        /^Accounts there have no IBAN, .*Use the routing number\.$/,
      ),
    );
  });

  it('of a pasted CPF are sent without grouping', async () => {
    const { user, sandbox } = await open();
    await fillBankAccount(user, { country: 'Brazil', bank: 'itau', alias: 'Ramón' });
    await fill(user, { CPF: '529 982 247 25' });
    expect(screen.getByLabelText(/CPF/)).toHaveValue('529.982.247-25');
    await save(user);
    await saved('Ramón');
    expect(sandbox.accounts).toMatchObject([{ cpf_number: '52998224725' }]);
  });

  it.each([
    ['529.982.247-2', 'A CPF has 11 digits, this has 10.'],
    ['11.222.333/0001-8', 'A CNPJ has 14 characters, this has 13.'],
    ['529.982.247-52', 'Two digits may be swapped. Compare them with the original.'],
  ])('say about the CPF %s: %s', async (text, words) => {
    const { user } = await open();
    await pick(user, 'Country or digital asset', 'Brazil');
    await fill(user, { CPF: text });
    await user.tab();
    await screen.findByText(words);
  });

  it('do not move the caret during a correction', async () => {
    const { user } = await open();
    await pick(user, 'Country or digital asset', 'united states');
    await user.click(iban());
    await user.paste('ES91 2100 0418');
    await user.type(iban(), '9', { initialSelectionStart: 2, initialSelectionEnd: 3 });
    expect(iban()).toHaveValue('ES91 2100 0418');
    expect(iban()).toHaveProperty('selectionStart', 3);
  });

  it('warn of an address of another asset', async () => {
    const { user } = await open();
    await pick(user, 'Country or digital asset', 'bitcoin');
    await fill(user, { 'Wallet address': '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' });
    await user.tab();
    await screen.findByText(/doesn’t look like an address for Bitcoin/);
  });

  it.each([
    ['Email', 'ana@example', /doesn’t look like an email address/],
    ['Mobile phone (optional)', '12', /doesn’t look like a phone number/],
    ['Birth date (optional)', '2999-01-01', /in the future/],
    ['Birth date (optional)', '1850-05-05', /before 1900/],
    ['Birth date (optional)', dayYearsAgo(18, 1), 'This person is under 18 years old.'],
  ])('are not needed to question %s', async (label, text, words) => {
    const { user } = await open();
    await fill(user, { [label]: text });
    await user.tab();
    await screen.findByText(words);
  });

  it('say nothing about a person of 18', async () => {
    const { user } = await open();
    await fill(user, { 'Birth date (optional)': dayYearsAgo(18, -1), Email: 'ana@example' });
    await user.tab();
    await screen.findByText(/doesn’t look like an email address/);
    expect(screen.queryByText(/under 18/)).not.toBeInTheDocument();
  });
});

/** Today in local time minus `years`, plus `daysLater`. */
function dayYearsAgo(years: number, daysLater: number): string {
  const now = new Date();
  const at = new Date(
    Date.UTC(now.getFullYear() - years, now.getMonth(), now.getDate() + daysLater),
  );
  return at.toISOString().slice(0, 10);
}

describe('likely typos', () => {
  it('are listed before saving, and not again once accepted', async () => {
    const { user, sandbox } = await open();
    await fillBankAccount(user, { country: 'Colombia', bank: 'bancolombia', alias: 'taken' });
    await fill(user, {
      Email: 'maria@',
      'Mobile phone (optional)': 'abc',
      'Birth date (optional)': '2999-01-01',
    });
    expect(screen.getByLabelText('Birth date (optional)')).toHaveAttribute('max');
    await save(user);
    const asked = within(await screen.findByRole('alert'));
    expect(asked.getByText('3 things look wrong')).toBeVisible();
    expect(asked.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Email: This doesn’t look like/),
      expect.stringMatching(/^Mobile phone: This doesn’t look like/),
      'Birth date: This date is in the future.',
    ]);
    // A corrected field leaves the list.
    await fill(user, { 'Mobile phone (optional)': '+57 300 1234567' });
    expect(asked.getByText('2 things look wrong')).toBeVisible();
    await user.click(asked.getByRole('button', { name: 'Save anyway' }));
    // The service refuses the nickname: the accepted typos are not asked about again.
    await summary();
    await fill(user, { Nickname: 'Gloria' });
    await save(user);
    await saved('Gloria');
    expect(sandbox.accounts).toMatchObject([{ email: 'maria@', birthdate: '2999-01-01' }]);
  });
});

describe('a wallet', () => {
  it('requires only a nickname, and asks before it is saved without an address', async () => {
    const { user, sandbox } = await open();
    await user.click(screen.getByRole('radio', { name: 'Wallet' }));
    expect(
      screen.queryByRole('combobox', { name: 'Country or digital asset' }),
    ).not.toBeInTheDocument();
    expect(screen.getByLabelText('Wallet address')).toHaveAccessibleDescription(
      /Without an address the money can’t be delivered/,
    );
    await fill(user, { Nickname: 'Cold wallet' });
    await save(user);
    await screen.findByText('Save without an address?');
    expect(sandbox.accounts).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Add address' }));
    expect(screen.getByLabelText('Wallet address')).toHaveFocus();
    await save(user);
    await user.click(await screen.findByRole('button', { name: 'Save anyway' }));
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
      Nickname: 'Cold wallet',
    });
    await save(user);
    await saved('Cold wallet');
    expect(sandbox.accounts).toMatchObject([
      { additional_data: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', first_name: 'Ana' },
    ]);
  });
});

describe('text from any clipboard', () => {
  const pasted = {
    'Account number': '\u202a0012\u00a03456\u202f789\u200b\u202c',
    'ID number': 'ＡＢ１２３\u00a0٤٥٦',
    Email: '\u200bleap+year@example。com ',
    'First names': '\u202eJose\u0301\u00a0 Luis\u202c',
    'Last names': 'O’Brien\u200b',
    Nickname: '\u2066Pepe\u2069',
    'Mobile phone (optional)': '\u202a+57 300\u00a0123‑4567\u202c',
  };

  it('is sent as the person sees it, without what nobody sees', async () => {
    const { user, sandbox } = await open();
    await fillBankAccount(user, { country: 'Colombia', bank: 'bancolombia', alias: 'x' });
    await fill(user, pasted);
    await user.tab();
    const phone = screen.getByLabelText('Mobile phone (optional)');
    expect(phone).toHaveValue('+57 300 123-4567');
    await save(user);
    await saved('Pepe');
    expect(sandbox.accounts).toMatchObject([
      {
        ...{ alias: 'Pepe', first_name: 'José Luis', last_name: 'O’Brien', dni: 'AB123 456' },
        ...{ bank_number: '0012 3456 789', email: 'leap+year@example.com' },
        phone: '+57 300 123-4567',
      },
    ]);
  });

  it('is missing where only invisible characters were pasted', async () => {
    const { user } = await open();
    await fillBankAccount(user, {
      country: 'Colombia',
      bank: 'bancolombia',
      alias: '\u200b\u3164',
    });
    await fill(user, { City: '\u2800\u200e' });
    await save(user);
    expect(await summary()).toEqual(['Enter the city.', 'Enter a nickname.']);
  });
});

it('says what to do for a person with one name', async () => {
  const { user } = await open();
  await fillBankAccount(user, { country: 'Colombia', bank: 'bancolombia', alias: 'Suharto' });
  const last = screen.getByLabelText('Last names');
  await user.clear(last);
  expect(last).not.toHaveAccessibleDescription(/only one name/);
  await save(user);
  expect(await summary()).toEqual(['Enter the last names.']);
  expect(last).toHaveAccessibleDescription(/With only one name, write it here too\./);
});

describe('switching', () => {
  it('between bank and wallet keeps the owner and drops the account', async () => {
    const { user } = await open();
    await fillBankAccount(user, { country: 'Colombia', bank: 'bancolombia', alias: 'Gloria' });
    await user.click(screen.getByRole('radio', { name: 'Wallet' }));
    expect(screen.getByLabelText('Wallet address')).toHaveValue('');
    expect(screen.getByLabelText('Nickname')).toHaveValue('Gloria');
    expect(screen.getByLabelText('City (optional)')).toHaveValue(owner.City);
    await user.click(screen.getByRole('radio', { name: 'Bank account' }));
    expect(screen.getByLabelText('City')).toHaveValue(owner.City);
    expect(country()).toHaveValue('');
    await pick(user, 'Country or digital asset', 'colombia');
    expect(screen.getByLabelText('ID type')).toHaveDisplayValue('Passport');
    expect(screen.getByLabelText('Account number')).toHaveValue('');
  });

  it('the country drops the bank, its codes and their errors', async () => {
    const { user } = await open();
    await pick(user, 'Country or digital asset', 'Spain');
    await pick(user, 'Bank', 'santander');
    await fill(user, { 'Account number': '42', 'ABA number': '021000021' });
    await save(user);
    await summary();
    await pick(user, 'Country or digital asset', 'Brazil');
    expect(screen.getByRole('combobox', { name: 'Bank' })).toHaveValue('');
    expect(screen.getByLabelText('CPF')).not.toBeInvalid();
    expect(screen.getByLabelText('Account number')).toHaveValue('42');
    await pick(user, 'Country or digital asset', 'Spain');
    expect(screen.getByLabelText('ABA number')).toHaveValue('');
    expect(screen.queryByLabelText('CPF')).not.toBeInTheDocument();
  });
});
