import { describe, expect, it } from 'vitest';
import { writeAmount, writeDecimal, writeMoney } from '../../src/money/write-amount.ts';

const NBSP = '\u00a0';

describe('writeAmount', () => {
  it.each([
    [0n, 1n, 'en', '0'],
    [100000n, 1n, 'es-CL', '100.000'],
    [43127000n, 100n, 'en', '431,270.00'],
    [43127000n, 100n, 'es-CL', '431.270,00'],
    [43127000n, 100n, 'pt-BR', '431.270,00'],
    [43127000n, 100n, 'es-MX', '431,270.00'],
    [43127000n, 100n, 'en-IN', '4,31,270.00'],
    [123456n, 100n, 'es-ES', '1.234,56'],
    [214396n, 100n, 'es', '2.143,96'],
    [214396n, 100n, 'pt-PT', `2${NBSP}143,96`],
    [43127000n, 100n, 'ar-EG', '431,270.00'],
    [5n, 10n, 'en', '0.5'],
    [20n, 10n, 'en', '2.0'],
  ])('writes %s / %s in %s as %s', (subunits, subunit_to_unit, locale, text) => {
    expect(writeAmount(subunits, subunit_to_unit, locale)).toBe(text);
  });

  it('always writes three decimals for a currency with three', () => {
    expect(writeAmount(1234n, 1000n, 'en')).toBe('1.234');
    expect(writeAmount(1234000n, 1000n, 'es-CL')).toBe('1.234,000');
  });

  it.each([
    [100000000n, '1,00'],
    [110000000n, '1,10'],
    [103100000n, '1,0310'],
    [103120000n, '1,0312'],
    [1n, '0,00000001'],
  ])('trims a currency with more decimals, but never to three: %s is %s', (subunits, text) => {
    expect(writeAmount(subunits, 10n ** 8n, 'es-CL')).toBe(text);
  });

  it('keeps every digit with 10^18 subunits in a unit', () => {
    expect(writeAmount(1_550_000_000_000_000_001n, 10n ** 18n, 'en')).toBe('1.550000000000000001');
  });

  it.each([
    [10n, 5n, '2'],
    [11n, 5n, '2.2'],
    [1n, 8n, '0.125'],
    [6n, 3n, '2'],
    [9n, 6n, '1.5'],
    [1n, 3n, '1/3'],
    [7n, 3n, `2${NBSP}1/3`],
    [8n, 6n, `1${NBSP}1/3`],
    [3703n, 3n, `1,234${NBSP}1/3`],
  ])('writes %s / %s exactly as %s', (subunits, subunit_to_unit, text) => {
    expect(writeAmount(subunits, subunit_to_unit, 'en')).toBe(text);
  });

  it('prefers a fraction to more than 24 decimals, except for a power of ten', () => {
    expect(writeAmount(1n, 2n ** 24n, 'en')).toBe('0.000000059604644775390625');
    expect(writeAmount(1n, 2n ** 25n, 'en')).toBe('1/33554432');
    expect(writeAmount(1n, 10n ** 30n, 'en')).toBe(`0.${'0'.repeat(29)}1`);
  });

  it('writes a minus for negative amounts only', () => {
    expect(writeAmount(-43127000n, 100n, 'es-CL')).toBe('-431.270,00');
    expect(writeAmount(-5n, 100n, 'en')).toBe('-0.05');
    expect(writeAmount(-1n, 3n, 'en')).toBe('-1/3');
    expect(writeAmount(-0n, 100n, 'en')).toBe('0.00');
  });

  it('throws for a divisor that is not positive and an invalid locale', () => {
    expect(() => writeAmount(1n, 0n, 'en')).toThrow(RangeError);
    expect(() => writeAmount(1n, -100n, 'en')).toThrow(RangeError);
    expect(() => writeAmount(1n, 100n, 'no_such locale')).toThrow(RangeError);
  });
});

describe('writeMoney', () => {
  it('puts the code first in every locale', () => {
    const money = { subunits: 43127000n, currency: 'COP' };
    expect(writeMoney(money, 100n, 'es-CL')).toBe(`COP${NBSP}431.270,00`);
    expect(writeMoney(money, 100n, 'en')).toBe(`COP${NBSP}431,270.00`);
  });
});

describe('writeDecimal', () => {
  it('writes no grouping, a decimal point and plain spaces', () => {
    expect(writeDecimal(43127000n, 100n)).toBe('431270.00');
    expect(writeDecimal(-43127000n, 100n)).toBe('-431270.00');
    expect(writeDecimal(1234567n, 1n)).toBe('1234567');
    expect(writeDecimal(3703n, 3n)).toBe('1234 1/3');
  });
});
