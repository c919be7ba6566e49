import { screen, waitFor } from '@testing-library/react';
import { composeIBAN } from 'ibantools';
import { describe, expect, it } from 'vitest';
import { addRecipient, addWallet, walletAddress } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';
import { fill, fillBankAccount, owner, pick, save, summary } from './fill.ts';

async function open(path = '/recipients/new', options: Parameters<typeof renderApp>[1] = {}) {
  const app = await renderApp(path, options);
  await screen.findByRole('heading', { level: 1, name: 'New recipient' });
  return app;
}

const field = (label: string) => screen.getByLabelText(label);
const saved = (alias: string) => screen.findByRole('heading', { level: 1, name: alias });

const branch = 'Branch (agência) and Pix';

/** The labels of text fields and choices, in the order of the screen. */
const labels = () =>
  [...document.querySelectorAll('main form :is(input:not([type=radio]), select)')].map((control) =>
    control instanceof HTMLInputElement || control instanceof HTMLSelectElement
      ? (control.labels?.[0]?.textContent?.trim() ?? '')
      : '',
  );

describe('the order of the form', () => {
  it.each([
    ['Colombia', ['ID type', 'ID number', 'Bank', 'Account number', 'IBAN (optional)']],
    ['Spain', ['IBAN (optional)', 'ID type', 'ID number', 'Bank', 'Account number', 'ABA number']],
    [
      'United States',
      ['Routing number (ABA) (optional)', 'ID type', 'ID number', 'Bank', 'Account number', 'IBAN'],
    ],
    ['Brazil', ['CPF', 'Bank', 'Account number', `${branch} (optional)`, 'ID type (optional)']],
  ])(
    'in %s is the person, the account in the usual order, and the nickname',
    async (place, account) => {
      const { user } = await open();
      await pick(user, 'Country or digital asset', place);
      const shown = labels();
      expect(shown.slice(0, 3 + account.length)).toEqual([
        'First names',
        'Last names',
        'Country or digital asset',
        ...account,
      ]);
      const rest = [
        'Email',
        'Address',
        'City',
        'Nickname',
        'State, province or department (optional)',
      ];
      expect(shown.filter((label) => rest.includes(label))).toEqual(rest);
    },
  );

  it('folds what is optional', async () => {
    const { user } = await open();
    await pick(user, 'Country or digital asset', 'Colombia');
    for (const label of ['Mobile phone (optional)', 'Birth date (optional)', 'IBAN (optional)']) {
      expect(field(label)).not.toBeVisible();
    }
  });
});

describe('the nickname', () => {
  it('follows the name until the person writes another', async () => {
    const { user } = await open();
    await user.type(field('First names'), 'Ana María');
    await waitFor(() => expect(field('Nickname')).toHaveValue('Ana'));
    await user.type(field('Last names'), 'Soto Díaz');
    await waitFor(() => expect(field('Nickname')).toHaveValue('Ana Soto'));
    await fill(user, { Nickname: 'Ana' });
    await user.type(field('Last names'), 's');
    await waitFor(() => expect(field('Last names')).toHaveValue('Soto Díazs'));
    expect(field('Nickname')).toHaveValue('Ana');
  });

  it('gets a number where another recipient has it', async () => {
    const { user } = await open('/recipients/new', {
      before: async (browser) => {
        await addWallet(browser, { alias: 'Ana Soto' });
      },
    });
    await fill(user, { 'First names': 'Ana', 'Last names': 'Soto' });
    await waitFor(() => expect(field('Nickname')).toHaveValue('Ana Soto 2'));
    await fill(user, { 'Last names': 'Sotomayor' });
    await waitFor(() => expect(field('Nickname')).toHaveValue('Ana Sotomayor'));
  });

  it('of a saved recipient does not follow', async () => {
    const { user } = await renderApp('/recipients/501/edit', {
      before: async (browser) => {
        await addRecipient(browser, { alias: 'Gloria Patiño' });
      },
    });
    await screen.findByRole('heading', { level: 1, name: 'Edit Gloria Patiño' });
    await fill(user, { 'Last names': 'Patiño Ruiz', 'First names': 'Glorita' });
    await save(user);
    await saved('Gloria Patiño');
  });
});

