import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkField, readCode } from '../../../../src/app/accounts/check-digits/checks.ts';

// Examples from the IBAN registry.
const ibans = [
  'AD1200012030200359100100',
  'AT611904300234573201',
  'BE68539007547034',
  'BR1800360305000010009795493C1',
  'CH9300762011623852957',
  'DE89370400440532013000',
  'ES9121000418450200051332',
  'FR1420041010050500013M02606',
  'GB29NWBK60161331926819',
  'IT60X0542811101000000123456',
  'MT84MALT011000012345MTLCAST001S',
  'NL91ABNA0417164300',
  'NO9386011117947',
  'PT50000201231234567890154',
  'SE4550000000058398257466',
];
// Published by the banks that own them.
const abas = ['021000021', '011401533', '091000019', '122105155', '111000025', '026009593'];
const cpfs = ['52998224725', '11144477735', '29537995593'];
// The last one is the tax office's example with letters.
const cnpjs = ['11222333000181', '54550752000155', '12ABC34501DE35'];

const swap = (text: string, at: number) =>
  text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);

describe('an IBAN', () => {
  it.each(ibans)('accepts %s in any grouping', (iban) => {
    expect(checkField('iban_number', iban)).toBeNull();
    expect(checkField('iban_number', iban.toLowerCase().replace(/(.{4})/g, '$1 '))).toBeNull();
    expect(checkField('iban_number', `IBAN: ${iban.replace(/(.{2})/g, '$1-')}`)).toBeNull();
    expect(checkField('bank_number', iban)).toBeNull();
  });

  it('recognises two swapped digits', () => {
    const [at, iban] = [fc.integer({ min: 2, max: 22 }), 'ES9121000418450200051332'];
    fc.assert(
      fc.property(at, (position) => {
        const swapped = swap(iban, position);
        fc.pre(swapped !== iban);
        expect(checkField('iban_number', swapped)).toEqual({ kind: 'swapped' });
      }),
    );
  });

  it('never accepts one wrong digit', () => {
    const at = fc.integer({ min: 2, max: 23 });
    fc.assert(
      fc.property(at, fc.integer({ min: 0, max: 9 }), (position, digit) => {
        const iban = 'ES9121000418450200051332';
        const wrong = iban.slice(0, position) + digit + iban.slice(position + 1);
        fc.pre(wrong !== iban);
        expect(checkField('iban_number', wrong)).not.toBeNull();
      }),
    );
  });

  it.each([
    [
      'ES912100041845020005133',
      { kind: 'length', of: 'iban', expected: 24, given: 23, country: 'ES' },
    ],
    ['XX9121000418450200051332', { kind: 'no-iban-country', country: 'XX' }],
    ['US9121000418450200051332', { kind: 'no-iban-country', country: 'US' }],
    ['ES91210OO418450200051332', { kind: 'lookalike' }],
    ['ES91A1000418450200051332', { kind: 'shape' }],
    ['ES9121000418450200051342', { kind: 'wrong' }],
    ['021000021', { kind: 'aba-not-iban' }],
  ])('answers %s with %j', (text, typo) => {
    expect(checkField('iban_number', text)).toEqual(typo);
  });

  it('is checked in an account number only if that looks like an IBAN', () => {
    expect(checkField('bank_number', '00123454821')).toBeNull();
    expect(checkField('bank_number', 'AB12345')).toBeNull();
    expect(checkField('bank_number', 'ES9121000418450200051323')).toEqual({ kind: 'swapped' });
  });
});

describe('an ABA number', () => {
  it.each(abas)('accepts %s', (aba) => {
    expect(checkField('aba_number', aba)).toBeNull();
    expect(checkField('aba_number', aba.replace(/(.{4})/g, '$1 '))).toBeNull();
  });

  it('recognises two swapped digits, except those that differ by five', () => {
    fc.assert(
      fc.property(fc.constantFrom(...abas), fc.integer({ min: 2, max: 7 }), (aba, at) => {
        const [a, b] = [Number(aba[at]), Number(aba[at + 1])];
        const blind = a === b || Math.abs(a - b) === 5;
        const expected = blind ? null : { kind: 'swapped' };
        expect(checkField('aba_number', swap(aba, at))).toEqual(expected);
      }),
    );
  });

  it.each([
    ['02100002', { kind: 'length', of: 'aba', expected: 9, given: 8 }],
    ['0210OOO21', { kind: 'lookalike' }],
    ['02100X021', { kind: 'shape' }],
    ['021000022', { kind: 'wrong' }],
    ['000000000', { kind: 'wrong' }],
    // The checksum is right, but no ABA number begins with 99.
    ['990000000', { kind: 'wrong' }],
    ['ES91 2100 0418 4502 0005 1332', { kind: 'iban-not-aba' }],
  ])('answers %s with %j', (text, typo) => {
    expect(checkField('aba_number', text)).toEqual(typo);
  });
});

