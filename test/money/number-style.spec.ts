import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepNumberSample, numberSample, numberStyle } from '../../src/money/number-style.ts';

const locales = [
  'en',
  'en-IN',
  'es-419',
  'es-CL',
  'es-ES',
  'es-MX',
  'pt-BR',
  'pt-PT',
  'de-CH',
  'fr',
];

test.each(locales)('writes every integer as Intl does in %s', (locale) => {
  const intl = new Intl.NumberFormat(locale, { numberingSystem: 'latn', useGrouping: 'always' });
  const { writeWhole, decimal } = numberStyle(locale);
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (whole) => {
      expect(writeWhole(whole)).toBe(intl.format(whole));
    }),
  );
  for (const whole of [0n, 12n, 999n, 1_000n, 12_345n, 100_000n])
    expect(writeWhole(whole)).toBe(intl.format(whole));
  expect(decimal).toBe(intl.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value);
});

test('takes a style from its sample', () => {
  expect(numberSample('es-CL')).toBe('123.456.789.012,5');
  keepNumberSample('es-XX', '123|456|789|012;5');
  expect(numberStyle('es-XX').writeWhole(1_234_567n)).toBe('1|234|567');
  expect(numberStyle('es-XX').decimal).toBe(';');
});