describe('a company', () => {
  it('has one name and no ID type, and its last word is sent as the surname', async () => {
    const { user, sandbox } = await open();
    await fillBankAccount(user, { country: 'Colombia', bank: 'bancolombia', alias: 'Andina' });
    await user.click(screen.getByRole('radio', { name: 'Company' }));
    expect(screen.queryByLabelText('ID type')).not.toBeInTheDocument();
    expect(field('Company name')).toHaveValue(`${owner['First names']} ${owner['Last names']}`);
    await fill(user, { 'Company name': 'Andina', 'Company ID number': '900123456' });
    await save(user);
    expect(await summary()).toEqual([
      'Enter the full name with its legal form, such as S.A. or Ltda.',
    ]);
    await fill(user, { 'Company name': 'Comercial Andina S.A.S.' });
    await save(user);
    await saved('Andina');
    expect(sandbox.accounts).toMatchObject([
      {
        dni_type: 'company_dni',
        dni: '900123456',
        first_name: 'Comercial Andina',
        last_name: 'S.A.S.',
      },
    ]);
  });

  it('in Brazil has a CNPJ', async () => {
    const { user, sandbox } = await open();
    await fillBankAccount(user, { country: 'Brazil', bank: 'itau', alias: 'Padaria' });
    await user.click(screen.getByRole('radio', { name: 'Company' }));
    await save(user);
    expect(await summary()).toEqual(['Enter the CNPJ.']);
    await fill(user, { 'Company name': 'Padaria Lima Ltda.', CNPJ: '11222333000181' });
    await save(user);
    await saved('Padaria');
    expect(sandbox.accounts).toMatchObject([
      { dni_type: 'company_dni', dni: '11222333000181', cpf_number: '11222333000181' },
    ]);
  });

  it('that is a person again has two names', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('radio', { name: 'Company' }));
    await fill(user, { 'Company name': 'Ana Soto' });
    await waitFor(() => expect(field('Nickname')).toHaveValue('Ana Soto'));
    await user.click(screen.getByRole('radio', { name: 'Person' }));
    expect(field('First names')).toHaveValue('Ana');
    expect(field('Last names')).toHaveValue('Soto');
  });
});

const spanish = 'ES91 2100 0418 4502 0005 1332';

