import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { describe, test } from 'vitest';
import * as z from 'zod/mini';
import { atLength } from '../support/at-length.ts';
import { runGiro } from '../support/drill.ts';
import { callerWith, cookieFor, type GiroProcess, startProcess } from '../support/giro-process.ts';
import { isCreateTransfer, isListTransfers, type Rule } from '../support/holding-proxy.ts';
import { asShown } from '../support/recipients.ts';
import { randomNumbers, shuffled } from '../support/seed.ts';
import {
  ageIntents,
  createSenderFixture,
  endLeases,
  sender,
  transferTo,
} from '../support/sender-fixture.ts';
import { stores } from '../support/stores.ts';

/** Sends of one process that is killed at a random moment: each is somewhere else on its way. */
const sendsAtOnce = 3;
/** The longest delay of a kill at a random moment. Longer than a send takes here. */
const maxDelayMs = 200;

const steps = [
  'before the intent',
  'after the intent',
  'after the POST left',
  'after the answer came',
  'after the row was written',
  'at any moment',
] as const;
type Step = (typeof steps)[number];
// In these steps the service has already created the transfer.
const isMade = (step: Step) => /^after the (POST|answer|row)/.test(step);

type Sent = { key: string; amount: bigint; step: Step; isAcknowledged: boolean };
type Held = Pick<Rule, 'matches'> & { at: 'beforeCall' | 'beforeAnswer' };

const never = () => new Promise<void>(() => {});

