import { setTimeout as wait } from 'node:timers/promises';
import { describe, test } from 'vitest';
import * as z from 'zod/mini';
import { findOrder, releaseKey } from '../../src/bff/ledger/orders/orders.ts';
import { openLedger } from '../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../src/bff/ledger/store/schema.ts';
import { atLength } from '../support/at-length.ts';
import { runGiro } from '../support/drill.ts';
import { callerWith, cookieFor, type GiroProcess, startProcess } from '../support/giro-process.ts';
import { isCreateTransfer, isListTransfers, type Rule } from '../support/holding-proxy.ts';
import { makeDueToday, scheduleTransfer } from '../support/orders.ts';
import { asShown } from '../support/recipients.ts';
import { randomNumbers } from '../support/seed.ts';
import {
  ageIntents,
  createSenderFixture,
  endLeases,
  sender,
  transferTo,
} from '../support/sender-fixture.ts';
import { stores } from '../support/stores.ts';

// What is held is released by whatever process comes next, once, or is stopped and never posted: wherever the one
// that was releasing it is killed. On PostgreSQL two instances share the ledger, and each may be the one that releases.

/** Longer than a release takes here, with the second that the transfer is held. */
const maxDelayMs = 1_400;
/** As many as are released together. */
const ofEachRound = 4;
const randomRounds = atLength(2, 20);

const isShowAccount = (method: string, path: string) =>
  method === 'GET' && path.startsWith('/api/v3/destination_account/');

const orderShape = z.object({
  order: z.object({ id: z.string(), state: z.string(), revision: z.int() }),
});
const sendShape = z.object({ state: z.string(), transfer_id: z.nullable(z.string()) });

type Fixture = Awaited<ReturnType<typeof createSenderFixture>>;
type Ordered = { id: string; amount: bigint; isStopped: boolean };

const never = () => new Promise<void>(() => {});

/** What became of the first day of a weekly order, and of its send. */
async function firstDayOf(db: LedgerDb, { id }: Ordered): Promise<string> {
  const row = await db
    .selectFrom('order_releases')
    .leftJoin('sends', 'sends.key', 'order_releases.key')
    .select(['order_releases.state', 'sends.state as send'])
    .where('order_releases.key', '=', releaseKey(id, 1))
    .executeTakeFirst();
  return [row?.state, row?.send].filter(Boolean).join(' ');
}

/** Holds one call for good, and leaves the others to the next rule. */
function holdOnce(proxy: Fixture['proxy'], rules: readonly Rule[]): void {
  const [rule, ...others] = rules;
  if (!rule) {
    proxy.hold(null);
    return;
  }
  const matches: Rule['matches'] = (method, path) => {
    if (!rule.matches(method, path)) return false;
    holdOnce(proxy, others);
    return true;
  };
  proxy.hold({ ...rule, matches });
}

/** A step at which a call stays, and a promise of when it is there. */
function stepOf() {
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  const stay = () => {
    resolve();
    return never();
  };
  return { reached, stay };
}

