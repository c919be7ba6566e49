import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { accountFields } from '../../src/contract/account-fields.ts';
import { accountRequest as apiRequest } from '../../src/contract/api/account-request.ts';
import { accountDetails } from '../../src/contract/api/destination-account.ts';
import { birthdate, calendarDay, isCalendarDay } from '../../src/contract/birthdate.ts';
import { accountRequest, destinationAccount } from '../../src/contract/destination-account.ts';
import { simulationRequest } from '../../src/contract/simulation.ts';
import { tokenRequest } from '../../src/contract/token.ts';
import { transferRequest } from '../../src/contract/transfer.ts';

// contract 2.3; a field that the service gains adds a row to `accountFieldRules`, and none here.
const fieldsOfContract =
  'alias category dni dni_type first_name last_name email bank_type bank_number bank_id address city state ' +
  'phone birthdate additional_data aba_number iban_number cpf_number';

const transfer = {
  destination_account_id: '7',
  source_amount_cents: 1_550_000_000_000_000_001n,
  source_amount_currency: 'EUR',
  destination_amount_currency: 'COP',
};

describe('requests, encoded for the service', () => {
  it('write ids and amounts as integers', () => {
    expect(z.encode(transferRequest, transfer)).toEqual({
      ...transfer,
      destination_account_id: 7n,
    });
    const { destination_account_id: country_id, ...amount } = transfer;
    expect(z.encode(simulationRequest, { ...amount, country_id })).toEqual({
      ...amount,
      country_id: 7n,
    });
    expect(z.encode(tokenRequest, { token: 'abc' })).toEqual({ token: 'abc' });
  });

  it.each([
    { source_amount_cents: -1n },
    { destination_account_id: 'seven' },
    { destination_account_id: '' },
    { destination_account_id: '1'.repeat(31) },
  ])('refuse %o', (changes) => {
    expect(z.safeEncode(transferRequest, { ...transfer, ...changes }).success).toBe(false);
  });

  it('write the birth date of an account as day/month/year', () => {
    const account = {
      alias: 'Ana',
      category: 'bank',
      bank_type: 'current',
      bank_id: '3',
      birthdate: '1990-12-31',
    } as const;
    expect(z.encode(accountRequest, account)).toEqual({
      ...account,
      bank_id: 3n,
      birthdate: '31/12/1990',
    });
  });

  it('have exactly the fields of contract 2.3, also in the API', () => {
    const fields = accountFields.toSorted();
    expect(fields).toEqual(expect.arrayContaining(fieldsOfContract.split(' ')));
    expect(Object.keys(accountRequest.shape).toSorted()).toEqual(fields);
    expect(Object.keys(apiRequest.shape).toSorted()).toEqual(fields);
  });

  it('are answered with the same fields', () => {
    for (const { shape } of [destinationAccount, accountDetails]) {
      expect(Object.keys(shape)).toEqual(expect.arrayContaining([...accountFields]));
    }
  });
});

describe('a birth date', () => {
  it('is the same day in both directions', () => {
    const day = fc
      .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, (text) => {
        expect(z.decode(birthdate, z.encode(birthdate, text))).toBe(text);
      }),
    );
  });

  it.each(['31/12/1990', '29/02/2024'])('reads %s', (slashed) => {
    expect(isCalendarDay(z.decode(birthdate, slashed))).toBe(true);
  });

  it.each(['30/02/2024', '29/02/2023', '12/31/1990', '1990-12-31', '1/2/1990', ''])(
    'refuses %j from the service',
    (slashed) => {
      expect(z.safeDecode(birthdate, slashed).success).toBe(false);
    },
  );

  it.each(['2023-02-29', '2024-13-01', '2024-00-10', '31/12/1990', '2024-1-1', '2024-01-01T00:00'])(
    'refuses %j in Giro',
    (day) => {
      expect(calendarDay.safeParse(day).success).toBe(false);
      expect(z.safeEncode(birthdate, day).success).toBe(false);
    },
  );
});
