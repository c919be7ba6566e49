import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { atLength } from '../../support/at-length.ts';
import { seed } from '../../support/seed.ts';
import { stores } from '../../support/stores.ts';
import { createApprovals, figure } from './approval-fixture.ts';
import {
  type Action,
  actions,
  type Decide,
  limits,
  newCounts,
  runActions,
} from './approval-model.ts';

const by = (what: Decide['do'], change: Partial<Decide> = {}): Decide => ({
  ...{ do: what, order: 0, who: 'ari', seen: 'now', ...change },
});
const make = (way: 'send' | 'hold' | 'schedule', cents: number): Action => ({
  ...{ do: way, cents, to: '501' },
});
const look: Action = { do: 'look' };
const wait = (hours: number): Action => ({ do: 'wait', hours });

/** Sequences that each take a rule: every run plays them. */
const hardCases: Action[][] = [
  [make('send', 12_000), by('approve', { who: 'maker' }), by('approve'), look],
  [make('send', 12_000), by('decline'), look],
  [make('hold', 12_000), wait(73), look, by('approve')],
  [make('schedule', 12_000), by('approve'), by('edit'), wait(48), look],
  [make('schedule', 12_000), by('approve'), by('edit'), by('approve'), wait(25), look],
  // Sums, of what goes now and of what waits for its day.
  [make('send', 6_000), make('send', 6_000), make('schedule', 9_000), wait(25), look, look],
  [make('send', 9_000), wait(1), make('send', 21_000), make('hold', 12_000), by('approve'), look],
  [make('send', 12_000), { do: 'demote' }, by('approve'), by('approve', { who: 'bea' }), look],
  [
    make('send', 12_000),
    { do: 'race', all: [by('approve'), by('approve', { who: 'bea' }), by('stop')] },
    look,
  ],
  [make('send', 12_000), by('stop'), look],
];
const examples = hardCases.map((list): [Action[]] => [list]);

describe.each(stores())('approvals and limits in any order, on $name', ({ create, name }) => {
  const numRuns = name === 'SQLite' ? atLength(40, 3_000) : atLength(10, 1_500);

  test(`nothing is sent unapproved, over a limit, twice or after its end, or lost: ${numRuns} runs`, {
    ...{ retry: 0, timeout: 3_600_000 },
  }, async () => {
    const all = await createApprovals(create, {
      sumRules: {
        limits: new Map([['USD', limits]]),
        approvals: {
          above: new Map([['USD', figure]]),
          ...{ expiresAfter: 72 * 3_600_000, bySenders: false },
        },
      },
    });
    const bea = await all.person('approver');
    const counts = newCounts();
    const property = fc.asyncProperty(actions, (list) => runActions(all, bea, list, counts));
    await fc.assert(property, { numRuns, seed, examples });
    // Each way was met, so that the runs tell something.
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
    process.stdout.write(`approvals on ${name}, seed ${seed}: ${JSON.stringify(counts)}\n`);
  });
});
