import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { openLedger } from '../../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { atLength } from '../../support/at-length.ts';
import { seed } from '../../support/seed.ts';
import { stores } from '../../support/stores.ts';
import { actions, example, newCounts, runActions } from './limits-model.ts';

describe.each(stores())('limits, on $name', { retry: 0 }, ({ name, create }) => {
  const numRuns = name === 'SQLite' ? atLength(40, 400) : atLength(12, 80);
  let db: LedgerDb;

  beforeAll(async () => {
    const store = await create();
    db = await openLedger(store.url);
    return async () => {
      await db.destroy();
      await store.remove();
    };
  });

  test('take what a list of amounts with times lets through, and nothing else', {
    timeout: 240_000,
  }, async () => {
    const counts = newCounts();
    const property = fc.asyncProperty(actions, (list) => runActions(db, list, counts));
    await fc.assert(property, { numRuns, seed, examples: [[example]] });
    // Each thing happened.
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
  });
});
