import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { OrderRow } from '../../../src/bff/ledger/orders/orders.ts';
import { type OrderDeps, sendOrHold } from '../../../src/bff/orders/make-order.ts';
import { scheduleOrder } from '../../../src/bff/orders/scheduled-orders.ts';
import type { ProblemName } from '../../../src/contract/api/problem.ts';
import type { ScheduleRequest } from '../../../src/contract/api/scheduled-order.ts';
import { stores } from '../../support/stores.ts';
import { began } from '../sends/send-fixtures.ts';
import { type Approvals, createApprovals } from './approval-fixture.ts';

// The table of docs/approvals-and-limits.md: what asks what, in which order, one test for each cell.

const is = (problem: ProblemName) => ({ problem });
const dayMs = 86_400_000;
/** In subunits of USD: the figures of everything that may ask. */
const proofAbove = 5_000n;
const approveAbove = 10_000n;
const limit = 20_000n;
/** Below all, above one, above two, above all. */
const cents = { free: 4_000n, proven: 9_000n, approved: 15_000n, refused: limit + 1n };
const firstDay = Date.parse('2026-01-10T12:00:00Z');
const days = { first_day: '2026-01-10', time: '09:00', zone: 'America/Santiago' };
const colombia = { id: '6', name: 'Colombia', code: 'CO', is_asset: false };

