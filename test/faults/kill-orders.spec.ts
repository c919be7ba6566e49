import { setTimeout as wait } from 'node:timers/promises';
import { describe, test } from 'vitest';
import * as z from 'zod/mini';
import { openLedger } from '../../src/bff/ledger/store/ledger.ts';
import { atLength } from '../support/at-length.ts';
import { runGiro } from '../support/drill.ts';
import { callerWith, cookieFor, type GiroProcess, startProcess } from '../support/giro-process.ts';
import { isCreateTransfer, isListTransfers } from '../support/holding-proxy.ts';
import { asShown } from '../support/recipients.ts';
import { randomNumbers, shuffled } from '../support/seed.ts';
import { ageIntents, createSenderFixture, sender, transferTo } from '../support/sender-fixture.ts';
import { stores } from '../support/stores.ts';

// What is held is released by whatever process comes next, once, or is stopped and never posted: wherever the one
// that was releasing it is killed. On PostgreSQL two instances share the ledger, and each may be the one that releases.

/** Longer than a release takes here, with the second that the transfer is held. */
const maxDelayMs = 1_400;
const steps = [
  'while it is held',
  'while its recipient is read',
  'before the intent',
  'after the intent',
  'after the POST left',
  'at any moment',
  'at any moment, and stopped',
] as const;
type Step = (typeof steps)[number];
const roundsOf = (step: Step) => (step.startsWith('at any moment') ? atLength(2, 10) : 1);

const isShowAccount = (method: string, path: string) =>
  method === 'GET' && path.startsWith('/api/v3/destination_account/');
const held: Partial<Record<Step, (method: string, path: string) => boolean>> = {
  'while its recipient is read': isShowAccount,
  'before the intent': isListTransfers,
  'after the intent': isCreateTransfer,
  'after the POST left': isCreateTransfer,
};

const orderShape = z.object({
  order: z.object({ id: z.string(), state: z.string(), revision: z.int() }),
});
const sendShape = z.object({ state: z.string(), transfer_id: z.nullable(z.string()) });

type Ordered = { id: string; amount: bigint; step: Step; isStopped: boolean };

const never = () => new Promise<void>(() => {});

/** Ends the leases of the killed instances, which write nothing more. */
async function endLeases(databaseUrl: string) {
  const db = await openLedger(databaseUrl);
  await db.deleteFrom('leases').where('name', 'like', 'release %').execute();
  await db.deleteFrom('leases').where('name', 'like', 'begin %').execute();
  await db.destroy();
}