describe('an IBAN', () => {
  const country = () => screen.getByRole('combobox', { name: 'Country or digital asset' });
  const bank = () => screen.getByRole('combobox', { name: 'Bank' });
  const iban = () => field('IBAN (optional)');

  it('chooses country and bank, and fills in the account number', async () => {
    const { user } = await open();
    await user.type(iban(), spanish);
    expect(iban()).toHaveFocus();
    await waitFor(() => expect(country()).toHaveValue('Spain'));
    await waitFor(() => expect(bank()).toHaveDisplayValue(/CaixaBank/));
    expect(field('Account number')).toHaveValue('21000418450200051332');
    await waitFor(() =>
      expect(iban()).toHaveAccessibleDescription('Bank: CaixaBank, Spain. You can change it.'),
    );
    expect(iban()).toHaveValue(spanish);
    expect(iban()).toHaveFocus();
    // What followed from a mistyped one follows the corrected one.
    await fill(user, { 'IBAN (optional)': 'DE89 3704 0044 0532 0130 00' });
    await waitFor(() => expect(country()).toHaveValue('Germany'));
    await waitFor(() => expect(field('Account number')).toHaveValue('370400440532013000'));
  });

  it('does not replace what the person chose', async () => {
    const { user } = await open();
    await pick(user, 'Country or digital asset', 'Spain');
    await pick(user, 'Bank', 'bbva');
    await fill(user, { 'Account number': '42', 'IBAN (optional)': spanish });
    await screen.findByText(/^Bank: CaixaBank, Spain/);
    expect(bank()).toHaveDisplayValue(/BBVA/);
    expect(field('Account number')).toHaveValue('42');
  });

  it('of another country than the chosen one is questioned and changes nothing', async () => {
    const { user } = await open();
    await pick(user, 'Country or digital asset', 'Germany');
    await fill(user, { 'IBAN (optional)': spanish });
    await user.tab();
    await screen.findByText(/^The country of this IBAN is Spain/);
    expect(country()).toHaveValue('Germany');
    expect(field('Account number')).toHaveValue('');
  });

  it('takes back what it filled in when it is emptied, or mistyped', async () => {
    const { user } = await open();
    await user.type(iban(), spanish);
    await waitFor(() => expect(bank()).toHaveDisplayValue(/CaixaBank/));
    await user.type(iban(), '{Backspace}');
    await waitFor(() => expect(field('Account number')).toHaveValue(''));
    expect(bank()).toHaveValue('');
    await user.type(iban(), '2');
    await waitFor(() => expect(field('Account number')).toHaveValue('21000418450200051332'));
    await user.clear(iban());
    await waitFor(() => expect(field('Account number')).toHaveValue(''));
    expect(bank()).toHaveValue('');
    // What the person writes there is theirs.
    await fill(user, { 'Account number': '42', 'IBAN (optional)': spanish });
    await waitFor(() => expect(bank()).toHaveDisplayValue(/CaixaBank/));
    await user.clear(iban());
    await waitFor(() => expect(bank()).toHaveValue(''));
    expect(field('Account number')).toHaveValue('42');
  });

  it('of a saved recipient takes its bank and number with it when it is corrected', async () => {
    const { user } = await renderApp('/recipients/501/edit', {
      before: async (browser) => {
        const banks = await browser.call('GET', '/api/banks?country_name=Spain');
        const { id } = banks.body.find((one: { name: string }) => /BBVA/.test(one.name));
        await addRecipient(browser, {
          ...{ alias: 'Lucía', bank_id: id, iban_number: 'ES9121000418450200051332' },
          ...{ bank_number: '21000418450200051332', aba_number: '021000021' },
        });
      },
    });
    await screen.findByRole('heading', { level: 1, name: 'Edit Lucía' });
    expect(country()).toHaveValue('Spain');
    await fill(user, { 'IBAN (optional)': 'ES79 2100 0813 6101 2345 6789' });
    await waitFor(() => expect(field('Account number')).toHaveValue('21000813610123456789'));
    expect(bank()).toHaveDisplayValue(/CaixaBank/);
    expect(field('ABA number')).toHaveValue('021000021');
  });

  it('of a bank that the list does not know leaves the choice to the person', async () => {
    const { user } = await open();
    await pick(user, 'Country or digital asset', 'Germany');
    const unknown = composeIBAN({ countryCode: 'DE', bban: '999999990532013000' });
    await fill(user, { 'IBAN (optional)': unknown ?? '' });
    await screen.findByText('We don’t know this bank. Choose it below.');
    expect(field('Account number')).toHaveValue('999999990532013000');
    expect(bank()).toHaveValue('');
  });
});

it('a routing number in the United States finds the bank', async () => {
  const { user } = await open();
  await pick(user, 'Country or digital asset', 'United States');
  const aba = field('Routing number (ABA) (optional)');
  expect(aba).toHaveAttribute('inputmode', 'numeric');
  await user.type(aba, '021000021');
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Bank' })).toHaveDisplayValue(/JPMorgan Chase/),
  );
});

const routing = '021000021';

describe.each([
  ['Spain', 'santander', 'IBAN', 'ABA number', 'Use the IBAN', spanish],
  ['United States', 'chase', 'Routing number (ABA)', 'IBAN', 'Use the routing number', routing],
])('the code of accounts in %s', (place, bank, usual, asked, press, code) => {
  const above = `${usual} (optional)`;
  const button = () => screen.queryByRole('button', { name: press });

  it('is taken by one press where the service asks for it under another name', async () => {
    const { user, sandbox } = await open();
    await fillBankAccount(user, { country: place, bank, alias: 'Lucía' });
    expect(button()).not.toBeInTheDocument();
    await save(user);
    expect(await summary()).toEqual([`Enter the ${asked}.`]);
    await fill(user, { [above]: code });
    await user.click(screen.getByRole('button', { name: press }));
    expect(field(asked)).toHaveValue(code);
    expect(field(asked)).not.toBeInvalid();
    expect(button()).not.toBeInTheDocument();
    expect(screen.getByText(/^Same as the/)).toHaveFocus();
    await save(user);
    await saved('Lucía');
    const sent = code.replaceAll(' ', '');
    expect(sandbox.accounts).toMatchObject([{ iban_number: sent, aba_number: sent }]);
  });

  it('is corrected where it was taken, and goes with its country', async () => {
    const { user } = await open();
    await pick(user, 'Country or digital asset', place);
    await fill(user, { [above]: code });
    await user.click(await screen.findByRole('button', { name: press }));
    await user.type(field(above), '{Backspace}');
    expect(field(asked)).toHaveValue(code.slice(0, -1));
    await user.type(field(above), code.slice(-1));
    expect(field(asked)).toHaveValue(code);
    // Another text of the person's own stays, and can be replaced by the press again.
    await fill(user, { [asked]: '111' });
    await user.type(field(above), '{Backspace}');
    await user.type(field(above), code.slice(-1));
    expect(field(asked)).toHaveValue('111');
    await user.click(screen.getByRole('button', { name: press }));
    await pick(user, 'Country or digital asset', 'Brazil');
    await pick(user, 'Country or digital asset', place);
    expect(field(asked)).toHaveValue('');
    expect(field(above)).toHaveValue('');
    expect(field('Account number')).toHaveValue('');
    expect(screen.getByRole('combobox', { name: 'Bank' })).toHaveValue('');
  });
});