describe('a CPF or CNPJ', () => {
  it.each([...cpfs, ...cnpjs])('accepts %s', (number) => {
    expect(checkField('cpf_number', number)).toBeNull();
  });

  it.each(['529.982.247-25', 'CPF 529 982 247 25', '11.222.333/0001-81', '12.abc.345/01de-35'])(
    'accepts %s',
    (text) => expect(checkField('cpf_number', text)).toBeNull(),
  );

  it.each([
    ['529.982.247-52', { kind: 'swapped' }],
    ['529.982.247-2', { kind: 'length', of: 'cpf', expected: 11, given: 10 }],
    ['529.982.247-255', { kind: 'length', of: 'cpf', expected: 11, given: 12 }],
    ['11.222.333/0001-8', { kind: 'length', of: 'cnpj', expected: 14, given: 13 }],
    ['529.982.247-26', { kind: 'wrong' }],
    ['111.111.111-11', { kind: 'wrong' }],
    ['529.982.2A7-25', { kind: 'shape' }],
    ['11.222.333/OOO1-81', { kind: 'lookalike' }],
  ])('answers %s with %j', (text, typo) => {
    expect(checkField('cpf_number', text)).toEqual(typo);
  });
});

describe('an email address', () => {
  it.each(['ana@example.com', 'a.b+c@mail.example.co', "o'neil@xn--bcher-kva.example"])(
    'accepts %s',
    (text) => expect(checkField('email', text)).toBeNull(),
  );
  it.each([
    'ana',
    'ana@',
    '@example.com',
    'ana@example',
    'ana@example..com',
    'a b@example.com',
    'ana@example,com',
    'ana@gmail.con',
    'ana@@example.com',
  ])('questions %s', (text) => {
    expect(checkField('email', text)).toEqual({ kind: 'email' });
  });
});

describe('a phone number', () => {
  it.each(['+57 300 123 4567', '(300) 123-4567', '3001234567', '+34.600.000.000'])(
    'accepts %s',
    (text) => expect(checkField('phone', text)).toBeNull(),
  );
  it.each(['12345', '+57 300 123 4567 8901 23', '300 CALL ME', '57+3001234567'])(
    'questions %s',
    (text) => expect(checkField('phone', text)).toEqual({ kind: 'phone' }),
  );
});

it('says nothing about an empty field', () => {
  for (const field of ['iban_number', 'aba_number', 'cpf_number', 'email', 'phone'] as const) {
    expect(checkField(field, '  ')).toBeNull();
  }
});

describe('readCode', () => {
  it.each([
    ['ES91 2100 0418 4502 0005 1332', 'ES', '2100', '21000418450200051332'],
    ['DE89370400440532013000', 'DE', '37040044', '370400440532013000'],
    ['IT60X0542811101000000123456', 'IT', '05428', 'X0542811101000000123456'],
    ['NL91ABNA0417164300', 'NL', 'ABNA', 'ABNA0417164300'],
  ])('reads country, bank and account of the IBAN %s', (text, country, bank, account) => {
    expect(readCode('iban_number', text)).toEqual({ country, bank, account });
  });

  it('reads the bank of a routing number', () => {
    expect(readCode('aba_number', '021000021')).toEqual({
      country: '',
      bank: '021000021',
      account: '',
    });
  });

  it.each([
    ['iban_number', 'ES9121000418450200051323'],
    ['iban_number', 'ES91 2100'],
    ['iban_number', '021000021'],
    ['aba_number', '021000012'],
    ['aba_number', 'ES9121000418450200051332'],
  ] as const)('reads nothing in the %s %s', (field, text) => {
    expect(readCode(field, text)).toBeNull();
  });
});

it.each([
  ['ES', { kind: 'iban-elsewhere', country: 'DE' }],
  ['DE', null],
  // Accounts in the USA have no IBAN: any may be entered.
  ['US', null],
  ['', null],
])('questions a German IBAN in %j: %j', (place, typo) => {
  expect(checkField('iban_number', 'DE89370400440532013000', place)).toEqual(typo);
});
