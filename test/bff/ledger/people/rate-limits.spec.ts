import { beforeEach, describe, expect, test } from 'vitest';
import {
  forgetAttempts,
  purgeExpiredAttempts,
  takeAttempt,
} from '../../../../src/bff/ledger/people/rate-limits.ts';
import type { LedgerDb } from '../../../../src/bff/ledger/store/schema.ts';
import { openStore } from '../../../support/open-store.ts';
import { stores } from '../../../support/stores.ts';

const began = Date.parse('2026-01-01T12:00:00Z');
const rules = { free: 3, wait: 60_000, maxWait: 200_000, memory: 600_000 };

describe.each(stores())('attempts, on $name', ({ create }) => {
  // Two connections to one store.
  let one: LedgerDb;
  let other: LedgerDb;

  beforeEach(async () => {
    const { open } = await openStore(create);
    [one, other] = [await open(), await open()];
  });

  const take = (now: number, db = one, key = 'a') => takeAttempt(db, key, now, rules);
  const takeAllFree = async () => {
    for (let count = 0; count < rules.free; count += 1) expect(await take(began)).toBe(0);
  };

  test('are free at first, then wait twice as long each time up to the maximum', async () => {
    await takeAllFree();
    let now = began;
    for (const wait of [60_000, 120_000, 200_000, 200_000]) {
      expect(await take(now)).toBe(wait);
      expect(await take(now + wait - 1)).toBe(1);
      now += wait;
      expect(await take(now)).toBe(0);
    }
  });

  test('a free one blocks none, not even one that began before it and is counted after it', async () => {
    for (const ahead of [2, 1, 0]) expect(await take(began + ahead)).toBe(0);
    expect(await take(began)).toBe(60_000);
  });

  test('count over all instances, separately for each key', async () => {
    for (const db of [one, other, one]) expect(await take(began, db)).toBe(0);
    expect(await take(began, other)).toBe(60_000);
    expect(await take(began, other, 'b')).toBe(0);
  });

  test('lets only the free ones through when many are concurrent', async () => {
    const many = Array.from({ length: 40 }, (_, index) => take(began, index % 2 ? one : other));
    const allowed = (await Promise.all(many)).filter((wait) => wait === 0);
    expect(allowed).toHaveLength(rules.free);
  });

  test('are forgotten after a success, and after the memory time', async () => {
    await takeAllFree();
    await forgetAttempts(other, 'a');
    await takeAllFree();
    const end = began + 60_000;
    expect(await take(end + rules.memory - 1)).toBe(0);
    expect(await take(end + rules.memory - 1)).toBe(120_000);
    await forgetAttempts(one, 'a');
    await takeAllFree();
    expect(await take(end + rules.memory + 1)).toBe(0);
    expect(await take(end + rules.memory + 1)).toBe(0);
  });

  test('are deleted once they no longer count', async () => {
    await take(began, one, 'old');
    await take(began + 5_000, one, 'new');
    await purgeExpiredAttempts(other, began + rules.memory + 1);
    const rows = await one.selectFrom('rate_limits').select('key').execute();
    expect(rows).toEqual([{ key: 'new' }]);
  });
});
