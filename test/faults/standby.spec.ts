import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { replicationWarnings } from '../../src/bff/cli/check-ledger.ts';
import { readConfig } from '../../src/bff/config/config.ts';
import { openLedger } from '../../src/bff/ledger/store/ledger.ts';
import {
  ageHold,
  amountOf,
  expectNoneDoubled,
  forEachNumber,
  forgottenTransfers,
  giro,
} from '../support/drill.ts';
import { callerWith, cookieFor, type GiroProcess, startProcess } from '../support/giro-process.ts';
import { holdAnswer } from '../support/holding-proxy.ts';
import { asShown } from '../support/recipients.ts';
import { randomNumbers } from '../support/seed.ts';
import { createSenderFixture, sender, transferTo } from '../support/sender-fixture.ts';
import { startStandbyDatabase } from '../support/standby-database.ts';
import { stores } from '../support/stores.ts';

const count = 120;
const atOnce = 3;
const sendShape = z.object({ state: z.string(), transfer_id: z.nullable(z.string()) });

const shared = stores().find(({ name }) => name === 'PostgreSQL');

describe.skipIf(!shared)('a standby that is behind when it takes the primary’s place', () => {
  test('doubles no transfer, and forgets none that it does not name', {
    timeout: 90_000,
  }, async () => {
    const database = await startStandbyDatabase();
    const store = {
      name: 'PostgreSQL',
      create: async () => ({ url: database.url, remove: () => database.stop() }),
    } as const;
    const fixture = await createSenderFixture(store, { scenarios: false });
    const { sandbox, account_id, proxy } = fixture;
    const env = { ...fixture.env, SENDS_PER_MINUTE: '6000', QUOTES_PER_MINUTE: '6000' };
    const [left, killed] = await Promise.all([startProcess(env), startProcess(env)]);
    onTestFinished(async () => {
      await Promise.all([left.kill(), killed.kill()]);
      await fixture.close();
    });
    // `doctor` says what follows.
    const warnings = await replicationWarnings({ config: readConfig(env) });
    expect(warnings).toEqual([expect.stringContaining('its standby is asynchronous')]);
    const cookie = await cookieFor(left, sender);
    const { destination_account_fingerprint } = await asShown(callerWith(left, cookie), {
      destination_account_id: account_id,
    });
    const keys = Array.from({ length: count }, () => crypto.randomUUID());
    const post = (to: GiroProcess, number: number) =>
      callerWith(to, cookie).call(
        'POST',
        '/api/transfers',
        { ...transferTo(account_id, amountOf(number)), destination_account_fingerprint },
        { 'idempotency-key': keys[number] ?? '' },
      );
    /** Every browser presses Send once more, with the key that it has. */
    const pressAgain = (to: GiroProcess) =>
      forEachNumber(count, atOnce, async (number) => {
        const { status } = await post(to, number);
        expect([201, 202, 409, 503]).toContain(status);
      });

    // By the seed: which send is the last that the standby gets, and which is in flight when the primary dies.
    const [early = 0, late = 0] = randomNumbers(2, 20);
    const [cutAt, killAt] = [20 + early, 80 + late];
    const told = new Map<number, { id: string; by: GiroProcess }>();
    let next = 0;
    const flight = Promise.withResolvers<ReturnType<typeof holdAnswer>>();
    async function sendOn(by: GiroProcess) {
      while (next <= killAt) {
        const number = next++;
        if (number === cutAt) {
          await database.caughtUp();
          database.cutOff();
        }
        if (number === killAt) flight.resolve(holdAnswer(proxy));
        const answer = await post(by, number).catch(() => null);
        if (answer?.status !== 201) continue;
        told.set(number, { id: String(Object(answer.body).id), by });
      }
    }
    const sending = Promise.all(
      [left, killed].flatMap((by) => Array.from({ length: atOnce }, () => sendOn(by))),
    );
    const { posted, answer } = await flight.promise;
    await posted;
    await Promise.all([database.killPrimary(), killed.kill()]);
    const kept = await database.promoteStandby();
    const lost = [...told].filter(([number]) => !kept.has(keys[number] ?? ''));
    expect(lost.filter(([, { by }]) => by === left).length).toBeGreaterThan(5);
    expect(lost.filter(([, { by }]) => by === killed).length).toBeGreaterThan(5);
    const made = fixture.posts();

    // While it is in flight, before anything of it is answered.
    proxy.hold(null);
    await pressAgain(left);
    expect(fixture.posts()).toBe(made);
    answer();
    await sending;
    expect(fixture.posts()).toBe(made);
    const ready = async () => (await left.call('GET', '/readyz')).body;
    await expect.poll(ready, { timeout: 20_000 }).toMatchObject({ held: true });
    const started = await startProcess(env);
    onTestFinished(() => started.kill());
    await Promise.all([pressAgain(left), pressAgain(started)]);
    expect(fixture.posts()).toBe(made);

    const sendAt = async (number: number) => {
      const { body } = await callerWith(started, cookie).call('GET', `/api/sends/${keys[number]}`);
      return z.parse(sendShape, body);
    };
    const sentAs = (id: string) => ({ state: 'sent', transfer_id: id });
    // What the instance that is left was answered, it wrote again under the same keys.
    for (const [number, { id, by }] of told) {
      if (by === left) expect(await sendAt(number), `send ${number}`).toEqual(sentAs(id));
    }

    const db = await openLedger(env.DATABASE_URL);
    onTestFinished(() => db.destroy());
    await ageHold(db);
    const said = await giro(env, 'release');
    expect(said).toContain('were lost and belong to their senders again');
    expect(said).not.toMatch(/review|nobody owns/);
    await Promise.all([pressAgain(left), pressAgain(started)]);
    expectNoneDoubled(sandbox, count, (number) => told.get(number)?.id);
    const forgotten = () => forgottenTransfers(db, sandbox);
    await expect.poll(forgotten, { timeout: 20_000 }).toEqual([]);
    // The standby may have a send of the other instance without its outcome: that is looked for after the release.
    for (const [number, { id }] of told) {
      if (kept.has(keys[number] ?? '')) expect(await sendAt(number)).toEqual(sentAs(id));
    }
  });
});
