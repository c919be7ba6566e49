import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openLedger } from '../../src/bff/ledger/store/ledger.ts';
import { atLength } from '../support/at-length.ts';
import {
  ageHold,
  amountOf,
  expectNoneDoubled,
  forEachNumber,
  forgottenTransfers,
  giro,
  runGiro,
} from '../support/drill.ts';
import { callerWith, cookieFor, startProcess } from '../support/giro-process.ts';
import { asShown } from '../support/recipients.ts';
import { randomNumbers } from '../support/seed.ts';
import { createSenderFixture, sender, transferTo } from '../support/sender-fixture.ts';
import { stores } from '../support/stores.ts';

const count = atLength(100, 200);
const atOnce = 8;

describe.each(stores())('restored while people send, on $name', (store) => {
  test('doubles no transfer and forgets none', { timeout: 150_000 }, async () => {
    const fixture = await createSenderFixture(store, { scenarios: false });
    const target = await store.create('empty');
    const folder = mkdtempSync(join(tmpdir(), 'giro-drill-'));
    const { sandbox, account_id } = fixture;
    const env = { ...fixture.env, SENDS_PER_MINUTE: '6000', QUOTES_PER_MINUTE: '6000' };
    const file = join(folder, 'giro.backup');
    const first = await startProcess(env);
    onTestFinished(async () => {
      await first.kill();
      await fixture.close();
      await target.remove();
      rmSync(folder, { recursive: true });
    });
    const cookie = await cookieFor(first, sender);
    const { destination_account_fingerprint } = await asShown(callerWith(first, cookie), {
      destination_account_id: account_id,
    });
    const post = ({ call }: Pick<typeof first, 'call'>, number: number) =>
      call(
        'POST',
        '/api/transfers',
        { ...transferTo(account_id, amountOf(number)), destination_account_fingerprint },
        { 'idempotency-key': keys[number] ?? '' },
      );
    const keys = Array.from({ length: count }, () => crypto.randomUUID());
    const told = new Map<number, string>();
    const [backupAt = 0, killAfter = 0] = randomNumbers(2, 100);
    let next = 0;
    let isDead = false;
    let backup: Promise<unknown> | undefined;
    async function sendOn() {
      while (next < count && !isDead) {
        const number = next++;
        // Somewhere in the first half; later sends are lost.
        if (number === Math.floor((count * (20 + backupAt)) / 200))
          backup = giro(env, 'backup', file);
        // Somewhere in the last tenth, with sends in flight.
        if (number === count - 10) {
          void wait(killAfter).then(() => {
            isDead = true;
            return first.kill();
          });
        }
        const answer = await post(callerWith(first, cookie), number).catch(() => null);
        const { id } = Object(answer?.body);
        if (answer?.status === 201) told.set(number, String(id));
      }
    }
    await Promise.all(Array.from({ length: atOnce }, sendOn));
    await first.kill();
    await backup;
    const made = sandbox.transfers.length;
    expect(made).toBeGreaterThanOrEqual(count - 10 - atOnce);

    const after = { ...env, DATABASE_URL: target.url };
    await giro(after, 'restore', file);
    const held = await startProcess(after);
    onTestFinished(() => held.kill());
    const again = callerWith(held, await cookieFor(held, sender));
    await forEachNumber(count, atOnce, async (number) => {
      const { status } = await post(again, number);
      // Known from the backup, or refused.
      expect([201, 202, 409, 503]).toContain(status);
    });
    expect(fixture.posts()).toBe(made);
    const db = await openLedger(target.url);
    onTestFinished(() => db.destroy());
    const { length: restored } = await db.selectFrom('sends').select('key').execute();
    expect(restored).toBeLessThan(made);
    const early = await runGiro(after, 'release');
    expect(early).toEqual({ code: 1, said: expect.stringMatching(/try again in \d+ s/) });
    await ageHold(db);
    const tried = await giro(after, 'release', '--dry-run');
    expect(tried).toContain('stays on hold');
    const { length: unchanged } = await db.selectFrom('sends').select('key').execute();
    expect(unchanged).toBe(restored);
    const said = await giro(after, 'release');
    expect(said).not.toMatch(/missing|review/);
    expect(await giro(after, 'release')).toContain('not on hold');

    // Each browser presses Send once more, with the key that it had.
    await forEachNumber(count, atOnce, (number) => post(again, number));
    expectNoneDoubled(sandbox, count, (number) => told.get(number));
    const forgotten = () => forgottenTransfers(db, sandbox);
    await expect.poll(forgotten, { timeout: 20_000 }).toEqual([]);
  });
});