describe('a branch in Brazil', () => {
  it('is asked for with the account, and sent as additional details', async () => {
    const { user, sandbox } = await open();
    await fillBankAccount(user, { country: 'Brazil', bank: 'itau', alias: 'Ramón' });
    const label = `${branch} (optional)`;
    expect(field(label)).toHaveAccessibleDescription(/“Agência 1234, Pix …”.*additional details/);
    expect(screen.queryByLabelText('Additional details (optional)')).not.toBeInTheDocument();
    await fill(user, { CPF: '52998224725', [label]: 'Agência 1234' });
    await save(user);
    await saved('Ramón');
    expect(sandbox.accounts).toMatchObject([{ additional_data: 'Agência 1234' }]);
    expect(await screen.findByText('Agência 1234')).toBeVisible();
  });

  it('is seen among the details of another country', async () => {
    const { user } = await open();
    await pick(user, 'Country or digital asset', 'Brazil');
    await fill(user, { [`${branch} (optional)`]: 'Agência 1234' });
    await pick(user, 'Country or digital asset', 'Colombia');
    expect(field('Additional details (optional)')).toBeVisible();
    expect(field('Additional details (optional)')).toHaveValue('Agência 1234');
  });
});

describe('the number of a recipient that they already have', () => {
  it('is said with a link, and does not block saving', async () => {
    const { user, sandbox } = await open('/recipients/new', {
      before: async (browser) => {
        await addRecipient(browser, { alias: 'Abuela' });
      },
    });
    await fillBankAccount(user, { country: 'Colombia', bank: 'bancolombia', alias: 'Abuela 2' });
    await screen.findByText(/You already have this account/);
    expect(field('Account number')).toHaveAccessibleDescription(
      'You already have this account: Abuela',
    );
    expect(screen.getByRole('link', { name: 'Abuela' })).toHaveAttribute('href', '/recipients/501');
    await save(user);
    await saved('Abuela 2');
    expect(sandbox.accounts).toHaveLength(2);
  });

  it('is compared at the same bank only', async () => {
    const { user } = await open('/recipients/new', {
      before: async (browser) => {
        await addRecipient(browser, { alias: 'Abuela' });
      },
    });
    await fillBankAccount(user, { country: 'Colombia', bank: 'davivienda', alias: 'Gloria' });
    await user.tab();
    expect(screen.queryByText(/You already have this account/)).not.toBeInTheDocument();
    await pick(user, 'Bank', 'bancolombia');
    await screen.findByText(/You already have this account/);
  });

  it('is not said of the recipient itself, or of another wallet', async () => {
    const { user } = await renderApp('/recipients/501/edit', {
      before: async (browser) => {
        await addWallet(browser);
        await addWallet(browser, { alias: 'Warm wallet', additional_data: `${walletAddress}0` });
      },
    });
    await screen.findByRole('heading', { level: 1, name: 'Edit Cold wallet' });
    await user.type(field('Wallet address'), '0');
    await screen.findByRole('link', { name: 'Warm wallet' });
    await user.type(field('Wallet address'), '{Backspace}');
    await waitFor(() =>
      expect(screen.queryByText(/You already have this account/)).not.toBeInTheDocument(),
    );
  });
});
