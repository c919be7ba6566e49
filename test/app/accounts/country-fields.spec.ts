import { getCountrySpecifications } from 'ibantools';
import { describe, expect, it } from 'vitest';
import { fieldsIn, hasCode } from '../../../src/app/accounts/country-fields.ts';
import { bankCodesFor, defaultCountryFieldRules } from '../../../src/contract/field-rules.ts';

const specs = getCountrySpecifications();
const codes = [...Object.keys(specs), 'US', 'CO', 'IN', ''];

describe('the fields of a bank account', () => {
  it.each([
    ['ES', ['iban_number', 'id', 'bank_id', 'bank_type', 'bank_number']],
    ['DE', ['iban_number', 'id', 'bank_id', 'bank_type', 'bank_number']],
    ['US', ['aba_number', 'id', 'bank_id', 'bank_type', 'bank_number']],
    ['BR', ['cpf_number', 'bank_id', 'bank_type', 'bank_number', 'additional_data']],
    ['CO', ['id', 'bank_id', 'bank_type', 'bank_number']],
    ['ZZ', ['id', 'bank_id', 'bank_type', 'bank_number']],
  ])('in %s are the same, behind a code that fills in others', (code, order) => {
    expect(fieldsIn({ code }).order).toEqual(order);
    expect(fieldsIn({ code: ` ${code.toLowerCase()} ` }).order).toEqual(order);
  });

  it.each(codes)('in %j hide none that the contract requires', (code) => {
    const { order, idCode } = fieldsIn({ code });
    // contract 2.3: required of every bank account. Other required codes follow those of the order.
    for (const field of ['bank_id', 'bank_type', 'bank_number'] as const) {
      expect(order.filter((one) => one === field)).toHaveLength(1);
    }
    const isIdKnown = idCode && bankCodesFor(code, defaultCountryFieldRules).includes(idCode);
    expect(order.includes('id') || isIdKnown).toBe(true);
    expect(new Set(order).size).toBe(order.length);
  });

  it.each(codes)('in %j are in one order, whatever else is asked for', (code) => {
    const common = fieldsIn({ code: 'CO' }).order;
    const { order, idCode } = fieldsIn({ code });
    const shared = common.filter((field) => field !== 'id' || idCode === null);
    expect(order.filter((field) => common.includes(field))).toEqual(shared);
  });

  it('ask for an IBAN only where there are IBANs', () => {
    const without = codes.filter((code) => hasCode({ code }, 'iban_number') && !specs[code]?.chars);
    expect(without).toEqual([]);
  });

  it('begin with an IBAN, which names the country, before one is chosen', () => {
    expect(fieldsIn(undefined).order).toEqual(['iban_number']);
  });
});
