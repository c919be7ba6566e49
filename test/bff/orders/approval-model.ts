import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { OrderRow } from '../../../src/bff/ledger/orders/orders.ts';
import { changeUser } from '../../../src/bff/ledger/people/users.ts';
import { ProblemError } from '../../../src/bff/lib/problem.ts';
import { resumeAsSeen } from '../../../src/bff/orders/change-order.ts';
import { changeScheduled } from '../../../src/bff/orders/scheduled-orders.ts';
import { began } from '../sends/send-fixtures.ts';
import { type Approvals, figure } from './approval-fixture.ts';
import { emptyOrders } from './killable-work.ts';

/** In subunits of USD, of one transfer and of 24 hours. */
export const limits = { transfer: 20_000n, day: 30_000n };
const dayMs = 86_400_000;

type Who = 'ari' | 'bea' | 'maker';
/** What somebody does to the nth thing that was made, as they saw it now or a revision before. */
export type Decide = {
  do: 'approve' | 'decline' | 'stop' | 'resume' | 'edit';
  order: number;
  who: Who;
  seen: 'now' | 'before';
};
export type Action =
  | { do: 'send' | 'hold' | 'schedule'; cents: number; to: '501' | '502' }
  | Decide
  | { do: 'look' }
  /** All at once, with a look of the worker. */
  | { do: 'race'; all: Decide[] }
  /** An approver loses their role, or gets it back. */
  | { do: 'demote' }
  | { do: 'wait'; hours: number };

