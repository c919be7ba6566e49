import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  alignRates,
  impliedRate,
  inverseToRead,
  invertRate,
  isLowerRate,
  isOneForOne,
  isReadable,
  leadingRate,
  parseRate,
  writeRate,
} from '../../src/money/rate.ts';

describe('parseRate', () => {
  it('keeps every digit', () => {
    expect(parseRate('0.2319')).toEqual({ digits: 2319n, scale: 4 });
    expect(parseRate('4312.70')).toEqual({ digits: 431270n, scale: 2 });
    expect(parseRate('1')).toEqual({ digits: 1n, scale: 0 });
    expect(parseRate('0.000000012345678901234567')).toEqual({
      digits: 12345678901234567n,
      scale: 24,
    });
  });

  it.each(['', ' 1', '-1', '+1', '1,5', '.5', '5.', '1e5', 'NaN', '1.2.3', '1'.repeat(61)])(
    'refuses %j',
    (text) => {
      expect(parseRate(text)).toBeNull();
    },
  );
});

describe('isLowerRate', () => {
  it.each([
    ['0.1', '0.10000000000000000001', true],
    ['9007199254740992', '9007199254740993', true],
    ['0.9', '0.10', false],
    ['1.50', '1.5', false],
    ['9', '10', true],
    ['', '1', false],
    ['1', 'NaN', false],
  ])('compares %j with %j exactly', (one, other, isLower) => {
    expect(isLowerRate(one, other)).toBe(isLower);
    if (isLower) expect(isLowerRate(other, one)).toBe(false);
  });
});

describe('isOneForOne', () => {
  it.each([
    ['1', 'USD', 'USD', true],
    ['1.000', 'USD', 'USD', true],
    ['0.98', 'USD', 'USD', false],
    ['1', 'USD', 'PAB', false],
    ['one', 'USD', 'USD', false],
  ])('%s from %s to %s: %s', (text, source, destination, is) => {
    expect(isOneForOne(text, source, destination)).toBe(is);
  });
});

describe('isReadable', () => {
  it.each([
    ['0.01', true],
    ['0.1899', true],
    ['951.204', true],
    ['0.0099', false],
    ['0.0002468', false],
    ['0', false],
  ])('%s: %s', (text, is) => {
    const rate = parseRate(text);
    expect(rate && isReadable(rate)).toBe(is);
  });
});

describe('inverseToRead', () => {
  const inverseOf = (text: string, digits: number) => {
    const rate = parseRate(text);
    const inverse = rate && inverseToRead(rate, digits);
    return inverse && [writeRate(inverse.rate, 'en'), inverse.exact];
  };

  it('says whether it was rounded, and never rounds within the integer part', () => {
    expect(inverseOf('0.000905557', 6)).toEqual(['1,104.29', false]);
    expect(inverseOf('0.0008', 6)).toEqual(['1,250', true]);
    expect(inverseOf('0.000000483135', 6)).toEqual(['2,069,815', false]);
    expect(inverseOf('4', 4)).toEqual(['0.25', true]);
    expect(inverseOf('0', 4)).toBeNull();
  });
});

describe('invertRate', () => {
  it.each([
    [{ digits: 4n, scale: 0 }, 6, { digits: 25n, scale: 2 }],
    [{ digits: 3n, scale: 0 }, 6, { digits: 333333n, scale: 6 }],
    [{ digits: 2319n, scale: 4 }, 6, { digits: 431220n, scale: 5 }],
    [{ digits: 2319n, scale: 4 }, 7, { digits: 4312204n, scale: 6 }],
    [{ digits: 431270n, scale: 2 }, 6, { digits: 231873n, scale: 9 }],
    [{ digits: 3n, scale: 8 }, 3, { digits: 33300000n, scale: 0 }],
    [{ digits: 1n, scale: 0 }, 6, { digits: 1n, scale: 0 }],
  ])('inverts %o to at most %i digits', (rate, significantDigits, inverse) => {
    expect(invertRate(rate, significantDigits)).toEqual(inverse);
  });

  it('rounds half to even, with carry', () => {
    expect(invertRate({ digits: 8n, scale: 0 }, 2)).toEqual({ digits: 12n, scale: 2 });
    expect(invertRate({ digits: 16n, scale: 1 }, 2)).toEqual({ digits: 62n, scale: 2 });
    expect(invertRate({ digits: 64n, scale: 2 }, 3)).toEqual({ digits: 156n, scale: 2 });
    expect(invertRate({ digits: 1001n, scale: 3 }, 2)).toEqual({ digits: 100n, scale: 2 });
  });

  it('returns null for zero', () => {
    expect(invertRate({ digits: 0n, scale: 4 }, 6)).toBeNull();
  });

  it('inverted twice, stays within the last digit kept', () => {
    const rates = fc.record({
      digits: fc.bigInt({ min: 1n, max: 10n ** 30n }),
      scale: fc.integer({ min: 0, max: 30 }),
    });
    fc.assert(
      fc.property(rates, fc.integer({ min: 2, max: 30 }), (rate, significantDigits) => {
        const inverse = invertRate(rate, significantDigits);
        const back = inverse && invertRate(inverse, significantDigits);
        if (!back) throw new Error('a rate above zero has an inverse');
        const given = rate.digits * 10n ** BigInt(back.scale);
        const returned = back.digits * 10n ** BigInt(rate.scale);
        const apart = given > returned ? given - returned : returned - given;
        // Each rounding is wrong by at most 5 in the first dropped digit.
        expect(apart * 10n ** BigInt(significantDigits - 1) <= given * 2n).toBe(true);
      }),
    );
  });
});

