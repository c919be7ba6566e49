import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { findOrder, type OrderRow, releaseKey } from '../../../src/bff/ledger/orders/orders.ts';
import { findUser, type UserRow } from '../../../src/bff/ledger/people/users.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { ProblemError } from '../../../src/bff/lib/problem.ts';
import { resumeAsSeen, stopAsSeen } from '../../../src/bff/orders/change-order.ts';
import { sendOrHold } from '../../../src/bff/orders/make-order.ts';
import { releaseOrder } from '../../../src/bff/orders/release.ts';
import { began, bodyOf, shown } from '../sends/send-fixtures.ts';
import { createKillableWork, emptyOrders, expectUnique } from './killable-work.ts';

/** What can happen, in any order, to two orders at two instances. */
export type Action =
  | { do: 'make' | 'resume'; order: number }
  | { do: 'stop'; order: number; seen: 'now' | 'before' }
  /** An instance looks whether an order is to be released. */
  | { do: 'release'; order: number; instance: number }
  /** What waits for the service, or for its own process, goes on; fails; or never does, as its process was killed. */
  | { do: 'go' | 'fail' | 'kill'; waiting: number }
  /** Both at once. */
  | { do: 'stop and go'; order: number; waiting: number }
  /** The recipient is changed at the service, or changed back. */
  | { do: 'change' }
  | { do: 'wait'; seconds: number };

const orders = 2;
const order = fc.nat({ max: orders - 1 });
const waiting = fc.nat({ max: 3 });
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('make', 'resume'), order }) },
  {
    weight: 1,
    arbitrary: fc.record({
      ...{ do: fc.constant('stop' as const), order },
      seen: fc.constantFrom('now', 'now', 'before'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      ...{ do: fc.constant('release' as const), order, instance: fc.nat({ max: 1 }) },
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({ do: fc.constantFrom('go', 'go', 'go', 'go', 'fail', 'kill'), waiting }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('stop and go' as const), order, waiting }) },
  { weight: 1, arbitrary: fc.constant({ do: 'change' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 12, 40) }),
  },
);
export const actions: fc.Arbitrary<Action[]> = fc.array(action, {
  ...{ minLength: 8, maxLength: 30, size: 'max' },
});

/** How often each thing happened, over all runs. */
export const newCounts = () => ({
  ...{ runs: 0, orders: 0, posts: 0, stopped: 0, released: 0, asked: 0, lateStops: 0, kills: 0 },
});

/** Making, stopping and releasing orders on a real ledger, with a scripted service, clock and processes. */
async function createOrderSystem(
  db: LedgerDb,
  user_id: string,
  counts: ReturnType<typeof newCounts>,
) {
  const ids = Array.from({ length: orders }, () => randomUUID());
  const found = await findUser(db, user_id);
  if (!found) throw new Error('no such person');
  const person: UserRow = { ...found, hold_seconds: 10 };
  let time = began;
  const work = createKillableWork(db, () => time, 10_000 * counts.runs);
  const { posts, start } = work;
  /** Orders whose stop was answered with success. */
  const stopped = new Set<string>();

  async function goOn(index: number, how: 'go' | 'fail' | 'kill') {
    if ((await work.goOn(index, how)) && how === 'kill') counts.kills += 1;
  }

  async function stop(index: number, seen: 'now' | 'before') {
    const row = await orderAt(index);
    if (!row) return;
    const revision = seen === 'now' ? row.revision : Math.max(1, row.revision - 1);
    try {
      await stopAsSeen(work.deps, row, revision, user_id);
      stopped.add(row.id);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      counts.lateStops += 1;
    }
  }

  const orderAt = (index: number) => findOrder(db, ids[index] ?? '');

  const requestOf = (index: number) => shown(bodyOf(index));

  async function act(one: Action): Promise<void> {
    time += 1;
    switch (one.do) {
      case 'make':
        return start((deps) =>
          sendOrHold(deps, person, ids[one.order] ?? '', requestOf(one.order), null),
        );
      case 'stop':
        return stop(one.order, one.seen);
      case 'resume': {
        const row = await orderAt(one.order);
        if (!row) return;
        const { revision } = row;
        return start((deps) => resumeAsSeen(deps, row, { revision }, ''));
      }
      case 'release': {
        const row = await orderAt(one.order);
        if (row && isDue(row)) await start((deps) => releaseOrder(deps, row));
        return;
      }
      case 'stop and go':
        await Promise.all([stop(one.order, 'now'), goOn(one.waiting, 'go')]);
        return;
      case 'change':
        work.change();
        return;
      case 'wait':
        time += one.seconds * 1_000;
        return;
      default:
        return goOn(one.waiting, one.do);
    }
  }

  const isDue = ({ state, release_at }: OrderRow) =>
    state === 'releasing' || (state === 'waiting' && Date.parse(release_at ?? '') <= time);

  /** Throws if a stopped order was posted, one was posted twice, or one is lost. */
  async function check() {
    expectUnique(posts);
    for (const [index, id] of ids.entries()) {
      const row = await findOrder(db, id);
      if (stopped.has(id) && row?.state !== 'stopped') throw new Error(`${id} was stopped before`);
      if (!row) continue;
      const key = releaseKey(id, row.occurrence);
      const isPosted = posts.includes(key);
      const send = await db
        .selectFrom('sends')
        .selectAll()
        .where('key', '=', key)
        .executeTakeFirst();
      if (posts.includes(id)) throw new Error(`${id} was sent by itself`);
      if (isPosted && row.state !== 'released') throw new Error(`${id} is ${row.state} and posted`);
      if ((send !== undefined) !== (row.state === 'released')) {
        throw new Error(`order ${index} is ${row.state}, and its send ${send?.state}`);
      }
      if (isPosted && send && ['refused', 'not_sent'].includes(send.state)) {
        throw new Error(`${id} is posted, and ${send.state}`);
      }
    }
  }

  /** Lets everything go on that was not killed, and releases what is left: nothing may stay under way. */
  async function finish() {
    await work.finish();
    time += 60_000;
    for (const [index] of ids.entries()) {
      const row = await orderAt(index);
      if (row && isDue(row)) await start((deps) => releaseOrder(deps, row));
    }
    await check();
    for (const [index] of ids.entries()) {
      const row = await orderAt(index);
      if (!row) continue;
      counts.orders += 1;
      if (row.state === 'waiting' || row.state === 'releasing') {
        throw new Error(`order ${index} is ${row.state} for ever: ${row.reason}`);
      }
      if (row.state === 'stopped') counts.stopped += 1;
      else if (row.state === 'released') counts.released += 1;
      else counts.asked += 1;
    }
    counts.posts += posts.length;
  }

  // The first is there from the beginning, and due.
  await act({ do: 'make', order: 0 });
  time += 12_000;
  work.begin();
  return { act, check, finish };
}

/** Runs the actions on an empty ledger and checks after each, and at the end. */
export async function runActions(
  db: LedgerDb,
  user_id: string,
  list: readonly Action[],
  counts: ReturnType<typeof newCounts>,
) {
  await emptyOrders(db);
  counts.runs += 1;
  const system = await createOrderSystem(db, user_id, counts);
  for (const one of list) {
    await system.act(one);
    await system.check();
  }
  await system.finish();
}
