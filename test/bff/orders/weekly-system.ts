import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import {
  findOrder,
  type OrderRow,
  ordersToRelease,
} from '../../../src/bff/ledger/orders/orders.ts';
import { daysOf, upcoming } from '../../../src/bff/ledger/orders/schedule.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { ProblemError } from '../../../src/bff/lib/problem.ts';
import { resumeAsSeen, stopAsSeen } from '../../../src/bff/orders/change-order.ts';
import type { OrderDeps } from '../../../src/bff/orders/make-order.ts';
import { passDays } from '../../../src/bff/orders/missed.ts';
import { releaseOrder } from '../../../src/bff/orders/release.ts';
import {
  changeScheduled,
  pauseScheduled,
  replaceDay,
  scheduleOrder,
  skipDay,
} from '../../../src/bff/orders/scheduled-orders.ts';
import { dayMs, wallTimeOf } from '../../../src/contract/api/zone-time.ts';
import { began, bodyOf, shown } from '../sends/send-fixtures.ts';
import { createKillableWork, emptyOrders } from './killable-work.ts';
import { createWeeklyRules, type WeeklyCounts } from './weekly-rules.ts';

/** What a person does to one of their orders, who saw it as it is now or as it was before. */
export type Change = {
  do: 'skip' | 'replace' | 'pause' | 'go on' | 'edit' | 'move' | 'resume' | 'stop';
  order: number;
  seen: 'now' | 'before';
  /** Which of the days to come. */
  day: number;
};

/** What can happen, in any order, to weekly orders at several instances. */
export type WeeklyAction =
  | Change
  | { do: 'make'; order: number }
  /** An instance finds what is due; asleep, it goes on with that later. */
  | { do: 'release'; order: number; isAsleep: boolean }
  /** An instance looks at those that nobody wakes up for. */
  | { do: 'pass'; isStart: boolean }
  | { do: 'proceed' | 'fail' | 'kill'; waiting: number }
  /** Both at once. */
  | { do: 'both'; change: Change; waiting: number }
  | { do: 'recipient' }
  | { do: 'wait'; seconds: number };

const orders = 2;
const hour = 3_600;
const order = fc.nat({ max: orders - 1 });
const waiting = fc.nat({ max: 3 });
const change: fc.Arbitrary<Change> = fc.record({
  do: fc.constantFrom(
    ...(['skip', 'skip', 'replace', 'pause', 'go on', 'go on'] as const),
    ...(['edit', 'edit', 'move', 'resume', 'stop'] as const),
  ),
  ...{ order, seen: fc.constantFrom('now', 'now', 'now', 'before'), day: fc.nat({ max: 2 }) },
});
const action: fc.Arbitrary<WeeklyAction> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: fc.constant('make' as const), order }) },
  { weight: 5, arbitrary: change },
  {
    weight: 8,
    arbitrary: fc.record({
      ...{ do: fc.constant('release' as const), order },
      isAsleep: fc.constantFrom(false, false, true),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), isStart: fc.boolean() }) },
  {
    weight: 14,
    arbitrary: fc.record({
      do: fc.constantFrom('proceed', 'proceed', 'proceed', 'proceed', 'fail', 'kill'),
      waiting,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('both' as const), change, waiting }) },
  { weight: 1, arbitrary: fc.constant({ do: 'recipient' as const }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      seconds: fc.constantFrom(1, 40, 3 * hour, 25 * hour, 72 * hour, 168 * hour),
    }),
  },
);
export const weeklyActions: fc.Arbitrary<WeeklyAction[]> = fc.array(action, {
  ...{ minLength: 10, maxLength: 40, size: 'max' },
});