describe.concurrent.each(stores())('killed while releasing, on $name', (store) => {
  test('posts nothing twice, nothing that was stopped, and loses nothing', {
    ...{ timeout: 300_000, retry: 0 },
  }, async ({ expect }) => {
    const fixture = await createSenderFixture(store, { scenarios: false });
    const { sandbox, proxy, account_id } = fixture;
    const env = { ...fixture.env, HOLD_SECONDS: '1', SENDS_PER_MINUTE: '1000' };
    const count = store.name === 'PostgreSQL' ? 2 : 1;
    const start = () => Promise.all(Array.from({ length: count }, () => startProcess(env)));
    let instances = await start();
    const cookie = await cookieFor(any(instances), sender);
    const call = (...[method, path, body, headers]: Parameters<GiroProcess['call']>) =>
      callerWith(any(instances), cookie).call(method, path, body, headers);
    const { destination_account_fingerprint } = await asShown(
      { call: (method, path) => call(method, path) },
      { destination_account_id: account_id },
    );

    const ordered: Ordered[] = [];
    const rounds = shuffled(
      steps.flatMap((step) => Array.from({ length: roundsOf(step) }, () => step)),
    );
    const delays = randomNumbers(rounds.length, maxDelayMs);
    for (const [round, step] of rounds.entries()) {
      const one = { id: crypto.randomUUID(), amount: BigInt(1_000 + round), step };
      const isStopped = await orderAndKill(one, delays[round] ?? 0);
      ordered.push({ ...one, isStopped });
      await Promise.all(instances.map((instance) => instance.kill()));
      proxy.hold(null);
      await endLeases(env.DATABASE_URL);
      instances = await start();
      // Before the next round, whose kill is not to meet the release of this one.
      const isUnderWay = async () => {
        const { body } = await call('GET', `/api/sends/${one.id}`);
        return /waiting|releasing/.test(z.safeParse(orderShape, body).data?.order.state ?? '');
      };
      await expect.poll(isUnderWay, { timeout: 30_000, interval: 100 }).toBe(false);
    }

    /** @returns whether its stop was answered with success */
    async function orderAndKill({ id, amount, step }: Omit<Ordered, 'isStopped'>, delay: number) {
      const body = { ...transferTo(account_id, amount), destination_account_fingerprint };
      const made = await call('POST', '/api/transfers', body, { 'idempotency-key': id });
      expect([made.status, z.parse(orderShape, made.body).order.state]).toEqual([202, 'waiting']);
      const killAll = () => Promise.all(instances.map((instance) => instance.kill()));
      const matches = held[step];
      if (matches) {
        const killed = Promise.withResolvers<void>();
        const kill = async () => {
          await killAll();
          killed.resolve();
        };
        const isLater = step === 'after the POST left';
        // What was killed before its call never reaches the service.
        const before = () => kill().then(never);
        proxy.hold({ matches, ...(isLater ? { beforeAnswer: kill } : { beforeCall: before }) });
        await killed.promise;
        return false;
      }
      if (step === 'while it is held') {
        await killAll();
        return false;
      }
      await wait(delay);
      const stop = step.endsWith('stopped')
        ? call('POST', `/api/orders/${id}/stop`, { revision: 1 }).then(
            ({ status }) => status === 200,
            () => false,
          )
        : Promise.resolve(false);
      // At the same moment, or once the stop is answered.
      if (delay % 2 === 0) await stop;
      await killAll();
      return stop;
    }

    await ageIntents(env.DATABASE_URL);
    const outcomes = new Map<string, string>();
    await expect
      .poll(
        async () => {
          for (const { id } of ordered) {
            const { status, body } = await call('GET', `/api/sends/${id}`);
            const order = z.safeParse(orderShape, body).data?.order;
            outcomes.set(
              id,
              order?.state ?? z.safeParse(sendShape, body).data?.state ?? `${status}`,
            );
          }
          return ordered.filter(({ id, amount }) => {
            const state = outcomes.get(id) ?? '';
            const isMade = sandbox.transfers.some((one) => one.source_amount_cents === amount);
            // An intent that was killed before its POST stays open for support: absence is no proof.
            return !(isMade ? ['sent'] : ['stopped', 'unconfirmed']).includes(state);
          });
        },
        { timeout: 120_000, interval: 500 },
      )
      .toEqual([]);
    await Promise.all(instances.map((instance) => instance.kill()));

    for (const { id, amount, step, isStopped } of ordered) {
      const made = sandbox.transfers.filter((one) => one.source_amount_cents === amount).length;
      expect(made, `${step}: at most one transfer`).toBeLessThanOrEqual(1);
      if (isStopped) expect([outcomes.get(id), made], step).toEqual(['stopped', 0]);
      if (outcomes.get(id) === 'stopped') expect(made, step).toBe(0);
      // Nothing had been posted: whoever came next released it.
      const isReleasedLater = /held|recipient|before the intent|POST left/.test(step);
      if (isReleasedLater) expect([outcomes.get(id), made], step).toEqual(['sent', 1]);
      if (step === 'after the intent') expect([outcomes.get(id), made]).toEqual(['unconfirmed', 0]);
    }
    expect(fixture.posts()).toBe(sandbox.transfers.length);
    const proof = await runGiro(env, 'prove', '--since', '2020-01-01');
    expect(proof.said).toMatch(/, 0 that do not pair$/);
    await fixture.close();
  });
});

const any = (instances: readonly GiroProcess[]): GiroProcess => {
  const [first] = instances;
  if (!first) throw new Error('no instance');
  return first;
};