describe('leadingRate', () => {
  it.each([
    ['4.3127', '4.3127', false, true],
    ['1', '1', false, true],
    ['0', '0', false, true],
    ['0.25', '4', true, true],
    ['0.2319', '4.31220', true, false],
    ['0.000905557', '1,104.29', true, false],
    ['0.000000000483135', '2,069,814,855', true, false],
  ])('reads %s as %s', (text, written, inverted, exact) => {
    const rate = parseRate(text);
    const lead = rate && leadingRate(rate);
    expect(lead && writeRate(lead.rate, 'en')).toBe(written);
    expect(lead).toMatchObject({ inverted, exact });
  });

  it('is never below 1, except for zero', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 18n), fc.nat(18), (digits, scale) => {
        const { rate, inverted, exact } = leadingRate({ digits, scale });
        expect(rate.digits >= 10n ** BigInt(rate.scale)).toBe(true);
        if (!inverted) expect({ rate, exact }).toEqual({ rate: { digits, scale }, exact: true });
      }),
    );
  });
});

describe('impliedRate', () => {
  it.each([
    [10000n, 100n, 43127000n, 100n, '4312.7', true],
    [100000n, 1n, 10526n, 100n, '0.0010526', true],
    [3n, 3n, 10n ** 18n, 10n ** 18n, '1', true],
    [100n, 100n, 0n, 100n, '0', true],
    [2_400_000n, 100n, 123_456_789n, 100n, '51.4403', false],
    // 13.00 became 2.04: the estimated rate 0.157339 would round to the same.
    [1300n, 100n, 204n, 100n, '0.157', false],
    [1000n, 100n, 1n, 1n, '0.1', true],
    [3000n, 100n, 1n, 1n, '0.03', false],
  ])('returns the rate of %s/%s to %s/%s: %s', (source, from, destination, to, written, exact) => {
    const implied = impliedRate(source, from, destination, to);
    expect(implied && writeRate(implied.rate, 'en').replace(',', '')).toBe(written);
    expect(implied?.exact).toBe(exact);
  });

  it('returns null for a source of zero', () => {
    expect(impliedRate(0n, 100n, 5n, 100n)).toBeNull();
  });
});

describe('writeRate', () => {
  it('keeps every digit', () => {
    expect(writeRate({ digits: 431270n, scale: 2 }, 'es-CL')).toBe('4.312,70');
    expect(writeRate({ digits: 2319n, scale: 4 }, 'pt-BR')).toBe('0,2319');
    expect(writeRate({ digits: 12345678901234567890123n, scale: 20 }, 'en')).toBe(
      '123.45678901234567890123',
    );
  });

  it('rounds half to even to the given number of digits', () => {
    expect(writeRate({ digits: 2318733n, scale: 10 }, 'en', 4)).toBe('0.0002319');
    expect(writeRate({ digits: 12345n, scale: 2 }, 'en', 4)).toBe('123.4');
    expect(writeRate({ digits: 12355n, scale: 2 }, 'en', 4)).toBe('123.6');
    expect(writeRate({ digits: 431270n, scale: 2 }, 'en', 6)).toBe('4,312.7');
    expect(writeRate({ digits: 0n, scale: 2 }, 'en', 6)).toBe('0');
  });
});

describe('alignRates', () => {
  const aligned = (...texts: string[]) =>
    alignRates(texts.flatMap((text) => parseRate(text) ?? [])).map((rate) =>
      writeRate(rate, 'es-CO'),
    );

  it('keeps as many decimals for all as the most precise has', () => {
    expect(aligned('4034.7', '4031.42', '4033')).toEqual(['4.034,70', '4.031,42', '4.033,00']);
    expect(aligned('4.3127', '4.312')).toEqual(['4,3127', '4,3120']);
    expect(aligned('4.3', '4.33', '4.3310000001')).toEqual(['4,30', '4,33', '4,3310000001']);
  });

  it('leaves no single decimal, and adds none to whole rates', () => {
    expect(aligned('4035.5')).toEqual(['4.035,50']);
    expect(aligned('1', '4000')).toEqual(['1', '4.000']);
    expect(aligned()).toEqual([]);
  });

  it('changes no value', () => {
    const rates = fc.array(fc.record({ digits: fc.bigInt(0n, 10n ** 18n), scale: fc.nat(18) }));
    fc.assert(
      fc.property(rates, (given) => {
        const same = alignRates(given);
        for (const [index, one] of given.entries()) {
          const other = same[index];
          expect(one.digits * 10n ** BigInt(other?.scale ?? 0)).toBe(
            (other?.digits ?? 0n) * 10n ** BigInt(one.scale),
          );
        }
      }),
    );
  });
});
