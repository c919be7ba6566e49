import { describe, expect, it } from 'vitest';
import { readAmount } from '../../src/money/read-amount.ts';

const BITCOIN = 10n ** 8n;

describe('readAmount', () => {
  it.each([
    ['1.234,56', 123456n],
    ['1,234.56', 123456n],
    ['1 234,5', 123450n],
    ['1\u00a0234,5', 123450n],
    ['1\u202f234,5', 123450n],
    ['1\u2009234,5', 123450n],
    ["1'234.50", 123450n],
    ['1’234.50', 123450n],
    ['1.234.567', 123456700n],
    ['12,34,567.8', 123456780n],
    ['12,34,567', 123456700n],
    ['21,1', 2110n],
    ['21.10', 2110n],
    ['1234567.00000', 123456700n],
    ['.5', 50n],
    [',5', 50n],
    ['5.', 500n],
    ['007', 700n],
    ['0', 0n],
    ['0,00', 0n],
    ['  12 ', 1200n],
    ['١٢.٣', 1230n],
    ['１２．３', 1230n],
    ['\u200e12\u200f', 1200n],
    ['1/2', 50n],
    ['2 1/4', 225n],
    ['1.234 1/4', 123425n],
  ])('reads %j in any locale', (text, subunits) => {
    for (const locale of ['en', 'es-CL', 'pt-BR', 'fr-FR']) {
      expect(readAmount(text, 100n, locale)).toEqual({ ok: true, subunits });
    }
  });

  it.each([
    'CLP 5',
    'CLP5',
    '$ 5',
    '$5',
    'US$5',
    'R$ 5',
    'USD $5',
    'S/ 5',
    'S/5',
    '5 €',
    '5 EUR',
    '$5 MXN',
    'USDT 5',
  ])('ignores the currency in %j', (text) => {
    expect(readAmount(text, 1n, 'en')).toEqual({ ok: true, subunits: 5n });
  });

  it('reads amounts with any divisor', () => {
    expect(readAmount('0,00000001', BITCOIN, 'en')).toEqual({ ok: true, subunits: 1n });
    expect(readAmount('1.550000000000000001', 10n ** 18n, 'en')).toEqual({
      ok: true,
      subunits: 1_550_000_000_000_000_001n,
    });
    expect(readAmount('2,2', 5n, 'en')).toEqual({ ok: true, subunits: 11n });
    expect(readAmount('2 1/3', 3n, 'en')).toEqual({ ok: true, subunits: 7n });
    expect(readAmount('CLP 100.000', 1n, 'es-CL')).toEqual({ ok: true, subunits: 100000n });
  });

  it.each(['', '   ', '$', 'CLP', '\u200b'])('refuses %j as empty', (text) => {
    expect(readAmount(text, 100n, 'en')).toEqual({ ok: false, reason: 'empty', nearest: [] });
  });

  it.each(['-5', '−5', '- 5', '-$5', '$ -5', '-1.005', '-0'])('refuses %j as negative', (text) => {
    expect(readAmount(text, 100n, 'en')).toEqual({ ok: false, reason: 'negative', nearest: [] });
  });

  it.each([
    ...['abc', '1e5', '0x10', 'Infinity', 'NaN', '5k', '5K', '5 mil', '5 MIL', 'e5', '½', '1²'],
    ...['1.2.3,4.5', '12,34.5', '12,34,56', '1 23', "1'23", '1.234 567,8', '0,123,456'],
    ...[
      '1,234,56',
      '1..5',
      '1,234,.',
      '1.234.567.',
      '.',
      ',',
      '-',
      '-abc',
      '5-',

      '+5',
      '(5)',
    ],
    ...[
      '1/0',
      '3/3',
      '4/3',
      '2 4/3',
      '1/',
      '/3',
      '1/2/3',
      '1.5 1/2',
      '1 2 3',
      'S/.50',
      'CLP.5',
      '5%',
    ],
    ...['1'.repeat(61)],
  ])('refuses %j as not a number', (text) => {
    const refusal = { ok: false, reason: 'not-a-number', nearest: [] };
    expect(readAmount(text, 100n, 'en')).toEqual(refusal);
  });

  it('returns the nearest amounts below and above one that is not whole', () => {
    const refusal = (...nearest: bigint[]) => ({ ok: false, reason: 'not-whole', nearest });
    expect(readAmount('1.23456', 100n, 'en')).toEqual(refusal(123n, 124n));
    expect(readAmount('0.005', 100n, 'en')).toEqual(refusal(0n, 1n));
    expect(readAmount('10,5', 1n, 'en')).toEqual(refusal(10n, 11n));
    expect(readAmount('0.3', 5n, 'en')).toEqual(refusal(1n, 2n));
    expect(readAmount('0.33', 3n, 'en')).toEqual(refusal(0n, 1n));
    expect(readAmount('1/3', 100n, 'en')).toEqual(refusal(33n, 34n));
    expect(readAmount('1,234.567', 100n, 'en')).toEqual(refusal(123456n, 123457n));
  });
});