describe.each(stores())('what asks what, on $name', ({ create }) => {
  let all: Approvals;
  let arrives: bigint;
  beforeEach(async () => {
    arrives = 1_000n;
    all = await createApprovals(create, {
      stepUpAbove: new Map([['USD', proofAbove]]),
      sumRules: {
        limits: new Map([['USD', { transfer: limit, day: limit }]]),
        approvals: {
          above: new Map([['USD', approveAbove]]),
          ...{ expiresAfter: 72 * 3_600_000, bySenders: false },
        },
      },
      simulate: async (request) => ({
        source_currency: request.source_amount_currency,
        destination_currency: request.destination_amount_currency,
        source_amount_cents: request.source_amount_cents,
        ...{ destination_amount_cents: arrives, rate: '1', country: null },
      }),
    });
    all.account.country = colombia;
  });

  const quote = {
    destination_amount_cents: 1_000n,
    rate: '1',
    taken_at: new Date(began).toISOString(),
  };
  /** Presses Send, with a proof unless it says no. */
  async function press(amount: bigint, change: Partial<OrderDeps> = {}, isProven = true) {
    const key = randomUUID();
    const request = { ...all.requestOf(amount), quote };
    const proof = isProven ? await all.ownProof(key, request) : undefined;
    return sendOrHold(
      all.newDeps(change),
      all.ana,
      key,
      { ...request, ...(proof !== undefined && { proof }) },
      all.sessionOf(all.ana),
    );
  }
  const orderOf = (made: Awaited<ReturnType<typeof press>>): OrderRow => {
    if (!('order' in made)) throw new Error('it is no order');
    return made.order;
  };
  async function order(
    amount: bigint,
    kind: ScheduleRequest['kind'],
    { floor = null, isProven = true, deps = all.newDeps() }: Partial<Made> = {},
  ) {
    const terms = { kind, days, floor };
    const request = { id: randomUUID(), ...all.requestOf(amount), ...terms };
    const proof = isProven ? await all.ownProof(request.id, request, terms) : undefined;
    const whole = { ...request, ...(proof !== undefined && { proof }) };
    return scheduleOrder(deps, all.ana.id, whole, all.sessionOf(all.ana));
  }
  type Made = { floor: bigint | null; isProven: boolean; deps: OrderDeps };

  const approve = async (row: OrderRow) =>
    all.approve(row, all.ari, { proof: await all.proofOf(row) });
  async function lookAt(time: number, deps = all.newDeps()) {
    all.clock.time = time;
    await all.look(deps);
    await all.look(deps);
  }
  const written = async () => ({
    orders: (await all.db.selectFrom('orders').select('id').execute()).length,
    sends: (await all.db.selectFrom('sends').select('key').execute()).length,
  });
  const nothing = { orders: 0, sends: 0 };

  describe('Send now', () => {
    test('limits: refused first, whatever else it would need', async () => {
      await expect(press(cents.refused, {}, false)).rejects.toMatchObject(is('limit-reached'));
      await press(cents.proven);
      await press(cents.proven + 1n);
      await expect(press(cents.proven + 2n)).rejects.toMatchObject(is('limit-reached'));
    });
    test('approval: of the sum, it becomes an order that waits', async () => {
      await press(cents.proven);
      expect(all.posted).toHaveLength(1);
      const row = orderOf(await press(cents.free));
      expect(row).toMatchObject({ kind: 'held', state: 'waiting', waits_for: 'approval' });
      expect(all.posted).toHaveLength(1);
    });
    test('step-up: of the maker, in the same press', async () => {
      await expect(press(cents.proven, {}, false)).rejects.toMatchObject(is('step-up-required'));
      await expect(press(cents.approved, {}, false)).rejects.toMatchObject(is('step-up-required'));
      expect(await written()).toEqual(nothing);
      expect(await press(cents.proven)).toHaveProperty('transfer');
    });
    test('hold: none', async () => {
      expect(await press(cents.free, {}, false)).toHaveProperty('transfer');
    });
    test('floor: none, the rate is that of the moment', async () => {
      arrives = 1n;
      expect(await press(cents.free, {}, false)).toHaveProperty('transfer');
    });
  });

  describe('Send, held', () => {
    const hold = { seconds: 60, newRecipientSeconds: 0 };
    test('limits: when it is made', async () => {
      await expect(press(cents.refused, { hold }, false)).rejects.toMatchObject(
        is('limit-reached'),
      );
      expect(await written()).toEqual(nothing);
    });
    test('approval: when it is made', async () => {
      expect(orderOf(await press(cents.approved, { hold })).waits_for).toBe('approval');
      expect(orderOf(await press(cents.free, { hold })).waits_for).toBe('approval');
    });
    test('step-up: of the maker, when it is made, and no more at its release', async () => {
      await expect(press(cents.approved, { hold }, false)).rejects.toMatchObject(
        is('step-up-required'),
      );
      expect(await written()).toEqual(nothing);
      await approve(orderOf(await press(cents.approved, { hold })));
      await lookAt(began + 61_000);
      expect(all.posted).toHaveLength(1);
    });
    test('hold: from when it is made; approved later than that, it is sent at once', async () => {
      const early = orderOf(await press(cents.approved, { hold }));
      all.clock.time += 10_000;
      expect((await approve(early)).release_at).toBe(early.release_at);
      await lookAt(began + 59_000);
      expect(all.posted).toEqual([]);
      await lookAt(began + 61_000);
      expect(all.posted).toHaveLength(1);
      const late = orderOf(await press(cents.free, { hold }));
      all.clock.time += 100_000;
      const approved = await approve(late);
      expect(Date.parse(approved.release_at ?? '')).toBe(all.clock.time);
    });
    test('floor: at its release, after the approval', async () => {
      const row = orderOf(await press(cents.approved, { hold }));
      arrives = 900n;
      await approve(row);
      await lookAt(began + 61_000);
      expect(await all.now(row)).toMatchObject({ state: 'needs_you', reason: 'worse-rate' });
      expect(all.posted).toEqual([]);
    });
  });

  describe.each(['once', 'weekly', 'monthly'] as const)('%s', (kind) => {
    test('limits: of the amount alone, when it is made', async () => {
      await expect(order(cents.refused, kind, { isProven: false })).rejects.toMatchObject(
        is('limit-reached'),
      );
      await order(cents.approved, kind);
      await order(cents.approved + 1n, kind);
      expect(await written()).toEqual({ orders: 2, sends: 0 });
    });
    test('approval: of the amount alone, when it is made', async () => {
      expect((await order(cents.proven, kind)).waits_for).toBe('time');
      expect((await order(cents.proven + 1n, kind)).waits_for).toBe('time');
      const row = await order(cents.approved, kind);
      expect(row.waits_for).toBe('approval');
      expect(await approve(row)).toMatchObject({ approved_occurrence: null });
    });
    test('step-up: of the maker, when it is made', async () => {
      await expect(order(cents.approved, kind, { isProven: false })).rejects.toMatchObject(
        is('step-up-required'),
      );
      expect(await written()).toEqual(nothing);
      expect((await order(cents.proven, kind)).proven_revision).toBe(1);
    });
    test('hold: none', async () => {
      const hold = { seconds: 60, newRecipientSeconds: 600 };
      const row = await order(cents.free, kind, { deps: all.newDeps({ hold }) });
      expect(row.release_at).toBe(new Date(firstDay).toISOString());
    });
    test('floor: at its release, if its maker set one', async () => {
      const row = await order(cents.approved, kind, { floor: 950n });
      await approve(row);
      arrives = 900n;
      await lookAt(firstDay);
      expect(await all.now(row)).toMatchObject({ state: 'needs_you', reason: 'worse-rate' });
      expect(all.posted).toEqual([]);
    });
    test('all: approved and proven once, it is sent on each of its days', async () => {
      const row = await order(cents.approved, kind, { floor: 950n });
      await approve(row);
      await lookAt(firstDay);
      await lookAt(firstDay + (kind === 'weekly' ? 7 : 31) * dayMs);
      expect(all.posted).toHaveLength(kind === 'once' ? 1 : 2);
    });
  });

  describe('a release', () => {
    test('limits: of the sums of then, its maker is asked', async () => {
      const rows = [await order(cents.approved, 'once'), await order(cents.approved + 1n, 'once')];
      for (const row of rows) await approve(row);
      await lookAt(firstDay);
      expect(all.posted).toHaveLength(1);
      const states = await Promise.all(rows.map((row) => all.now(row)));
      expect(states.map(({ state, reason }) => reason ?? state).toSorted()).toEqual([
        ...['limit-reached', 'released'],
      ]);
    });
    test('approval: of the sums of then, it waits, for this day alone', async () => {
      const rows = [await order(cents.proven, 'weekly'), await order(cents.proven + 1n, 'weekly')];
      await lookAt(firstDay);
      expect(all.posted).toHaveLength(1);
      const states = await Promise.all(rows.map((row) => all.now(row)));
      const asked = states.filter(({ waits_for }) => waits_for === 'approval');
      expect(asked).toMatchObject([{ state: 'waiting', occurrence: 1 }]);
      const [row] = asked;
      if (!row) throw new Error('nobody is asked');
      expect(await approve(row)).toMatchObject({ approved_occurrence: 1 });
      await lookAt(firstDay + 60_000);
      expect(all.posted).toHaveLength(2);
      // A week later it is judged again, and asked about again.
      await lookAt(firstDay + 7 * dayMs);
      expect(all.posted).toHaveLength(3);
    });
    test('step-up: only the proof that its maker gave counts', async () => {
      const before = all.newDeps({ stepUpAbove: new Map() });
      const row = await order(cents.approved, 'once', { isProven: false, deps: before });
      await approve(row);
      await lookAt(firstDay);
      expect(await all.now(row)).toMatchObject({ state: 'needs_you', reason: 'step-up-required' });
      expect(all.posted).toEqual([]);
    });
    test('hold: none', async () => {
      await order(cents.free, 'once');
      await lookAt(firstDay, all.newDeps({ hold: { seconds: 60, newRecipientSeconds: 600 } }));
      expect(all.posted).toHaveLength(1);
    });
    test('floor: before all else', async () => {
      const free = all.newDeps({
        stepUpAbove: new Map(),
        sumRules: { ...all.newDeps().sumRules, limits: new Map() },
      });
      const made = { deps: free, isProven: false, floor: 950n };
      const row = await order(cents.proven, 'once', made);
      const others = [
        await order(cents.proven + 1n, 'once'),
        await order(cents.proven + 2n, 'once'),
      ];
      expect(others).toHaveLength(2);
      arrives = 900n;
      await lookAt(firstDay);
      expect(await all.now(row)).toMatchObject({ state: 'needs_you', reason: 'worse-rate' });
    });
  });
});
