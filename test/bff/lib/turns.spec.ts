import { expect, test } from 'vitest';
import { createTurns } from '../../../src/bff/lib/turns.ts';

/** Works that end when the test says so. */
function createWorks() {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const work = (name: string) => () => {
    begun.push(name);
    const end = Promise.withResolvers<string>();
    ends.set(name, end);
    return end.promise;
  };
  return { begun, ends, work };
}

test('runs so many works at once, and the others in the order of the calls', async () => {
  const { begun, ends, work } = createWorks();
  const turns = createTurns(2);
  const results = ['a', 'b', 'c', 'd'].map((name) => turns(work(name)));
  expect(begun).toEqual(['a', 'b']);
  ends.get('b')?.resolve('of b');
  await expect(results[1]).resolves.toBe('of b');
  expect(begun).toEqual(['a', 'b', 'c']);
  ends.get('a')?.resolve('of a');
  ends.get('c')?.resolve('of c');
  await expect(Promise.all([results[0], results[2]])).resolves.toEqual(['of a', 'of c']);
  ends.get('d')?.resolve('of d');
  await expect(results[3]).resolves.toBe('of d');
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
});

test('a failure ends its turn, and only its own caller gets it', async () => {
  const { begun, ends, work } = createWorks();
  const turns = createTurns(1);
  const [first, second] = [turns(work('first')), turns(work('second'))];
  ends.get('first')?.reject(new Error('failed'));
  await expect(first).rejects.toThrow('failed');
  expect(begun).toEqual(['first', 'second']);
  ends.get('second')?.resolve('done');
  await expect(second).resolves.toBe('done');
});
