import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAmount } from '../../src/money/read-amount.ts';
import { writeAmount, writeDecimal, writeMoney } from '../../src/money/write-amount.ts';

const locales = fc.constantFrom(
  ...['en', 'es-419', 'es-CL', 'es-MX', 'es-ES', 'pt-BR', 'de-CH', 'en-IN', 'fr-FR'],
);

const divisors = fc.oneof(
  fc.integer({ min: 0, max: 18 }).map((zeros) => 10n ** BigInt(zeros)),
  fc.constantFrom(1n, 3n, 5n, 7n, 8n, 125n, 1250n, 2n ** 24n, 2n ** 59n, 5n ** 25n),
  fc.bigInt({ min: 1n, max: 10n ** 18n }),
);

const amounts = fc.oneof(
  fc.bigInt({ min: 0n, max: 10n ** 30n }),
  fc.bigInt({ min: 0n, max: 10_000_000n }),
);

/** An amount with its divisor; half are near whole thousandths, because those give three decimals. */
const divided = divisors.chain((divisor) =>
  fc.record({
    divisor: fc.constant(divisor),
    subunits: fc.oneof(
      amounts,
      fc.bigInt({ min: 0n, max: 2_000_000n }).map((thousandths) => (thousandths * divisor) / 1000n),
    ),
  }),
);

const runs = { numRuns: 3000 };

describe('a written amount', () => {
  it('is read back in every locale and with every divisor', () => {
    fc.assert(
      fc.property(divided, locales, ({ subunits, divisor }, locale) => {
        const text = writeAmount(subunits, divisor, locale);
        expect(readAmount(text, divisor, locale)).toEqual({ ok: true, subunits });
      }),
      runs,
    );
  });

  it('is read back with its currency', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 24n }),
        divisors,
        locales,
        fc.constantFrom('COP', 'USD', 'BTC', 'USDT'),
        (subunits, divisor, locale, currency) => {
          const text = writeMoney({ subunits, currency }, divisor, locale);
          expect(readAmount(text, divisor, locale)).toEqual({ ok: true, subunits });
        },
      ),
      runs,
    );
  });

  it('is read back in English when written for files', () => {
    fc.assert(
      fc.property(divided, ({ subunits, divisor }) => {
        const text = writeDecimal(subunits, divisor);
        expect(readAmount(text, divisor, 'en')).toEqual({ ok: true, subunits });
      }),
      runs,
    );
  });

  it('keeps every digit with divisors that are powers of ten', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 18 }), locales, (subunits, zeros, locale) => {
        const divisor = 10n ** BigInt(zeros);
        const [whole = '', fraction = ''] = writeDecimal(subunits, divisor).split('.');
        expect(BigInt(whole + fraction.padEnd(zeros, '0').slice(0, zeros))).toBe(subunits);
        const digits = writeAmount(subunits, divisor, locale).replace(/\D/g, '');
        expect(digits).toBe(whole + fraction);
      }),
      runs,
    );
  });
});

describe('a typed amount', () => {
  it('is never read a thousand times off what the locale means', () => {
    const before = fc.integer({ min: 1, max: 999 });
    const after = fc.integer({ min: 0, max: 999 }).map((digits) => String(digits).padStart(3, '0'));
    const marks = fc.constantFrom('.', ',');
    fc.assert(
      fc.property(
        before,
        marks,
        after,
        divisors,
        locales,
        (whole, mark, digits, divisor, locale) => {
          const parts = new Intl.NumberFormat(locale).formatToParts('1234567.5');
          const role = parts.find((part) => part.value === mark)?.type;
          fc.pre(role !== undefined);
          const thousandths = BigInt(`${whole}${digits}`) * divisor;
          const meant = role === 'group' ? thousandths * 1000n : thousandths;

          const reading = readAmount(`${whole}${mark}${digits}`, divisor, locale);
          if (reading.ok) expect(reading.subunits * 1000n).toBe(meant);
          else expect(reading).toMatchObject({ reason: 'ambiguous' });
        },
      ),
      runs,
    );
  });

  it('never throws, and returns near amounts for exactly the refusals that have them', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.string({ unit: fc.constantFrom(..."0123456789.,' /-$CLP\u00a0\u202f"), maxLength: 20 }),
    );
    fc.assert(
      fc.property(typed, divisors, locales, (text, divisor, locale) => {
        const reading = readAmount(text, divisor, locale);
        if (reading.ok) {
          expect(reading.subunits >= 0n).toBe(true);
          return;
        }
        const near = reading.reason === 'ambiguous' || reading.reason === 'not-whole';
        expect(reading.nearest.length >= 2).toBe(near);
        expect(reading.nearest).toEqual(reading.nearest.toSorted((a, b) => (a < b ? -1 : 1)));
      }),
      runs,
    );
  });
});
