import { i18n } from '@lingui/core';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { fieldsOf, fieldViews } from '../../../src/app/accounts/account-fields.ts';
import { fieldsIn } from '../../../src/app/accounts/country-fields.ts';
import { paths } from '../../../src/app/router/paths.ts';
import {
  type AccountField,
  accountFieldRules,
  accountFields,
  type FieldRule,
} from '../../../src/contract/account-fields.ts';
import { apiPaths } from '../../../src/contract/api/paths.ts';
import { isMasked, searchedNumbers } from '../../../src/contract/field-kinds.ts';
import { defaultCountryFieldRules, requiredFields } from '../../../src/contract/field-rules.ts';
import { numberTail } from '../../../src/contract/number-tail.ts';
import { addRecipient, type Caller } from '../../support/recipients.ts';
import { renderApp } from '../../support/render-app.tsx';
import { pick, save, summary } from '../pages/recipients/fill.ts';

// What holds for each field of `accountFieldRules`, whichever fields there are: a new one is filled in, saved,
// shown and found without another edit.

/** An account of a bank with a value in every field, each with an end of its own. */
const values: Partial<Record<AccountField, string>> & { alias: string } = {
  ...Object.fromEntries(
    accountFields
      .filter((f) => f !== 'bank_id')
      .map((field, at) => [field, `${field.replace('_', '')}${7100 + at}`]),
  ),
  alias: 'Mamá Bogotá',
  category: 'bank',
  bank_type: 'savings',
  dni_type: 'cc',
  birthdate: '1984-02-29',
};

/** How a page shows the value of a field. */
function shown(field: AccountField, bank: string): string {
  const value: string = values[field] ?? '';
  if (isMasked(field, 'bank')) return `ending in ${numberTail(value)}`;
  const words: Partial<Record<AccountField, string>> = {
    category: 'Bank account',
    dni_type: 'National ID',
    bank_type: 'Savings',
    bank_id: bank,
    birthdate: 'February 29, 1984',
  };
  return words[field] ?? value;
}

/** Those of the fields whose value is on the page, and is no end of a number where it is not masked. */
function shownOf(fields: readonly AccountField[], bank: string, within = document.body) {
  const text = within.textContent ?? '';
  return fields.filter((field) => {
    const isEndOnly = !isMasked(field, 'bank') && text.includes(`ending in ${values[field]}`);
    return text.includes(shown(field, bank)) && !isEndOnly;
  });
}

const asked = () =>
  accountFields.filter((field) => document.querySelector(`main form [name="${field}"]`) !== null);

const countryCodes = [...new Set(['CO', 'IN', ...Object.keys(defaultCountryFieldRules)])];
const names = new Intl.DisplayNames('en', { type: 'region' });

describe.each(countryCodes)('the form of a recipient in %s', (code) => {
  it('asks for every field, and requires those of the contract', async () => {
    const { user } = await renderApp('/recipients/new');
    await screen.findByRole('heading', { level: 1, name: 'New recipient' });
    await pick(user, 'Country or digital asset', names.of(code) ?? code);
    expect(asked()).toEqual([...accountFields]);

    await save(user);
    // In some countries a bank code is the ID number too.
    const isIdKnown = fieldsIn({ code }).idCode !== null;
    const missing = requiredFields('bank', code).flatMap((field) => {
      const isKnown = field === 'category' || (isIdKnown && /^dni/.test(field));
      return isKnown ? [] : [i18n._(fieldViews[field].missing)];
    });
    expect((await summary()).toSorted()).toEqual(missing.toSorted());
  });
});

it('the form of a wallet asks for what is not of a bank account', async () => {
  const { user } = await renderApp('/recipients/new');
  await screen.findByRole('heading', { level: 1, name: 'New recipient' });
  await user.click(screen.getByRole('radio', { name: 'Wallet' }));
  const ofBanks: readonly AccountField[] = fieldsOf('account');
  expect(asked()).toEqual(accountFields.filter((field) => !ofBanks.includes(field)));
});

