import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLedger } from '../../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { atLength } from '../../support/at-length.ts';
import { addPerson } from '../../support/people.ts';
import { seed } from '../../support/seed.ts';
import { stores } from '../../support/stores.ts';
import { type Action, actions, newCounts, runActions } from './order-system.ts';

const inMemory = { url: 'sqlite::memory:', remove: async () => {} };
const stop: Action = { do: 'stop', order: 0, seen: 'now' };
const go: Action = { do: 'go', waiting: 0 };
const release: Action = { do: 'release', order: 0, instance: 0 };
const wait: Action = { do: 'wait', seconds: 40 };
const change: Action = { do: 'change' };
const kill: Action = { do: 'kill', waiting: 0 };

/** Sequences that each take a rule: every run plays them. */
const hardCases: Action[][] = [
  // One instance is paused before the intent, another asks the person, who stops it; then the first goes on.
  [release, go, wait, change, release, { do: 'go', waiting: 1 }, go, stop, go, go, go],
  // Killed after the intent and before the POST: nobody posts it again.
  [release, go, go, kill, wait, release, go, go, go],
  // Killed while it was being released: it is taken up again.
  [release, kill, wait, release, go, go, go, go],
  [release, go, { do: 'stop and go', order: 0, waiting: 0 }, go, go],
  // Nobody answers what Giro asks, and a stop comes after the POST: so that few runs meet these too.
  [change, release, go, go],
  [release, go, go, go, go, stop],
  // What the person is asked about is sent once they have said so.
  [change, release, go, go, change, { do: 'resume', order: 0 }, wait, release, go, go, go, go],
];
const examples = hardCases.map((list): [Action[]] => [list]);

describe.each(stores())('orders that are stopped, released and killed, on $name', (store) => {
  const numRuns = store.name === 'SQLite' ? atLength(60, 10_000) : atLength(15, 10_000);
  let opened: Awaited<ReturnType<typeof store.create>>;
  let db: LedgerDb;
  let user_id: string;

  beforeAll(async () => {
    opened = store.name === 'SQLite' ? inMemory : await store.create();
    db = await openLedger(opened.url);
    user_id = (await addPerson(db, { email: 'ana@giro.example' })).id;
  });
  afterAll(async () => {
    await db.destroy();
    await opened.remove();
  });

  test(`are never stopped and posted, posted twice, or lost: ${numRuns} runs`, {
    ...{ retry: 0, timeout: 3_600_000 },
  }, async () => {
    const counts = newCounts();
    const property = (list: Action[]) => runActions(db, user_id, list, counts);
    await fc.assert(fc.asyncProperty(actions, property), { numRuns, seed, examples });
    // Each way an order can end was met, so that the runs tell something.
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
    process.stdout.write(`orders on ${store.name}, seed ${seed}: ${JSON.stringify(counts)}\n`);
  });
});
