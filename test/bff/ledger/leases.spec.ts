import { beforeEach, describe, expect, test } from 'vitest';
import { giveBack, takeLease, withLease } from '../../../src/bff/ledger/leases.ts';
import { type LedgerDb, openLedger } from '../../../src/bff/ledger/ledger.ts';
import { stores } from '../../support/stores.ts';

const began = Date.parse('2026-01-01T12:00:00Z');

describe.each(stores())('a lease, on $name', ({ create }) => {
  // Two programs on one store.
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

  test('of all who want it at once, one has it', async () => {
    const wanting = Array.from({ length: 20 }, (_, index) =>
      takeLease(index % 2 === 0 ? one : other, 'look', began, 1_000),
    );
    const holders = (await Promise.all(wanting)).filter((holder) => holder !== null);
    expect(holders).toHaveLength(1);
    expect(await takeLease(other, 'another', began, 1_000)).not.toBeNull();
  });

  test('ends by itself after its time, and not before', async () => {
    await takeLease(one, 'look', began, 1_000);
    expect(await takeLease(other, 'look', began + 999, 1_000)).toBeNull();
    expect(await takeLease(other, 'look', began + 1_001, 1_000)).not.toBeNull();
    expect(await takeLease(one, 'look', began + 1_500, 1_000)).toBeNull();
  });

  test('of a clock that was an hour ahead holds nobody up, of one a little ahead it does', async () => {
    await takeLease(one, 'look', began + 900, 1_000);
    expect(await takeLease(other, 'look', began, 1_000)).toBeNull();
    await takeLease(one, 'other look', began + 3_600_000, 1_000);
    expect(await takeLease(other, 'other look', began, 1_000)).not.toBeNull();
  });

  test('is given back by its holder alone', async () => {
    const first = await takeLease(one, 'look', began, 1_000);
    await giveBack(other, 'look', 'somebody else');
    expect(await takeLease(other, 'look', began, 1_000)).toBeNull();
    const second = await takeLease(other, 'look', began + 2_000, 1_000);
    // Too late: it is another's by now.
    await giveBack(one, 'look', first ?? '');
    expect(await takeLease(one, 'look', began + 2_000, 1_000)).toBeNull();
    await giveBack(other, 'look', second ?? '');
    expect(await takeLease(one, 'look', began + 2_000, 1_000)).not.toBeNull();
  });

  test('lets work be done one at a time, and is given back when it fails', async () => {
    let [working, most, intruders] = [0, 0, 0];
    const work = async () => {
      working += 1;
      most = Math.max(most, working);
      for (const db of [one, other]) {
        if ((await takeLease(db, 'work', began, 1_000)) !== null) intruders += 1;
      }
      working -= 1;
      if (most === 1) throw new Error('failed');
    };
    const now = async () => began;
    const turns = [one, other, one, other].map((db) => withLease(db, 'work', now, 1_000, work));
    const ends = await Promise.allSettled(turns);
    expect(ends.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    expect([most, intruders]).toEqual([1, 0]);
  });
});
