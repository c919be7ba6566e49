import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLedger } from '../../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { atLength } from '../../support/at-length.ts';
import { addPerson } from '../../support/people.ts';
import { seed } from '../../support/seed.ts';
import { stores } from '../../support/stores.ts';
import { type Action, actions, newCounts, runActions } from './order-system.ts';
import { newWeeklyCounts } from './weekly-rules.ts';
import { type Change, runWeekly, type WeeklyAction, weeklyActions } from './weekly-system.ts';

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

const proceed: WeeklyAction = { do: 'proceed', waiting: 0 };
const due: WeeklyAction = { do: 'release', order: 0, isAsleep: false };
const later = (hours: number): WeeklyAction => ({ do: 'wait', seconds: hours * 3_600 });
const person = (what: Change['do'], seen: Change['seen'] = 'now'): Change => ({
  ...{ do: what, order: 0, seen, day: 0 },
});
const weeklyCases: WeeklyAction[][] = [
  // The day is due, and not sent yet, when all from here on is changed: it is missed, and told.
  [person('edit'), proceed, proceed, later(1)],
  // While a change is being checked, the day is sent: it changes nothing that it has not seen.
  [person('edit'), due, ...Array.from({ length: 6 }, () => ({ ...proceed, waiting: 1 })), proceed],
  // What an instance found before it slept is paused, or skipped, by the time that it wakes up.
  [{ ...due, isAsleep: true }, person('pause'), proceed, later(168), person('go on')],
  [{ ...due, isAsleep: true }, person('skip'), person('skip', 'before'), proceed, later(168), due],
  [{ ...due, isAsleep: true }, person('move'), proceed, proceed, proceed, later(49), due],
  [due, proceed, proceed, { do: 'kill', waiting: 0 }, later(168), due, proceed, proceed, proceed],
  [{ do: 'recipient' }, due, proceed, proceed, { do: 'recipient' }, person('resume'), due],
  [due, person('stop'), proceed, proceed, proceed, proceed],
  [later(25), { do: 'pass', isStart: true }, later(168)],
];
const weeklyExamples = weeklyCases.map((list): [WeeklyAction[]] => [list]);

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

  test(`are never skipped or paused and posted, or lost, when they repeat: ${numRuns} runs`, {
    ...{ retry: 0, timeout: 3_600_000 },
  }, async () => {
    const counts = newWeeklyCounts();
    const property = fc.asyncProperty(weeklyActions, (list) =>
      runWeekly(db, user_id, list, counts),
    );
    await fc.assert(property, { numRuns, seed, examples: weeklyExamples });
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
    process.stdout.write(`weekly on ${store.name}, seed ${seed}: ${JSON.stringify(counts)}\n`);
  });
});
