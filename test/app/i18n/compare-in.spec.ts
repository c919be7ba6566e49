import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareIn } from '../../../src/app/i18n/intl.ts';

const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ '];
const text = fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 });

test.each(['en-US', 'es-419', 'pt-BR'])('orders plain text as Intl does in %s', (locale) => {
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base' });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareIn(locale, a, b))).toBe(Math.sign(compare(a, b)));
    }),
  );
});

test('orders accents as the language does', () => {
  const names = ['Zimbabue', 'Ñandú', 'Nepal', 'Óman', 'Omega'];
  expect(names.toSorted((a, b) => compareIn('es', a, b))).toEqual(
    names.toSorted(new Intl.Collator('es').compare),
  );
});
