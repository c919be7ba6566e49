import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNumbers, createRowIndex } from '../../../src/bff/tracking/row-index.ts';

const anyId = fc
  .oneof(
    fc.bigInt({ min: 1n, max: 10n ** 30n }),
    // Not all of them are exact numbers.
    fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }),
    fc.bigInt({ min: 1n, max: 9n }),
  )
  .map(String);

test('does what a map of ids and texts does', async () => {
  const hash = fc.option(fc.integer({ min: 0, max: 9 }).map((one) => one * 2 ** 49 + one));
  const step = fc.record({ id: anyId, hash, isGone: fc.boolean(), isSeen: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const index = createRowIndex();
      const read = index.beginRead();
      const model = new Map<string, { hash: number | null; isSeen: boolean }>();
      for (const { id, isGone, isSeen, ...one } of steps) {
        // A text has its id in it, so that no two rows have the same.
        const isTaken = [...model].some(([of, { hash }]) => of !== id && hash === one.hash);
        const hash = isTaken ? null : one.hash;
        if (isGone) {
          index.remove(id);
          model.delete(id);
        } else {
          index.take(id, hash, isSeen ? read : 0);
          model.set(id, { hash, isSeen: isSeen || model.get(id)?.isSeen === true });
        }
      }
      const unseen = [...model].flatMap(([id, { isSeen }]) => (isSeen ? [] : [id]));
      const isExact = [...model.values()].every(({ hash, isSeen }) => !isSeen || hash !== null);
      const found = await index.review(read);
      expect([new Set(found.unseen), found.isExact]).toEqual([new Set(unseen), isExact]);
      for (const [id, { hash, isSeen }] of model) {
        expect(index.isSeen(id, read)).toBe(isSeen);
        if (hash === null) continue;
        const next = index.beginRead();
        index.see(index.withText(hash) ?? -1, next);
        expect(index.isSeen(id, next)).toBe(true);
      }
      const known = new Set([...model.values()].map(({ hash }) => hash));
      for (const { hash } of steps) {
        if (hash !== null && !known.has(hash)) expect(index.withText(hash)).toBeUndefined();
      }
    }),
  );
});

test('finds rows in any number, after any number of changes', async () => {
  const index = createRowIndex();
  const count = 20_000;
  // Multiples of a large number, as ids that begin with a time are.
  const idOf = (at: number) => `${2n ** 62n + BigInt(at) * 2n ** 22n}`;
  for (let round = 0; round < 3; round += 1) {
    const read = index.beginRead();
    for (let at = 0; at < count; at += 1) index.take(idOf(at), at * 3 + round, read);
    expect(await index.review(read)).toEqual({ unseen: [], isExact: true });
  }
  const read = index.beginRead();
  for (let at = 0; at < count; at += 1) {
    if (at !== 7) index.see(index.withText(at * 3 + 2) ?? -1, read);
    expect(index.withText(at * 3)).toBeUndefined();
  }
  expect(await index.review(read)).toEqual({ unseen: [idOf(7)], isExact: true });
});

test('grows', () => {
  const numbers = createNumbers();
  const many = Array.from({ length: 5_000 }, (_, index) => index / 2);
  for (const one of many) numbers.push(one);
  numbers.set(9, -1);
  expect(many.map((_, place) => numbers.at(place))).toEqual(many.with(9, -1));
  expect([numbers.length(), numbers.at(5_000)]).toEqual([5_000, undefined]);
});