/** Weekly orders on a real ledger, with a scripted service, clock and processes. */
async function createWeeklySystem(db: LedgerDb, user_id: string, counts: WeeklyCounts) {
  let time = began;
  const work = createKillableWork(db, () => time, 10_000 * counts.runs);
  const ids: string[] = Array.from({ length: orders }, () => randomUUID());
  const rules = createWeeklyRules(db, work.posts, ids, counts);
  let amount = 5_000n;
  const newAmount = () => {
    amount += 1n;
    return amount;
  };

  const dayIn = (days: number) => wallTimeOf(time + days * dayMs).day;
  const daysFrom = (first_day: string) => ({
    ...{ first_day, time: '09:00', zone: 'America/Santiago', ends_after: 3 },
  });
  const requestOf = (index: number) => shown(bodyOf(index));

  async function make(index: number) {
    const id = ids[index] ?? '';
    if (await findOrder(db, id)) return;
    await work.start((deps) =>
      scheduleOrder(
        ...([deps, user_id] as const),
        { id, ...requestOf(index), kind: 'weekly', days: daysFrom(dayIn(1)) },
        null,
      ),
    );
  }

  /** As its person saw it; null if they can't have. */
  async function seenBy({ order: index, seen }: Change): Promise<OrderRow | null> {
    const now = await findOrder(db, ids[index] ?? '');
    if (!now) return null;
    return seen === 'now' ? now : rules.before(now);
  }

  async function act(one: Change) {
    const seen = await seenBy(one);
    if (!seen) return;
    await work.start((deps) =>
      changeAs(deps, one, seen).catch((error: unknown) => {
        if (error instanceof ProblemError && error.problem === 'order-changed') counts.late += 1;
        throw error;
      }),
    );
  }

  async function changeAs(deps: OrderDeps, one: Change, seen: OrderRow) {
    const { id, revision } = seen;
    const by = { id, revision, user_id };
    const upcomingOne = async () => {
      const days = (await daysOf(db, [seen])).get(id);
      return days && upcoming(seen, days, time, 3)[one.day];
    };
    switch (one.do) {
      case 'skip': {
        const left = await upcomingOne();
        if (left) rules.skipped(seen, left.number, await skipDay(deps, by, left.day));
        return;
      }
      case 'replace': {
        const left = await upcomingOne();
        if (!left) return;
        const { ends_after: _, ...days } = daysFrom(dayIn(1));
        const instead_of = { ...requestOf(one.order), source_amount_cents: newAmount() };
        const asked = { id: randomUUID(), ...instead_of, kind: 'once' as const, days };
        const day = { revision, day: left.day, instead: asked };
        const { row, instead } = await replaceDay(deps, by, day, null);
        rules.skipped(seen, left.number, row);
        rules.add(instead.id);
        return;
      }
      case 'pause':
        return rules.paused(seen, await pauseScheduled(deps, by, true));
      case 'go on':
        return rules.wentOn(seen, await pauseScheduled(deps, by, false));
      case 'edit':
      case 'move': {
        const first_day = one.do === 'edit' ? (seen.first_day ?? '') : dayIn(2);
        const whole = { ...requestOf(one.order), kind: 'weekly' as const };
        const request = { ...whole, revision, days: daysFrom(first_day) };
        const edited = { ...request, source_amount_cents: newAmount() };
        return rules.edited(seen, await changeScheduled(deps, by, edited, null));
      }
      case 'resume':
        return rules.resumed(seen, await resumeAsSeen(deps, seen, { revision }, ''));
      case 'stop':
        return rules.stopped(seen, await stopAsSeen(deps, seen, revision, user_id));
    }
  }

  /** As the worker: what it found due is read again when its turn comes. */
  function release(index: number, isAsleep: boolean) {
    return work.start(async (deps, step) => {
      const due = await ordersToRelease(db, time);
      const found = due[index % due.length];
      if (!found) return;
      if (isAsleep) await step();
      const row = await findOrder(db, found.id);
      if (row) await releaseOrder(deps, row);
    });
  }

  async function goOn(index: number, how: 'go' | 'fail' | 'kill') {
    if ((await work.goOn(index, how)) && how === 'kill') counts.kills += 1;
  }

  async function perform(one: WeeklyAction): Promise<void> {
    time += 1;
    switch (one.do) {
      case 'make':
        return make(one.order);
      case 'release':
        return release(one.order, one.isAsleep);
      case 'pass':
        return passDays(work.deps, one.isStart);
      case 'proceed':
        return goOn(one.waiting, 'go');
      case 'fail':
      case 'kill':
        return goOn(one.waiting, one.do);
      case 'both':
        await Promise.all([act(one.change), goOn(one.waiting, 'go')]);
        return;
      case 'recipient':
        return work.change();
      case 'wait':
        time += one.seconds * 1_000;
        return;
      default:
        return act(one);
    }
  }

  /** Lets everything go on that was not killed, and weeks pass, until each order has ended. */
  async function finish() {
    await work.finish();
    for (let days = 0; days < 60 && (await rules.open()).length > 0; days += 1) {
      time += dayMs;
      for (const { id, waits_for } of await rules.open()) {
        const index = ids.indexOf(id);
        if (waits_for === 'person') {
          await act({ do: 'go on', order: index, seen: 'now', day: 0 });
        }
      }
      await passDays(work.deps, days === 0);
      const due = await ordersToRelease(db, time);
      for (const [index] of due.entries()) await release(index, false);
      await rules.check();
    }
    await rules.expectEnded();
  }

  // The first is there from the beginning, and due.
  await make(0);
  time = Date.parse('2026-01-02T12:00:01Z');
  work.begin();
  return { perform, check: () => rules.check(), finish };
}

/** Runs the actions on an empty ledger and checks after each, and at the end. */
export async function runWeekly(
  db: LedgerDb,
  user_id: string,
  list: readonly WeeklyAction[],
  counts: WeeklyCounts,
) {
  await emptyOrders(db);
  counts.runs += 1;
  const system = await createWeeklySystem(db, user_id, counts);
  for (const one of list) {
    await system.perform(one);
    await system.check();
  }
  await system.finish();
}
