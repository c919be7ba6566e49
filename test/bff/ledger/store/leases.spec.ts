import { beforeEach, describe, expect, test } from 'vitest';
import {
  keepLease,
  releaseLease,
  takeLease,
  withLease,
} from '../../../../src/bff/ledger/store/leases.ts';
import { openLedger } from '../../../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../../../src/bff/ledger/store/schema.ts';
import { stores } from '../../../support/stores.ts';

const began = Date.parse('2026-01-01T12:00:00Z');

describe.each(stores())('a lease, on $name', ({ create }) => {
  // Two connections to one store.
  let one: LedgerDb;
  let other: LedgerDb;

  beforeEach(async () => {
    const store = await create();
    [one, other] = [await openLedger(store.url), await openLedger(store.url)];
    return async () => {
      await Promise.all([one.destroy(), other.destroy()]);
      await store.remove();
    };
  });

  test('is taken by one of many concurrent callers', async () => {
    const attempts = Array.from({ length: 20 }, (_, index) =>
      takeLease(index % 2 === 0 ? one : other, 'look', began, 1_000),
    );
    const holders = (await Promise.all(attempts)).filter((holder) => holder !== null);
    expect(holders).toHaveLength(1);
    expect(await takeLease(other, 'another', began, 1_000)).not.toBeNull();
  });

  test('expires after its time, and not before', async () => {
    await takeLease(one, 'look', began, 1_000);
    expect(await takeLease(other, 'look', began + 999, 1_000)).toBeNull();
    expect(await takeLease(other, 'look', began + 1_001, 1_000)).not.toBeNull();
    expect(await takeLease(one, 'look', began + 1_500, 1_000)).toBeNull();
  });

  test('counts as expired if it was taken with a clock an hour ahead', async () => {
    await takeLease(one, 'look', began + 900, 1_000);
    expect(await takeLease(other, 'look', began, 1_000)).toBeNull();
    await takeLease(one, 'other look', began + 3_600_000, 1_000);
    expect(await takeLease(other, 'other look', began, 1_000)).not.toBeNull();
  });

  test('is released only by its holder', async () => {
    const first = await takeLease(one, 'look', began, 1_000);
    await releaseLease(other, 'look', 'somebody else');
    expect(await takeLease(other, 'look', began, 1_000)).toBeNull();
    const second = await takeLease(other, 'look', began + 2_000, 1_000);
    // Too late: another holder has it now.
    await releaseLease(one, 'look', first ?? '');
    expect(await takeLease(one, 'look', began + 2_000, 1_000)).toBeNull();
    await releaseLease(other, 'look', second ?? '');
    expect(await takeLease(one, 'look', began + 2_000, 1_000)).not.toBeNull();
  });

  test('is prolonged only by its holder, also after its time while nobody has taken it', async () => {
    const later = new Date(began + 5_000).toISOString();
    const first = (await takeLease(one, 'look', began, 1_000)) ?? '';
    expect(await keepLease(other, 'look', 'somebody else', later)).toBe(false);
    expect(await keepLease(one, 'look', first, later)).toBe(true);
    expect(await takeLease(other, 'look', began + 3_000, 1_000)).toBeNull();
    expect(await takeLease(other, 'look', began + 6_000, 10_000)).not.toBeNull();
    expect(await keepLease(one, 'look', first, later)).toBe(false);
  });

  test('withLease runs work one at a time, and releases the lease when it fails', async () => {
    let [running, maxRunning, intruders] = [0, 0, 0];
    const work = async () => {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      for (const db of [one, other]) {
        if ((await takeLease(db, 'work', began, 1_000)) !== null) intruders += 1;
      }
      running -= 1;
      if (maxRunning === 1) throw new Error('failed');
    };
    const now = async () => began;
    const turns = [one, other, one, other].map((db) => withLease(db, 'work', now, 1_000, work));
    const ends = await Promise.allSettled(turns);
    expect(ends.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    expect([maxRunning, intruders]).toEqual([1, 0]);
  });
});
