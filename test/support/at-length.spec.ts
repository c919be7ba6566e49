import { expect, test } from 'vitest';
import { isAtLength, someOfEach } from './at-length.ts';

test('takes as many of each kind as are wanted, in the order of the list; at length all', () => {
  const list = ['a1', 'a2', 'a3', 'b1', 'c1', 'c2'];
  const kindOf = (one: string) => one.slice(0, 1);
  const chosen = someOfEach(list, kindOf, (kind) => (kind === 'c' ? 2 : 1));
  expect(chosen.map(kindOf)).toEqual(isAtLength ? list.map(kindOf) : ['a', 'b', 'c', 'c']);
  expect(chosen).toEqual(list.filter((one) => chosen.includes(one)));
});
