import { expect, it } from 'vitest';
import { typedText } from '../../../src/contract/api/typed-text.ts';

const name = typedText('name', 8);

it.each([' Ana Soto\t', '\r\nAna Soto\n', '\u00a0Ana\u2003Soto'])(
  'reads the name in %j',
  (typed) => {
    expect(name.parse(typed)).toBe('Ana Soto');
  },
);

it.each(['Ana\tSoto', 'Ana\nSoto', 'Ana\u0085Soto'])('refuses %j, a name of two lines', (typed) => {
  expect(name.safeParse(typed).error?.issues).toMatchObject([{ message: 'must be one line' }]);
});

it('counts what is left of a text', () => {
  expect(name.safeParse(' Ana Soto ').success).toBe(true);
  expect(name.safeParse('Ana Sotos').success).toBe(false);
});
