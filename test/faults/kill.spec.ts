import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
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

/** Of a moment that is random, several; of one that is not, one. `npm run test:long` repeats all with other seeds. */
const roundsOf = (step: string) => (step === 'at any moment' ? 3 : atLength(1, 3));
/** The longest delay of a kill at a random moment. Longer than a send takes here. */
const maxDelayMs = 120;

const steps = [
  'before the intent',
  'after the intent',
  'after the POST left',
  'after the answer came',
  'after the row was written',
  'at any moment',
] as const;
// In these steps the service has already created the transfer.
const isMade = (step: string) => /^after the (POST|answer|row)/.test(step);

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

/** Ends the minute of each call in which it may still write its intent: the killed instances write nothing more. */
async function endBeginLeases(databaseUrl: string) {
  const db = await openLedger(databaseUrl);
  await db.deleteFrom('leases').where('name', 'like', 'begin %').execute();
  await db.destroy();
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

    const sent: { key: string; amount: bigint; step: string; acknowledged: boolean }[] = [];
    const rounds = shuffled(
      steps.flatMap((step) => Array.from({ length: roundsOf(step) }, () => step)),
    );
    const delays = randomNumbers(rounds.length, maxDelayMs);
    for (const [round, step] of rounds.entries()) {
      const giro = await startProcess(env, cookie);
      const amount = BigInt(1_000 + round);
      const key = crypto.randomUUID();
      const acknowledged = await sendAndKill(giro, step, key, amount, delays[round] ?? 0);
      sent.push({ key, amount, step, acknowledged });
    }

    async function sendAndKill(
      giro: GiroProcess,
      step: string,
      key: string,
      amount: bigint,
      delay: number,
    ) {
      let unlock = async () => {};
      const killed = new Promise<void>((done, fail) => {
        const kill = () => giro.kill().then(done, fail);
        if (step === 'before the intent') {
          proxy.hold({ matches: isListTransfers, beforeCall: () => kill().then(never) });
        } else if (step === 'after the intent') {
          proxy.hold({ matches: isCreateTransfer, beforeCall: () => kill().then(never) });
        } else if (step === 'after the POST left') {
          proxy.hold({ matches: isCreateTransfer, beforeAnswer: () => kill().then(never) });
        } else if (step === 'after the answer came') {
          const beforeAnswer = async () => {
            unlock = await lockSends(env.DATABASE_URL);
            void wait(delay).then(kill);
          };
          proxy.hold({ matches: isCreateTransfer, beforeAnswer });
        } else {
          proxy.hold(null);
        }
      });
      const body = { ...transferTo(account_id, amount), destination_account_fingerprint };
      const call = giro.call('POST', '/api/transfers', body, { 'idempotency-key': key });
      const answer = call.then(({ status }) => status === 201).catch(() => false);
      if (step === 'after the row was written') {
        expect(await answer).toBe(true);
        await giro.kill();
      } else if (step === 'at any moment') {
        await wait(delay);
        await giro.kill();
      } else {
        // An answer before the kill means that the held call never came: the kill would be waited for in vain.
        const tooEarly = call.then(({ status, body }) => {
          throw new Error(`${step}: answered ${status} before the kill: ${JSON.stringify(body)}`);
        }, never);
        await Promise.race([killed, tooEarly]);
      }
      await unlock();
      proxy.hold(null);
      return answer;
    }

    await endBeginLeases(env.DATABASE_URL);
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

    for (const { key, amount, step, acknowledged } of sent) {
      const made = sandbox.transfers.filter((one) => one.source_amount_cents === amount);
      const outcome = outcomes.get(key);
      expect(made.length, `${step}: at most one transfer`).toBeLessThanOrEqual(1);
      if (acknowledged) expect(made.length, `${step}: an acknowledged transfer exists`).toBe(1);
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