describe('one separator followed by three digits', () => {
  const accepted = (subunits: bigint) => ({ ok: true, subunits });
  const ambiguous = (...nearest: bigint[]) => ({ ok: false, reason: 'ambiguous', nearest });

  it('reads a group when the locale groups so, or does not use that separator', () => {
    expect(readAmount('1.234', 100n, 'es-CL')).toEqual(accepted(123400n));
    expect(readAmount('1,234', 100n, 'en')).toEqual(accepted(123400n));
    expect(readAmount('1.234', 100n, 'fr-FR')).toEqual(accepted(123400n));
    expect(readAmount('1.234', 1n, 'es-ES')).toEqual(accepted(1234n));
    expect(readAmount('9.001', 8n, 'es-ES')).toEqual(accepted(72008n));
  });

  it('reads a group even when the digits are zeros', () => {
    expect(readAmount('100.000', 100n, 'es-CL')).toEqual(accepted(10000000n));
    expect(readAmount('100,000', 1n, 'en')).toEqual(accepted(100000n));
  });

  it('is refused when the locale reads a decimal that the currency cannot hold', () => {
    expect(readAmount('1.234', 100n, 'en')).toEqual(ambiguous(123n, 123400n));
    expect(readAmount('1,234', 100n, 'es-CL')).toEqual(ambiguous(123n, 123400n));
    expect(readAmount('1.234', 1n, 'en')).toEqual(ambiguous(1n, 1234n));
    expect(readAmount('1.000', 1n, 'en')).toEqual(ambiguous(1n, 1000n));
    expect(readAmount('CLP 100.000', 1n, 'en')).toEqual(ambiguous(100n, 100000n));
    expect(readAmount('9.001', 8n, 'en')).toEqual(ambiguous(72n, 72008n));
  });

  it('reads what Giro itself would write when the currency has three decimals, else refuses', () => {
    expect(readAmount('1.234', 1000n, 'en')).toEqual(accepted(1234n));
    expect(readAmount('1,234', 1000n, 'en')).toEqual(ambiguous(1234n, 1234000n));
    expect(readAmount('1.234', 1000n, 'es-CL')).toEqual(ambiguous(1234n, 1234000n));
    expect(readAmount('1.125', 8n, 'en')).toEqual(accepted(9n));
    expect(readAmount('1.125', 8n, 'es-CL')).toEqual(accepted(9000n));
    expect(readAmount('1.125', 8n, 'es')).toEqual(accepted(9000n));
    expect(readAmount('1.125', BITCOIN, 'en')).toEqual(ambiguous(112500000n, 112500000000n));
    expect(readAmount('1.125', BITCOIN, 'es-CL')).toEqual(ambiguous(112500000n, 112500000000n));
  });

  it('reads a decimal after a zero, or with more than three digits before it', () => {
    expect(readAmount('0.125', BITCOIN, 'es-CL')).toEqual(accepted(12500000n));
    expect(readAmount('0,125', 1000n, 'en')).toEqual(accepted(125n));
    expect(readAmount('1234.125', BITCOIN, 'es-CL')).toEqual(accepted(123412500000n));
  });

  it('reads a group after a space or an apostrophe', () => {
    expect(readAmount('1 234', BITCOIN, 'en')).toEqual(accepted(1234n * BITCOIN));
    expect(readAmount("1'234", BITCOIN, 'en')).toEqual(accepted(1234n * BITCOIN));
  });
});
