import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { openLedger } from '../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../src/bff/ledger/store/schema.ts';
import { ageHold, amountOf, giro } from '../support/drill.ts';
import { callerWith, cookieFor, type GiroProcess, startProcess } from '../support/giro-process.ts';
import { makeDueToday, scheduleTransfer } from '../support/orders.ts';
import { asShown } from '../support/recipients.ts';
import { shuffled } from '../support/seed.ts';
import { createSenderFixture, sender, transferTo } from '../support/sender-fixture.ts';
import { startStandbyDatabase } from '../support/standby-database.ts';
import { stores } from '../support/stores.ts';

// What a ledger forgets of orders, because it is older than their release or their stop: nothing is posted that it
// does not know to be unsent, and everything asks its person first.

/** What became of an order; what the ledger loses is what came after. */
const fates = [
  'sent before',
  'sent after',
  'stopped after',
  'waits',
  'made and sent after',
] as const;
type Fate = (typeof fates)[number];
const ofEach = 2;

type Ordered = { id: string; amount: number; fate: Fate; isWeekly: boolean };
type Fixture = Awaited<ReturnType<typeof createSenderFixture>>;
type Call = GiroProcess['call'];

const orderShape = z.object({
  order: z.object({
    ...{ state: z.string(), revision: z.int(), reason: z.nullable(z.string()) },
    occurrence: z.int(),
  }),
});

/** Orders of each fate, in an order by the seed; one that repeats was sent once, after what the ledger remembers. */
function newOrders(): Ordered[] {
  const held = fates.flatMap((fate) =>
    Array.from({ length: ofEach }, () => ({ fate, isWeekly: false })),
  );
  const weekly = { fate: 'sent after', isWeekly: true } as const;
  return shuffled([...held, weekly]).map((one, number) => ({
    ...{ id: crypto.randomUUID(), amount: amountOf(number), ...one },
  }));
}

/** Works on the orders of a sender whose transfers are held for an hour. */
function createDrill(fixture: Fixture, orders: readonly Ordered[], fingerprint: string) {
  const of = (...wanted: Fate[]) => orders.filter(({ fate }) => wanted.includes(fate));
  const schedule = (call: Call, { id, amount }: Ordered) =>
    scheduleTransfer(
      { call: (method, path, body) => call(method, path, body) },
      fixture.account_id,
      {
        ...{ id, kind: 'weekly', source_amount_cents: `${amount}`, source_amount_currency: 'USD' },
      },
    );
  const press = (call: Call, { id, amount }: Ordered) =>
    call(
      'POST',
      '/api/transfers',
      {
        ...transferTo(fixture.account_id, amount),
        destination_account_fingerprint: fingerprint,
      },
      { 'idempotency-key': id },
    );
  async function readOrder(call: Call, { id }: Ordered) {
    const { body } = await call('GET', `/api/sends/${id}`);
    return z.safeParse(orderShape, body).data?.order;
  }
  return {
    of,
    press,
    readOrder,
    async make(call: Call, some: readonly Ordered[]) {
      for (const one of some) {
        if (one.isWeekly) await schedule(call, one);
        else expect((await press(call, one)).status, one.fate).toBe(202);
      }
    },
    /** Lets their time come, and waits until they are sent. */
    async send(db: LedgerDb, some: readonly Ordered[]) {
      await makeDue(db, some);
      const isSent = () => some.every(({ amount }) => fixture.made(amount) === 1);
      await expect.poll(isSent, { timeout: 20_000 }).toBe(true);
      const ids = some.map(({ id }) => id);
      const released = () =>
        db
          .selectFrom('order_releases')
          .select('order_id')
          .where('state', '=', 'released')
          .where('order_id', 'in', ids)
          .execute();
      await expect.poll(released, { timeout: 20_000 }).toHaveLength(some.length);
    },
    async stop(call: Call, some: readonly Ordered[]) {
      for (const { id } of some) {
        expect((await call('POST', `/api/orders/${id}/stop`, { revision: 1 })).status).toBe(200);
      }
    },
    /**
     * What must hold of a ledger that lost the later part, from its hold on.
     * @param db the ledger that is left
     * @param call an instance on it
     */
    async expectNothingTwice(db: LedgerDb, call: Call, env: Record<string, string>) {
      const made = fixture.posts();
      // Those that were sent or stopped since are due as well, as far as it knows.
      await makeDue(db, orders);
      for (const one of orders.filter(({ isWeekly }) => !isWeekly)) {
        expect([201, 202, 409, 503], one.fate).toContain((await press(call, one)).status);
      }
      await ageHold(db);
      const said = await giro(env, 'release');
      expect(said).toContain('held or scheduled transfers ask their senders');
      expect(fixture.posts()).toBe(made);
      const asks = { state: 'needs_you', reason: 'restored' };
      for (const one of of('stopped after', 'waits')) {
        expect(await readOrder(call, one), one.fate).toMatchObject(asks);
      }

      // The person sends what they find: what was sent already is not sent twice, what waited goes once.
      const resumed: Ordered[] = [];
      for (const one of of('sent after', 'waits')) {
        const order = await readOrder(call, one);
        // An instance that remembered its send has written it again: one that repeats asks about its next day.
        if (order?.state !== 'needs_you' || order.occurrence > 1) continue;
        const { revision } = order;
        const resume = async () =>
          (await call('POST', `/api/orders/${one.id}/resume`, { revision })).status;
        // No instance sends for 10 s after a change of the timeline, so that each can say what was lost.
        await expect.poll(resume, { timeout: 20_000, interval: 250 }).toBe(200);
        resumed.push(one);
      }
      const isSent = () => of('waits').every(({ amount }) => fixture.made(amount) === 1);
      await expect.poll(isSent, { timeout: 30_000 }).toBe(true);
      for (const one of of('sent after')) {
        const again = async () => (await readOrder(call, one))?.state ?? 'sent';
        const ended = resumed.includes(one) || one.isWeekly ? 'needs_you' : 'sent';
        await expect.poll(again, { timeout: 20_000 }).toBe(ended);
        if (resumed.includes(one)) {
          expect((await readOrder(call, one))?.reason).toBe('sent-before');
        }
      }
      expect(fixture.posts()).toBe(made + ofEach);
      for (const { amount, fate } of orders) {
        expect(fixture.made(amount), fate).toBe(fate === 'stopped after' ? 0 : 1);
      }
    },
  };
}

