import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLedger } from '../../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { ProblemError } from '../../../src/bff/lib/problem.ts';
import { expireUnapproved } from '../../../src/bff/orders/approve.ts';
import type { OrderDeps } from '../../../src/bff/orders/make-order.ts';
import { atLength } from '../../support/at-length.ts';
import { seed } from '../../support/seed.ts';
import { stores } from '../../support/stores.ts';
import { recordsOf, storeClockOf } from '../sends/send-fixtures.ts';
import { type Approvals, createApprovals, figure } from './approval-fixture.ts';

/** How often each is tried. */
const times = { approvers: atLength(40, 200), all: atLength(20, 60) };
const hourMs = 3_600_000;

/** Whether work succeeded, or was refused by a problem; any other failure is thrown. */
const isDone = async (work: Promise<unknown>) => {
  try {
    await work;
    return true;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return false;
  }
};

describe.each(stores())('at once, on $name', ({ create }) => {
  let all: Approvals;
  /** A second instance. */
  let other: LedgerDb;
  beforeEach(async () => {
    const store = await create();
    all = await createApprovals(async () => store);
    other = await openLedger(store.url);
  });
  afterEach(() => other.destroy());

  const elsewhere = (time = () => all.clock.time): Partial<OrderDeps> => ({
    ...{ db: other, records: recordsOf(other), storeClock: storeClockOf(other, time) },
  });

  test('two approvers decide once, and it is sent once', {
    timeout: 240_000,
  }, async () => {
    const bea = await all.person('approver');
    const there = all.newDeps(elsewhere());
    const winners = new Set<string>();
    for (let turn = 0; turn < times.approvers; turn += 1) {
      const row = await all.waiting(figure + 1n + BigInt(turn));
      const done = await Promise.all([
        isDone(all.approve(row)),
        isDone(all.approve(row, bea, { deps: there })),
      ]);
      expect(done.filter(Boolean), `turn ${turn}`).toHaveLength(1);
      winners.add(String(done));
    }
    const decisions = await all.db.selectFrom('order_approvals').selectAll().execute();
    expect(decisions).toHaveLength(times.approvers);
    await Promise.all([all.look(), all.look(there)]);
    await all.look();
    expect(all.posted).toHaveLength(times.approvers);
    expect(new Set(all.posted.map(({ source_amount_cents }) => source_amount_cents)).size).toBe(
      times.approvers,
    );
    process.stdout.write(`approvers at once, seed ${seed}: ${[...winners].join(' | ')}\n`);
  });

  test('approve, decline, stop and the end exclude each other', {
    timeout: 240_000,
  }, async () => {
    const bea = await all.person('approver');
    const there = all.newDeps(elsewhere());
    const late = all.newDeps(elsewhere(() => all.clock.time + 73 * hourMs));
    const states: string[] = [];
    for (let turn = 0; turn < times.all; turn += 1) {
      const row = await all.waiting(figure + 1n + BigInt(turn));
      const work = [
        () => isDone(all.approve(row)),
        () => isDone(all.decline(row, bea, there)),
        () => isDone(all.stop(row)),
        async () => (await expireUnapproved(late)) === 1,
      ];
      // Each is the first one sometimes, by more or less.
      const turned = [...work.slice(turn % 4), ...work.slice(0, turn % 4)];
      const [first = async () => false, ...rest] = turned;
      const begun = first();
      for (let ahead = 0; ahead < turn % 5; ahead += 1) await setImmediate();
      if (turn % 5 === 4) await begun;
      const done = await Promise.all([begun, ...rest.map((one) => one())]);
      expect(done.filter(Boolean), `turn ${turn}`).toHaveLength(1);
      const { state, waits_for } = await all.now(row);
      states.push(state === 'waiting' ? waits_for : state);
      await all.look();
    }
    expect([...new Set(states)].toSorted()).toEqual(['declined', 'expired', 'stopped', 'time']);
    expect(all.posted).toHaveLength(states.filter((state) => state === 'time').length);
  });

  const onDay = Date.parse('2026-01-01T15:00:00Z');
  const days = { first_day: '2026-01-01', time: '12:00', zone: 'America/Santiago' };
  const held = { hold: { seconds: 5, newRecipientSeconds: 0 } };
  /** Ways to send ten transfers, each below the figure, to one recipient from two instances at once. */
  const ways: Record<
    'now' | 'held' | 'on a day',
    (deps: OrderDeps, cents: bigint) => Promise<unknown>
  > = {
    now: (deps, cents) => all.press(cents, crypto.randomUUID(), all.ana, deps),
    held: (deps, cents) => all.press(cents, crypto.randomUUID(), all.ana, { ...deps, ...held }),
    'on a day': (deps, cents) => all.schedule(cents, { kind: 'once', days }, deps),
  };

  test.each([
    [['now'], figure - 10n],
    [['now'], figure / 10n + 1n],
    [['held'], figure - 10n],
    [['on a day'], figure - 10n],
    [['on a day'], figure / 10n + 1n],
    [['now', 'held', 'on a day'], figure - 10n],
  ] as const)(
    'what is split goes no further than the figure: %s from %d on',
    async (taken, least) => {
      const instances = [all.newDeps(), all.newDeps(elsewhere())];
      const made = taken.flatMap((way, at) =>
        Array.from({ length: 10 }, (_, turn) => {
          const deps = instances[turn % 2] ?? all.newDeps();
          return ways[way](deps, least - 10n * BigInt(at) + BigInt(turn));
        }),
      );
      await Promise.all(made);
      for (const time of [all.clock.time + 6_000, onDay, onDay + hourMs, onDay + 5 * hourMs]) {
        all.clock.time = time;
        await Promise.all(instances.map((deps) => all.look(deps)));
        await all.look();
      }
      const sum = all.posted.reduce((whole, { source_amount_cents: cents }) => whole + cents, 0n);
      expect(sum).toBeLessThanOrEqual(figure);
      // Of what is due at the same moment, or is held beside it, none may go first.
      if (taken.length === 1 && taken[0] !== 'held') expect(all.posted).not.toEqual([]);
      const asked = await all.db
        .selectFrom('orders')
        .selectAll()
        .where('state', '=', 'waiting')
        .where('waits_for', '=', 'approval')
        .execute();
      expect(asked).toHaveLength(made.length - all.posted.length);
      for (const row of asked) await all.approve(row);
      all.clock.time += 1_000;
      await Promise.all(instances.map((deps) => all.look(deps)));
      await all.look();
      expect(all.posted).toHaveLength(made.length);
    },
  );
});