describe('every field of a recipient', () => {
  it('is saved as it was filled in, and shown on its page', async () => {
    const { user, browser, sandbox } = await renderApp('/recipients', {
      before: async (caller) => {
        await addRecipient(caller, values);
      },
    });
    expect(sandbox.accounts).toMatchObject([values]);
    const bank = await bankName(browser);
    await user.click(await screen.findByRole('link', { name: values.alias }));
    await screen.findByRole('heading', { level: 2, name: 'Owner' });
    await waitFor(() => expect(shownOf(accountFields, bank)).toEqual([...accountFields]));

    await user.click(screen.getByRole('link', { name: 'Edit' }));
    await screen.findByRole('heading', { level: 1, name: /^Edit/ });
    const filled = accountFields.filter((field) => {
      const controls = document.querySelectorAll(`main form [name="${field}"]`);
      return [...controls].some((control) => Object(control).value !== '');
    });
    expect(filled).toEqual([...accountFields]);
    await user.clear(screen.getByLabelText('City'));
    await user.type(screen.getByLabelText('City'), 'Cali');
    await save(user);
    await screen.findByRole('heading', { level: 1, name: values.alias });
    // Nothing is lost or altered by an edit of something else.
    expect(sandbox.accounts).toMatchObject([{ ...values, city: 'Cali' }]);
  });

  it('that is a number finds it in the list of recipients', async () => {
    const { user } = await renderApp('/recipients', {
      before: async (caller) => {
        await addRecipient(caller, values);
        await addRecipient(caller, { alias: 'Another' });
      },
    });
    const box = await screen.findByRole('searchbox');
    for (const number of searchedNumbers(values)) {
      await user.clear(box);
      await screen.findByRole('link', { name: 'Another' });
      await user.type(box, number);
      await waitFor(() => expect(screen.queryByRole('link', { name: 'Another' })).toBeNull());
      expect(screen.getByRole('link', { name: values.alias })).toBeVisible();
    }
  });
});

/** Makes every field public until the test ends, as a bank code is that names only a branch. */
function makePublic() {
  for (const field of accountFields) {
    const rule: FieldRule = accountFieldRules[field];
    const { mask } = rule;
    rule.mask = 'never';
    onTestFinished(() => {
      rule.mask = mask;
    });
  }
}

describe.each([
  ['masked as its rule says', () => undefined],
  ['whole where its rule makes it public', makePublic],
])('a field that says who and what is paid, %s', (_, prepare) => {
  beforeEach(prepare);

  const ofAccount: readonly AccountField[] = [
    'first_name',
    'last_name',
    'dni',
    ...fieldsOf('account'),
  ];

  it('is on the page of its recipient', async () => {
    const { user, browser } = await renderApp('/recipients', {
      before: async (caller) => {
        await addRecipient(caller, values);
      },
    });
    const bank = await bankName(browser);
    await user.click(await screen.findByRole('link', { name: values.alias }));
    await screen.findByRole('heading', { level: 2, name: 'Owner' });
    await waitFor(() => expect(shownOf(ofAccount, bank)).toEqual(ofAccount));
  });

  it('is on the check of a transfer', async () => {
    let recipient: { id: string } | undefined;
    const { browser, router } = await renderApp('/transfers', {
      before: async (caller) => {
        recipient = await addRecipient(caller, values);
      },
    });
    const search = {
      ...{ source_amount_cents: '100000', source_amount_currency: 'CLP' },
      ...{ destination_amount_currency: 'COP', country_id: '6' },
    };
    const path = paths.send({ ...search, destination_account_id: recipient?.id });
    await act(() => router.navigate(path));
    await screen.findByRole('heading', { level: 1, name: 'Check before you send' });
    const bank = await bankName(browser);
    await waitFor(() =>
      expect(shownOf(ofAccount, bank).toSorted()).toEqual(
        // In the line about the account the type is within a sentence.
        ofAccount.filter((field) => field !== 'bank_type').toSorted(),
      ),
    );
    expect(document.body).toHaveTextContent('savings, Colombia');
  });

  it('is shown to support, who find it by each number', async () => {
    const { browser, user } = await renderApp('/support', {
      as: 'support',
      before: async (caller) => {
        await caller.signIn('sender');
        await addRecipient(caller, values);
        await caller.signIn('support');
      },
    });
    const bank = await bankName(browser);
    const box = await screen.findByRole('textbox', { name: /^Transfer number/ });
    const found = ofAccount.filter((field) => field !== 'bank_type');
    const numbers = searchedNumbers(values);
    await user.type(box, `${numbers[0]}{Enter}`);
    const title = `${values.first_name} ${values.last_name}`;
    await screen.findByRole('heading', { level: 2, name: title });
    await waitFor(() => expect(shownOf(found, bank)).toEqual(found));

    const matches = await Promise.all(
      numbers.map(async (q) => {
        const { body } = await browser.call('GET', `${apiPaths.supportSearch}?q=${q}`);
        return body.recipients.items.length;
      }),
    );
    expect(matches).toEqual(numbers.map(() => 1));
  });
});

async function bankName(browser: Caller): Promise<string> {
  const { body } = await browser.call('GET', '/api/banks?country_name=Colombia');
  return body[0].name;
}