async function makeDue(db: LedgerDb, some: readonly Ordered[]) {
  const ids = some.map(({ id }) => id);
  const due = { release_at: new Date(Date.now() - 1_000).toISOString() };
  await db
    .updateTable('orders')
    .set(due)
    .where('id', 'in', ids)
    .where('state', 'in', ['waiting', 'releasing'])
    .execute();
  for (const { id } of some.filter(({ isWeekly }) => isWeekly)) await makeDueToday(db, id);
}

const envOf = (fixture: Fixture) => ({
  ...fixture.env,
  ...{ HOLD_SECONDS: '3600', SENDS_PER_MINUTE: '6000', QUOTES_PER_MINUTE: '6000' },
});

async function signedIn(giroProcess: GiroProcess, { account_id }: Fixture) {
  const { call } = callerWith(giroProcess, await cookieFor(giroProcess, sender));
  const shown = await asShown(
    { call: (method, path) => call(method, path) },
    { destination_account_id: account_id },
  );
  return { call, fingerprint: shown.destination_account_fingerprint };
}

describe.each(stores())('a backup that is older than a release, on $name', (store) => {
  test('is restored, and sends nothing twice', { timeout: 150_000, retry: 0 }, async () => {
    const fixture = await createSenderFixture(store, { scenarios: false });
    const target = await store.create('empty');
    const folder = mkdtempSync(join(tmpdir(), 'giro-drill-'));
    const env = envOf(fixture);
    const first = await startProcess(env);
    onTestFinished(async () => {
      await first.kill();
      await fixture.close();
      await target.remove();
      rmSync(folder, { recursive: true });
    });
    const { call, fingerprint } = await signedIn(first, fixture);
    const drill = createDrill(fixture, newOrders(), fingerprint);
    const db = await openLedger(env.DATABASE_URL);
    onTestFinished(() => db.destroy());
    await drill.make(call, drill.of('sent before', 'sent after', 'stopped after', 'waits'));
    await drill.send(db, drill.of('sent before'));
    const file = join(folder, 'giro.backup');
    await giro(env, 'backup', file);
    await drill.make(call, drill.of('made and sent after'));
    await drill.stop(call, drill.of('stopped after'));
    await drill.send(db, drill.of('sent after', 'made and sent after'));
    await first.kill();

    const after = { ...env, DATABASE_URL: target.url };
    await giro(after, 'restore', file);
    const restored = await openLedger(target.url);
    onTestFinished(() => restored.destroy());
    const held = await startProcess(after);
    onTestFinished(() => held.kill());
    const again = await signedIn(held, fixture);
    await drill.expectNothingTwice(restored, again.call, after);
  });
});

const shared = stores().find(({ name }) => name === 'PostgreSQL');

describe.skipIf(!shared)('a standby that lost a release and a stop', () => {
  test('takes the primary’s place, and sends nothing twice', {
    ...{ timeout: 150_000, retry: 0 },
  }, async () => {
    const database = await startStandbyDatabase();
    const store = {
      name: 'PostgreSQL',
      create: async () => ({ url: database.url, remove: () => database.stop() }),
    } as const;
    const fixture = await createSenderFixture(store, { scenarios: false });
    const env = envOf(fixture);
    const [left, killed] = await Promise.all([startProcess(env), startProcess(env)]);
    onTestFinished(async () => {
      await Promise.all([left.kill(), killed.kill()]);
      await fixture.close();
    });
    const { call, fingerprint } = await signedIn(left, fixture);
    const drill = createDrill(fixture, newOrders(), fingerprint);
    const primary = await openLedger(env.DATABASE_URL);
    await drill.make(call, drill.of('sent before', 'sent after', 'stopped after', 'waits'));
    await drill.send(primary, drill.of('sent before'));
    await database.caughtUp();
    database.cutOff();
    await drill.make(call, drill.of('made and sent after'));
    await drill.stop(call, drill.of('stopped after'));
    await drill.send(primary, drill.of('sent after', 'made and sent after'));
    const made = fixture.posts();
    // An instance that is left remembers; one that starts knows nothing of it.
    await Promise.all([database.killPrimary(), killed.kill(), primary.destroy()]);
    await database.promoteStandby();
    const ready = async () => (await left.call('GET', '/readyz')).body;
    await expect.poll(ready, { timeout: 20_000 }).toMatchObject({ held: true });
    const started = await startProcess(env);
    onTestFinished(() => started.kill());
    expect(fixture.posts()).toBe(made);

    const db = await openLedger(env.DATABASE_URL);
    onTestFinished(() => db.destroy());
    await drill.expectNothingTwice(db, call, env);
  });
});