describe.concurrent.each(stores())('killed while releasing, on $name', (store) => {
  test('posts nothing twice, nothing that was stopped, and loses nothing', {
    ...{ timeout: 300_000, retry: 0 },
  }, async ({ expect }) => {
    const fixture = await createSenderFixture(store, { scenarios: false });
    const { sandbox, proxy, account_id } = fixture;
    const env = { ...fixture.env, HOLD_SECONDS: '1', SENDS_PER_MINUTE: '1000' };
    const db = await openLedger(env.DATABASE_URL);
    let instances = [await startProcess({ ...env, HOLD_SECONDS: '3600' })];
    const cookie = await cookieFor(any(instances), sender);
    const call = (...[method, path, body, headers]: Parameters<GiroProcess['call']>) =>
      callerWith(any(instances), cookie).call(method, path, body, headers);
    const { destination_account_fingerprint } = await asShown(
      { call: (method, path) => call(method, path) },
      { destination_account_id: account_id },
    );
    const count = store.name === 'PostgreSQL' ? 2 : 1;
    const start = async () => {
      instances = await Promise.all(Array.from({ length: count }, () => startProcess(env)));
    };
    async function killAll() {
      await Promise.all(instances.map((instance) => instance.kill()));
      proxy.hold(null);
      await endLeases(env.DATABASE_URL);
    }

    const ordered: Ordered[] = [];
    async function order(): Promise<Ordered> {
      const amount = BigInt(1_000 + ordered.length);
      const one: Ordered = { id: crypto.randomUUID(), amount, isStopped: false };
      ordered.push(one);
      const body = { ...transferTo(account_id, amount), destination_account_fingerprint };
      const made = await call('POST', '/api/transfers', body, { 'idempotency-key': one.id });
      expect([made.status, z.parse(orderShape, made.body).order.state]).toEqual([202, 'waiting']);
      return one;
    }
    const orders = () => Promise.all(Array.from({ length: ofEachRound }, order));
    const stateOf = async ({ id }: Ordered) => {
      const { status, body } = await call('GET', `/api/sends/${id}`);
      const { order } = z.safeParse(orderShape, body).data ?? {};
      return order?.state ?? z.safeParse(sendShape, body).data?.state ?? `${status}`;
    };
    const madeOf = ({ amount }: Ordered) => fixture.made(Number(amount));

    // Killed while they are held, then before their intents, then each at another step.
    const first = await orders();
    await killAll();
    await db
      .updateTable('orders')
      .set({ release_at: new Date().toISOString() })
      .where('state', '=', 'waiting')
      .execute();
    const list = stepOf();
    proxy.hold({ matches: isListTransfers, beforeCall: list.stay });
    await start();
    await list.reached;
    const releasing = () =>
      db.selectFrom('orders').where('state', '=', 'releasing').selectAll().execute();
    await expect.poll(releasing).not.toEqual([]);
    await killAll();
    expect(fixture.posts()).toBe(0);

    const [recipient, intent, post] = [stepOf(), stepOf(), stepOf()];
    holdOnce(proxy, [
      { matches: isShowAccount, beforeCall: recipient.stay },
      { matches: isCreateTransfer, beforeCall: intent.stay },
      { matches: isCreateTransfer, beforeAnswer: post.stay },
    ]);
    await start();
    await Promise.all([recipient.reached, intent.reached, post.reached]);
    const made = () => first.filter((one) => madeOf(one) === 1).length;
    // The fourth is past its POST too: else this kill might leave it with its intent.
    await expect.poll(made, { timeout: 30_000, interval: 100 }).toBe(2);
    await killAll();
    await start();
    const isUnderWay = async () =>
      /waiting|releasing/.test((await Promise.all(first.map(stateOf))).join());
    await expect.poll(isUnderWay, { timeout: 30_000, interval: 100 }).toBe(false);
    // Else the next kill might leave another one with its intent.
    await expect.poll(made, { timeout: 30_000, interval: 100 }).toBe(ofEachRound - 1);

    const weekly: Ordered[] = [];
    /** One that is due at once; answers a call that leaves this day out. */
    async function orderWeekly(): Promise<() => Promise<void>> {
      const amount = BigInt(9_000 + weekly.length);
      const money = { source_amount_cents: `${amount}`, source_amount_currency: 'USD' };
      const terms = { kind: 'weekly', ...money };
      const caller = {
        call: (...[method, path, body]: Parameters<typeof call>) => call(method, path, body),
      };
      const { id } = await scheduleTransfer(caller, account_id, terms);
      const one = { id, amount, isStopped: false };
      weekly.push(one);
      const day = await makeDueToday(db, id);
      return async () => {
        const skipping = call('POST', `/api/orders/${id}/skip`, { revision: 1, day });
        one.isStopped = await skipping.then(({ status }) => status === 200).catch(() => false);
      };
    }

    // The first is stopped while it waits for its time: that one succeeds.
    const delays = [0, ...randomNumbers(randomRounds - 1, maxDelayMs)];
    for (const [round, delay] of delays.entries()) {
      const [one, other] = await orders();
      const skip = await orderWeekly();
      await wait(delay);
      const stop = async (asked: Ordered | undefined) => {
        if (!asked) return;
        const stopping = call('POST', `/api/orders/${asked.id}/stop`, { revision: 1 });
        asked.isStopped = await stopping.then(({ status }) => status === 200).catch(() => false);
      };
      const skips = round % 2 === 0 ? [skip()] : [];
      const stops = Promise.all([stop(one), stop(other), ...skips]);
      // At the same moment, or once the stops are answered.
      if (delay % 2 === 0) await stops;
      await killAll();
      await stops;
      await start();
    }

    await ageIntents(env.DATABASE_URL);
    const states = new Map<Ordered, string>();
    const undecided = async () => {
      for (const one of ordered) states.set(one, await stateOf(one));
      return ordered.filter((one) => {
        // An intent that was killed before its POST stays open for support: absence is no proof.
        const ended = madeOf(one) > 0 ? ['sent'] : ['stopped', 'unconfirmed'];
        return !ended.includes(states.get(one) ?? '');
      });
    };
    await expect.poll(undecided, { timeout: 120_000, interval: 500 }).toEqual([]);
    const lost = async () => {
      const ends = await Promise.all(weekly.map((one) => firstDayOf(db, one)));
      return weekly.flatMap((one, index) => {
        const ended = madeOf(one) > 0 ? ['released sent'] : ['skipped', 'released unconfirmed'];
        return ended.includes(ends[index] ?? '') ? [] : [[one.isStopped, ends[index]]];
      });
    };
    await expect.poll(lost, { timeout: 60_000, interval: 500 }).toEqual([]);
    await killAll();

    for (const one of weekly) {
      expect(madeOf(one)).toBeLessThanOrEqual(1);
      const end = await firstDayOf(db, one);
      if (one.isStopped) expect(end).toBe('skipped');
      if (end === 'skipped') expect(madeOf(one)).toBe(0);
      const waits = { state: 'waiting', waits_for: 'time', occurrence: 2 };
      expect(await findOrder(db, one.id)).toMatchObject(waits);
    }
    expect(ordered.some(({ isStopped }) => isStopped)).toBe(true);
    for (const one of ordered) {
      expect(madeOf(one)).toBeLessThanOrEqual(1);
      if (one.isStopped) expect(states.get(one)).toBe('stopped');
      if (states.get(one) === 'stopped') expect(madeOf(one)).toBe(0);
    }
    // Of those of the first one was left with its intent; whoever came next released the others.
    const ends = first.map((one) => `${states.get(one)} ${madeOf(one)}`).sort();
    expect(ends).toEqual(['sent 1', 'sent 1', 'sent 1', 'unconfirmed 0']);
    expect(fixture.posts()).toBe(sandbox.transfers.length);
    const proof = await runGiro(env, 'prove', '--since', '2020-01-01');
    expect(proof.said).toMatch(/, 0 that do not pair$/);
    await db.destroy();
    await fixture.close();
  });
});

const any = (instances: readonly GiroProcess[]): GiroProcess => {
  const [first] = instances;
  if (!first) throw new Error('no instance');
  return first;
};