const decide: fc.Arbitrary<Decide> = fc.record({
  do: fc.constantFrom('approve', 'approve', 'decline', 'stop', 'resume', 'edit'),
  order: fc.nat({ max: 5 }),
  who: fc.constantFrom<Who>('ari', 'bea', 'maker'),
  seen: fc.constantFrom('now', 'now', 'now', 'before'),
});
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('send', 'hold', 'schedule'),
      cents: fc.constantFrom(3_000, 6_000, 9_000, 12_000, 21_000),
      to: fc.constantFrom('501', '501', '502'),
    }),
  },
  { weight: 7, arbitrary: decide },
  { weight: 4, arbitrary: fc.constant({ do: 'look' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('race' as const),
      all: fc.array(decide, { minLength: 2, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'demote' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      hours: fc.constantFrom(0.1, 1, 12, 25, 73),
    }),
  },
);
export const actions: fc.Arbitrary<Action[]> = fc.array(action, {
  ...{ minLength: 6, maxLength: 24, size: 'max' },
});

/** How often each thing happened, over all runs. */
export const newCounts = () => ({
  ...{ runs: 0, posts: 0, asked: 0, approved: 0, declined: 0, expired: 0, stopped: 0, edited: 0 },
  ...{ overLimit: 0, postedApproved: 0, refusedMaker: 0, races: 0 },
});
type Counts = ReturnType<typeof newCounts>;

/** The reference: what was made and said, by the amount that each thing has alone. */
type Known = {
  /** The order of each amount; a press that was sent at once has none. */
  orders: Map<bigint, string>;
  /** The amounts that a second person let go, as they were. */
  approved: Set<bigint>;
  /** The amounts that ended for good without being sent. */
  ended: Set<bigint>;
  posted: { cents: bigint; to: string; at: number }[];
};

/** Runs the actions on an emptied ledger, and compares it with the reference after each. */
export async function runActions(
  all: Approvals,
  bea: Person,
  list: readonly Action[],
  counts: Counts,
) {
  const { db, clock, ana, ari } = all;
  await emptyOrders(db);
  await changeUser(db, ari.email, { role: 'approver' });
  clock.time = began;
  all.posted.length = 0;
  counts.runs += 1;
  const known: Known = { orders: new Map(), approved: new Set(), ended: new Set(), posted: [] };
  let made = 0;
  let isDemoted = false;

  /** @returns null for what was refused */
  async function tried<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      if (error.problem === 'limit-reached') counts.overLimit += 1;
      return null;
    }
  }

  async function make(way: 'send' | 'hold' | 'schedule', whole: number, to: string) {
    made += 1;
    const cents = BigInt(whole + made);
    if (way === 'schedule') {
      const first_day = new Date(clock.time + 1.5 * dayMs).toISOString().slice(0, 10);
      const days = { first_day, time: '09:00', zone: 'UTC' };
      const row = await tried(() =>
        all.schedule(cents, { kind: 'once', days, ...all.requestOf(cents, to) }),
      );
      if (row) known.orders.set(cents, row.id);
      return;
    }
    const hold = { seconds: way === 'hold' ? 60 : 0, newRecipientSeconds: 0 };
    const deps = all.newDeps({ hold });
    const answer = await tried(() => all.press(cents, randomUUID(), ana, deps, to));
    if (!answer || !('order' in answer)) return;
    known.orders.set(cents, answer.order.id);
    if (answer.order.waits_for === 'approval') counts.asked += 1;
  }

  async function decided({ do: what, order, who, seen }: Decide) {
    const entries = [...known.orders];
    const [cents = 0n, id = ''] = entries[order % Math.max(entries.length, 1)] ?? [];
    if (id === '') return;
    const row = await all.now({ id });
    const revision = seen === 'now' ? row.revision : Math.max(1, row.revision - 1);
    const shown = { ...row, revision };
    const by = { ari, bea, maker: ana }[who];
    if (what === 'approve' || what === 'decline') {
      const done = await tried(() => all[what](shown, by));
      if (who === 'maker') {
        if (done) throw new Error('its maker decided');
        counts.refusedMaker += 1;
      }
      if (!done) return;
      if (who === 'ari' && isDemoted) throw new Error('somebody without the role decided');
      if (what === 'decline') known.ended.add(cents);
      // A repeated press finds what it did, also if the order was changed since.
      else if (done.approved_revision === done.revision) known.approved.add(cents);
      counts[what === 'approve' ? 'approved' : 'declined'] += 1;
    } else if (what === 'stop') {
      if (!(await tried(() => all.stop(shown)))) return;
      known.ended.add(cents);
      counts.stopped += 1;
    } else if (what === 'resume') {
      const press = () => resumeAsSeen(all.newDeps(), row, { revision }, all.sessionOf(ana));
      const on = await tried(press);
      // A sum is judged with what was sent since, and so is one that a second person let go.
      if (on && on.approved_revision !== on.revision) known.approved.delete(cents);
    } else await edit(row, revision, cents);
  }

  /** Gives an order on a day another amount: whatever was approved of it counts no more. */
  async function edit(row: OrderRow, revision: number, cents: bigint) {
    const { first_day, time, zone } = row;
    if (first_day === null || time === null || zone === null) return;
    made += 1;
    // As each amount, with the number of what was made in its last digits.
    const other = cents - (cents % 1_000n) + 1_000n * BigInt(made % 5) + BigInt(made);
    const request = { ...all.requestOf(other, row.destination_account_id), kind: 'once' as const };
    const days = { first_day, time, zone };
    const changed = await tried(() =>
      changeScheduled(
        all.newDeps(),
        { id: row.id, revision, user_id: ana.id },
        { revision, ...request, days },
        all.sessionOf(ana),
      ),
    );
    if (!changed) return;
    known.orders.delete(cents);
    known.ended.add(cents);
    known.orders.set(other, row.id);
    counts.edited += 1;
  }

  async function act(one: Action) {
    clock.time += 1;
    switch (one.do) {
      case 'send':
      case 'hold':
      case 'schedule':
        return make(one.do, one.cents, one.to);
      case 'look':
        return all.look();
      case 'race':
        counts.races += 1;
        await Promise.all([...one.all.map(decided), all.look()]);
        return;
      case 'demote':
        isDemoted = !isDemoted;
        await changeUser(db, ari.email, { role: isDemoted ? 'support' : 'approver' });
        return;
      case 'wait':
        clock.time += one.hours * 3_600_000;
        return;
      default:
        return decided(one);
    }
  }

  /** Throws if something was sent unapproved, over the limit, twice or after its end. */
  function check() {
    for (const { source_amount_cents: cents, destination_account_id: to } of all.posted.slice(
      known.posted.length,
    )) {
      if (known.posted.some((one) => one.cents === cents)) throw new Error(`${cents} posted twice`);
      if (known.ended.has(cents)) throw new Error(`${cents} had ended`);
      const at = clock.time;
      const recent = known.posted.filter((one) => one.at > at - dayMs);
      const sum = recent.reduce((whole, one) => whole + one.cents, cents);
      if (cents > limits.transfer || sum > limits.day) throw new Error(`${sum} is over the limit`);
      const same = recent.filter((one) => one.to === to);
      const sent = same.reduce((whole, one) => whole + one.cents, cents);
      const isApproved = known.approved.has(cents);
      if (sent > figure && !isApproved) throw new Error(`${cents} was sent unapproved: ${sent}`);
      if (isApproved) counts.postedApproved += 1;
      known.posted.push({ cents, to, at });
    }
  }

  /** Throws if what was made is not there any more, or stays under way for ever. */
  async function finish() {
    for (const hours of [1, 48, 80]) {
      clock.time += hours * 3_600_000;
      await all.look();
      check();
    }
    for (const [cents, id] of known.orders) {
      const { state } = await all.now({ id });
      const isPosted = known.posted.some((one) => one.cents === cents);
      if (isPosted !== (state === 'released')) throw new Error(`${cents} is ${state}`);
      if (state === 'waiting' || state === 'releasing') throw new Error(`${cents} is ${state}`);
      if (state === 'expired') counts.expired += 1;
    }
    counts.posts += known.posted.length;
  }

  for (const one of list) {
    await act(one);
    check();
  }
  await finish();
}
type Person = Awaited<ReturnType<Approvals['person']>>;
