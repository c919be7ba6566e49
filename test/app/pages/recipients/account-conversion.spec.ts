import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { groupedText, sentText } from '../../../../src/app/accounts/account-fields.ts';
import {
  fromAccount,
  keepStored,
  toAccountRequest,
} from '../../../../src/app/pages/recipients/account-form/account-conversion.ts';
import {
  blankAccount,
  switchVariant,
} from '../../../../src/app/pages/recipients/account-form/account-values.ts';
import { accountFields, bankCodeFields } from '../../../../src/contract/account-fields.ts';
import {
  type AccountRequest,
  accountRequest as apiRequest,
} from '../../../../src/contract/api/account-request.ts';
import type { DestinationAccount } from '../../../../src/contract/api/destination-account.ts';
import { accountRequest } from '../../../../src/contract/destination-account.ts';
import { foldField } from '../../../../src/contract/field-kinds.ts';
import { anyValues, banks, bankValues, countries } from './arbitrary-values.ts';

/** The service's answer to a request: null for fields that are left out. */
function stored(request: AccountRequest): DestinationAccount {
  const bank = banks.find(({ id }) => id === request.bank_id);
  const given = Object.fromEntries(accountFields.map((field) => [field, request[field] ?? null]));
  return {
    ...emptyAccount,
    ...given,
    alias: request.alias,
    category: request.category,
    country: countries.find(({ name, is_asset }) => (bank ? name === bank.country_name : is_asset)),
  };
}

const marks = { pinned: false, archived: false, last_sent: null };
const emptyAccount = { id: '501', alias: '', category: 'bank', editable: true, ...marks } as const;

const sent = (request: AccountRequest) =>
  Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));

describe('what was typed', () => {
  it('is sent unchanged after it was stored and shown', () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        const request = toAccountRequest(values);
        const again = toAccountRequest(fromAccount(stored(request), countries, banks));
        expect(sent(again)).toEqual(sent(request));
      }),
    );
  });

  it('is shown again, folded and grouped', () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        // Elsewhere than in Brazil the form refuses a bank account without an ID; there it shows one once.
        const isInBrazil = values.category === 'bank' && values.country_id === '3';
        const isOnce =
          isInBrazil && values.dni.trim() === sentText('cpf_number', values.cpf_number);
        fc.pre(values.category === 'wallet' || (isInBrazil && !isOnce) || values.dni.trim() !== '');
        const shown = fromAccount(stored(toAccountRequest(values)), countries, banks);
        const codes = ['bank_number', ...bankCodeFields] as const;
        const grouped = codes
          .filter((field) => field in values)
          .map((field) => [field, groupedText(field, Object(values)[field])]);
        const folded = accountFields
          .filter((field) => field in values)
          .map((field) => [field, foldField(field, Object(values)[field], values.category)]);
        expect(shown).toEqual({ ...values, ...Object.fromEntries([...folded, ...grouped]) });
      }),
    );
  });

  it('is returned as the service has it if only the grouping differs', () => {
    fc.assert(
      fc.property(bankValues, (values) => {
        const account = { ...stored(toAccountRequest(values)), cpf_number: '529.982.247-25' };
        const again = keepStored(toAccountRequest(fromAccount(account, countries, banks)), account);
        expect(again.cpf_number).toBe('529.982.247-25');
      }),
    );
  });

  it('of a company is sent in two parts, and returned in the parts that the service has', () => {
    const values = { ...blankAccount('wallet'), dni_type: 'company_dni' } as const;
    const request = toAccountRequest({ ...values, first_name: ' Comercial  Andina S.A.S. ' });
    expect(request).toMatchObject({ first_name: 'Comercial Andina', last_name: 'S.A.S.' });
    expect(toAccountRequest({ ...values, first_name: 'Claro' })).toMatchObject({
      first_name: 'Claro',
      last_name: undefined,
    });
    const account = { ...stored(request), first_name: 'Comercial', last_name: 'Andina S.A.S.' };
    const again = toAccountRequest(fromAccount(account, countries, banks));
    expect(keepStored(again, account)).toMatchObject({
      first_name: 'Comercial',
      last_name: 'Andina S.A.S.',
    });
  });

  it.each([
    ['', 'cc'],
    ['company_dni', 'company_dni'],
  ] as const)('as CPF in Brazil is the ID number too, of the type %s', (chosen, sentType) => {
    const brazil = countries.find(({ code }) => code === 'BR');
    const blank = switchVariant(blankAccount('bank'), { country: brazil });
    const name = { first_name: 'Ana Lima', last_name: '' };
    const values = { ...blank, ...name, dni_type: chosen, cpf_number: '529.982.247-25' };
    const request = toAccountRequest(values);
    expect(request).toMatchObject({ dni: '52998224725', dni_type: sentType });
    const account = { ...stored(request), country: brazil };
    const shown = fromAccount(account, countries, banks);
    expect(shown).toMatchObject({ dni: '', dni_type: chosen });
    // Another ID is shown.
    expect(fromAccount({ ...account, dni: 'AB1' }, countries, banks)).toMatchObject({ dni: 'AB1' });
  });

  it('is sent without empty fields, in the shape of the API', () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        const request = sent(toAccountRequest({ ...values, alias: 'Ana' }));
        expect(Object.values(request)).not.toContain('');
        expect(z.safeParse(apiRequest, request).success).toBe(true);
      }),
    );
  });

  it('reaches the service with the birth date day/month/year', () => {
    const values = { ...blankAccount('wallet'), alias: 'Ana', birthdate: '1984-02-29' };
    const body = z.encode(accountRequest, toAccountRequest(values));
    expect(body.birthdate).toBe('29/02/1984');
  });
});

describe('an account of another client', () => {
  const account = stored({ alias: 'Ana', category: 'bank', bank_id: '704', bank_number: '1' });

  it('is shown with the country of its bank when it names none', () => {
    const values = fromAccount({ ...account, country: null }, countries, banks);
    expect(values).toMatchObject({ country_id: '4', bank_id: '704' });
  });

  it('leaves a choice empty if the contract does not know its value', () => {
    const values = fromAccount(
      { ...account, dni_type: 'nit', bank_type: 'gold' },
      countries,
      banks,
    );
    expect(values).toMatchObject({ dni_type: '', bank_type: '' });
  });
});
