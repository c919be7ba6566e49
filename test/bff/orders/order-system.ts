import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { findOrder, type OrderRow, releaseKey } from '../../../src/bff/ledger/orders/orders.ts';
import { findUser, type UserRow } from '../../../src/bff/ledger/people/users.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { ProblemError } from '../../../src/bff/lib/problem.ts';
import { resumeAsSeen, stopAsSeen } from '../../../src/bff/orders/change-order.ts';
import { type OrderDeps, sendOrHold } from '../../../src/bff/orders/make-order.ts';
import { releaseOrder } from '../../../src/bff/orders/release.ts';
import { ServiceError } from '../../../src/bff/service/errors.ts';
import { callContext } from '../../../src/bff/service/log.ts';
import {
  began,
  bodyOf,
  sendDepsOf,
  shown,
  transferOf,
  unchangedService,
} from '../sends/send-fixtures.ts';

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

/** A call that waits at a step of its way. */
type Gate = { open: () => void; fail: (error: Error) => void; task: Task };
/** `moved` is settled when it waits again, or has ended. */
type Task = { isDead: boolean; moved: PromiseWithResolvers<void> };

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
  let gates: Gate[] = [];
  /** Nothing waits at its steps. */
  let isOver = true;
  let isChanged = false;
  const posts: string[] = [];
  /** Orders whose stop was answered with success. */
  const stopped = new Set<string>();

  /** A step at which the call waits until an action lets it go on: its process may be killed there. */
  const stepOf = (task: Task) => async () => {
    if (isOver) return;
    await new Promise<void>((open, fail) => {
      gates.push({ open, fail, task });
      task.moved.resolve();
    });
  };

  function depsOf(task: Task): OrderDeps {
    const step = stepOf(task);
    return {
      ...sendDepsOf(db, () => time, {
        async showAccount(id) {
          await step();
          const account = await unchangedService.showAccount(id);
          return isChanged ? { ...account, alias: 'Otra' } : account;
        },
        tracking: {
          async list() {
            await step();
            return { value: [], readAt: time, odd: [] };
          },
          drop() {},
        },
        client: {
          async createTransfer(request, options) {
            await step();
            options?.beforeWriting?.();
            const { key = '' } = callContext.getStore() ?? {};
            posts.push(key);
            const transfer = transferOf(request, 10_000 * counts.runs + posts.length);
            await step();
            return transfer;
          },
        },
      }),
      hold: { seconds: 0, newRecipientSeconds: 0 },
      onDue() {},
    };
  }

  /** Starts work, and goes on when it waits at a step or has ended. */
  async function start(work: (deps: OrderDeps) => Promise<unknown>) {
    const task: Task = { isDead: false, moved: Promise.withResolvers<void>() };
    work(depsOf(task))
      .catch((error: unknown) => {
        if (!(error instanceof ProblemError || error instanceof ServiceError)) throw error;
      })
      .then(
        () => task.moved.resolve(),
        (error: unknown) => task.moved.reject(error),
      );
    await task.moved.promise;
  }

  async function goOn(index: number, how: 'go' | 'fail' | 'kill') {
    const [gate] = gates.length === 0 ? [] : gates.splice(index % gates.length, 1);
    if (!gate) return;
    if (how === 'kill') {
      counts.kills += 1;
      gate.task.isDead = true;
      return;
    }
    gate.task.moved = Promise.withResolvers<void>();
    if (how === 'go') gate.open();
    else gate.fail(new ServiceError('timeout', 'no answer'));
    await gate.task.moved.promise;
  }

  async function stop(index: number, seen: 'now' | 'before') {
    const row = await orderAt(index);
    if (!row) return;
    const revision = seen === 'now' ? row.revision : Math.max(1, row.revision - 1);
    try {
      await stopAsSeen(depsOf(noTask()), row, revision, user_id);
      stopped.add(row.id);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      counts.lateStops += 1;
    }
  }

  const noTask = (): Task => ({ isDead: false, moved: Promise.withResolvers<void>() });
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
        isChanged = !isChanged;
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
    isOver = true;
    isChanged = false;
    for (const gate of gates) {
      gate.task.moved = Promise.withResolvers<void>();
      gate.open();
      await gate.task.moved.promise;
    }
    gates = [];
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
  isOver = false;
  return { act, check, finish };
}

function expectUnique(posts: readonly string[]) {
  const twice = posts.filter((key, at) => posts.indexOf(key) !== at);
  if (twice.length > 0) throw new Error(`posted twice: ${twice.join(', ')}`);
}

const tables = [
  ...['order_releases', 'orders', 'send_snapshots', 'sends', 'owners', 'sightings'],
  ...['leases', 'news', 'transfers'],
] as const;

/** Runs the actions on an empty ledger and checks after each, and at the end. */
export async function runActions(
  db: LedgerDb,
  user_id: string,
  list: readonly Action[],
  counts: ReturnType<typeof newCounts>,
) {
  for (const table of tables) await db.deleteFrom(table).execute();
  counts.runs += 1;
  const system = await createOrderSystem(db, user_id, counts);
  for (const one of list) {
    await system.act(one);
    await system.check();
  }
  await system.finish();
}
