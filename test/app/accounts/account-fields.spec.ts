import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupedText, sentText } from '../../../src/app/accounts/account-fields.ts';

const fields = ['bank_number', 'aba_number', 'iban_number', 'cpf_number', 'city'] as const;

describe('the text sent for a field', () => {
  const any = fc.oneof(
    fc.string(),
    fc.stringMatching(/^(iban[ :])?[A-Za-z]{2}\d{2}[\dA-Z .-]{0,30}$/),
  );

  it.each(fields)('of %s does not depend on its grouping', (field) => {
    fc.assert(
      fc.property(any, (text) => {
        const sent = sentText(field, text);
        expect(sentText(field, groupedText(field, text))).toBe(sent);
        expect(sentText(field, sent)).toBe(sent);
        expect(groupedText(field, groupedText(field, text))).toBe(groupedText(field, text));
      }),
    );
  });
});

it.each([
  ['iban_number', ' es91-2100 0418.4502 0005 1332', 'ES91 2100 0418 4502 0005 1332'],
  ['iban_number', 'IBAN ES9121000418450200051332', 'ES91 2100 0418 4502 0005 1332'],
  ['iban_number', 'ES912', 'ES91 2'],
  ['iban_number', '021000021', '021000021'],
  ['bank_number', 'ES9121000418450200051332', 'ES91 2100 0418 4502 0005 1332'],
  ['bank_number', '001-234 5', '001-234 5'],
  ['cpf_number', '52998224725', '529.982.247-25'],
  ['cpf_number', '5299', '529.9'],
  ['cpf_number', '11222333000181', '11.222.333/0001-81'],
  ['cpf_number', '12abc34501de35', '12.ABC.345/01DE-35'],
  ['aba_number', '0210 0002-1', '021000021'],
  ['city', ' São Paulo ', 'São Paulo'],
] as const)('%s shows %s as %s', (field, text, shown) => {
  expect(groupedText(field, text)).toBe(shown);
});