/** Locks the table, so that the process waits just before it writes the row. Returns the unlock. */
async function lockSends(databaseUrl: string): Promise<() => Promise<void>> {
  if (databaseUrl.startsWith('sqlite:')) {
    const database = new DatabaseSync(databaseUrl.slice('sqlite:'.length), { timeout: 2_000 });
    database.exec('begin immediate');
    return async () => database.close();
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin; lock table sends in share mode');
  return () => client.end();
}

// Both stores at once: most of the time goes by waiting for processes.
describe.concurrent.each(stores())('killed while sending, on $name', (store) => {
  test('sends nothing twice and loses no send', { timeout: 300_000 }, async ({ expect }) => {
    const fixture = await createSenderFixture(store, { scenarios: false });
    const { sandbox, proxy, account_id, env } = fixture;
    const first = await startProcess(env);
    const cookie = await cookieFor(first, sender);
    const { destination_account_fingerprint } = await asShown(callerWith(first, cookie), {
      destination_account_id: account_id,
    });
    await first.kill();

    const sent: Sent[] = [];
    /** Presses Send at a process. @returns the status of the answer; null if the process was killed before it */
    async function press(giro: GiroProcess, step: Step): Promise<number | null> {
      const one = { key: crypto.randomUUID(), amount: BigInt(1_000 + sent.length), step };
      const asked: Sent = { ...one, isAcknowledged: false };
      sent.push(asked);
      const body = { ...transferTo(account_id, one.amount), destination_account_fingerprint };
      const call = giro.call('POST', '/api/transfers', body, { 'idempotency-key': one.key });
      const status = await call.then((answer) => answer.status).catch(() => null);
      asked.isAcknowledged = status === 201;
      return status;
    }
    /** Presses Send, and resolves when its call is held at the service. @returns lets the call go on */
    async function pressUntil(giro: GiroProcess, step: Step, { matches, at }: Held) {
      const reached = Promise.withResolvers<void>();
      const goesOn = Promise.withResolvers<void>();
      proxy.hold({
        matches,
        [at]: () => {
          reached.resolve();
          return goesOn.promise;
        },
      });
      // An answer before that means that the held call never came: it would be waited for in vain.
      const early = press(giro, step).then((status) => status !== null && fail(step, status));
      await Promise.race([reached.promise, early.then(never)]);
      proxy.hold(null);
      return goesOn.resolve;
    }
    const fail = (step: Step, status: number) => {
      throw new Error(`${step}: answered ${status} before the kill`);
    };

    /** One process, killed while each of its sends is at another step. */
    async function killAtEachStep(delay: number) {
      const giro = await startProcess(env, cookie);
      expect(await press(giro, 'after the row was written')).toBe(201);
      await pressUntil(giro, 'after the POST left', {
        matches: isCreateTransfer,
        at: 'beforeAnswer',
      });
      await pressUntil(giro, 'after the intent', { matches: isCreateTransfer, at: 'beforeCall' });
      const answer = await pressUntil(giro, 'after the answer came', {
        ...{ matches: isCreateTransfer, at: 'beforeAnswer' },
      });
      // Last, because other sends would wait for the list too.
      await pressUntil(giro, 'before the intent', { matches: isListTransfers, at: 'beforeCall' });
      const unlock = await lockSends(env.DATABASE_URL);
      answer();
      await wait(delay);
      await giro.kill();
      await unlock();
    }

    async function killAtAnyMoment(delay: number) {
      const giro = await startProcess(env, cookie);
      const calls = Array.from({ length: sendsAtOnce }, () => press(giro, 'at any moment'));
      await wait(delay);
      await giro.kill();
      await Promise.all(calls);
    }

    const kills = shuffled([
      ...Array.from({ length: atLength(1, 3) }, () => killAtEachStep),
      ...Array.from({ length: atLength(2, 6) }, () => killAtAnyMoment),
    ]);
    const delays = randomNumbers(kills.length, maxDelayMs);
    for (const [round, kill] of kills.entries()) await kill(delays[round] ?? 0);

    await endLeases(env.DATABASE_URL);
    await ageIntents(env.DATABASE_URL);
    const last = await startProcess(env, cookie);
    const outcomes = new Map<string, { state: string; transfer_id: string | null } | null>();
    const sendShape = z.object({ state: z.string(), transfer_id: z.nullable(z.string()) });
    await expect
      .poll(
        async () => {
          let undecided = 0;
          for (const { key } of sent) {
            const { status, body } = await last.call('GET', `/api/sends/${key}`);
            const outcome = status === 200 ? z.parse(sendShape, body) : null;
            // An intent becomes unconfirmed by its age.
            if (status === 409 || outcome?.state === 'intended') undecided += 1;
            else outcomes.set(key, outcome);
          }
          if (undecided > 0) return ['undecided'];
          const inService = new Set(sandbox.transfers.map((one) => one.source_amount_cents));
          return sent.filter(
            ({ key, amount }) => inService.has(amount) && outcomes.get(key)?.state !== 'sent',
          );
        },
        { timeout: 90_000, interval: 500 },
      )
      .toEqual([]);
    await last.kill();

    for (const { key, amount, step, isAcknowledged } of sent) {
      const made = sandbox.transfers.filter((one) => one.source_amount_cents === amount);
      const outcome = outcomes.get(key);
      expect(made.length, `${step}: at most one transfer`).toBeLessThanOrEqual(1);
      if (isAcknowledged) expect(made.length, `${step}: an acknowledged transfer exists`).toBe(1);
      if (made.length === 1) expect(outcome?.transfer_id).toBe(String(made[0]?.id));
      if (isMade(step)) expect(made.length, step).toBe(1);
      if (step === 'before the intent') expect(outcome).toBeNull();
      // Not in the service: the send stays open, because absence is no proof.
      if (step === 'after the intent') expect(outcome?.state).toBe('unconfirmed');
      if (made.length === 0 && outcome) expect(outcome.state, step).toBe('unconfirmed');
    }
    expect(fixture.posts()).toBe(sandbox.transfers.length);
    // What a crash left open is open there too: nothing else is without its pair.
    const proof = await runGiro(env, 'prove', '--since', '2020-01-01');
    expect(proof.said).toMatch(/, 0 that do not pair$/);
    const open = [...outcomes.values()].filter((one) => one && one.state !== 'sent').length;
    expect(proof.said).toContain(`: ${sandbox.transfers.length} paired, 0 refused, ${open} not`);

    await fixture.close();
  });
});
