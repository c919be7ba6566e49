import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { groupedText } from '../../../../src/app/accounts/account-fields.ts';
import {
  fromAccount,
  keepStored,
  toAccountRequest,
} from '../../../../src/app/pages/recipients/account-form/account-conversion.ts';
import { blankAccount } from '../../../../src/app/pages/recipients/account-form/account-values.ts';
import { accountFields, bankCodeFields } from '../../../../src/contract/account-fields.ts';
import {
  type AccountRequest,
  accountRequest as apiRequest,
} from '../../../../src/contract/api/account-request.ts';
import type { DestinationAccount } from '../../../../src/contract/api/destination-account.ts';
import { accountRequest } from '../../../../src/contract/destination-account.ts';
import { anyValues, banks, bankValues, countries } from './arbitrary-values.ts';

/** The account that the service answers for a request: null where nothing was given. */
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

const emptyAccount = { id: '501', alias: '', category: 'bank', editable: true } as const;

const sent = (request: AccountRequest) =>
  Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));

describe('what is typed', () => {
  it('is what is sent after it was stored, shown and sent again, birth date included', () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        const request = toAccountRequest(values);
        const again = toAccountRequest(fromAccount(stored(request), countries, banks));
        expect(sent(again)).toEqual(sent(request));
      }),
    );
  });

  it('is shown again as it was, but for its grouping and spaces around it', () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        const shown = fromAccount(stored(toAccountRequest(values)), countries, banks);
        const codes = ['bank_number', ...bankCodeFields] as const;
        const grouped = codes
          .filter((field) => field in values)
          .map((field) => [field, groupedText(field, Object(values)[field])]);
        const trimmed = Object.entries(values).map(([field, text]) => [field, text.trim()]);
        expect(shown).toEqual(Object.fromEntries([...trimmed, ...grouped]));
      }),
    );
  });

  it('goes back as the service has it, where only the grouping differs', () => {
    fc.assert(
      fc.property(bankValues, (values) => {
        const account = { ...stored(toAccountRequest(values)), cpf_number: '529.982.247-25' };
        const again = keepStored(toAccountRequest(fromAccount(account, countries, banks)), account);
        expect(again.cpf_number).toBe('529.982.247-25');
      }),
    );
  });

  it('is sent without empty fields, and in the shape of the interface', () => {
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

  it('asks anew for a kind that the contract does not know', () => {
    const values = fromAccount(
      { ...account, dni_type: 'nit', bank_type: 'gold' },
      countries,
      banks,
    );
    expect(values).toMatchObject({ dni_type: '', bank_type: '' });
  });
});
