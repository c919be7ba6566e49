import { beforeEach, describe, expect, test } from 'vitest';
import { countOpenOrders, countReleases } from '../../../../src/bff/ledger/orders/order-counts.ts';
import type { NewOrder } from '../../../../src/bff/ledger/orders/orders.ts';
import {
  beginRelease,
  endRelease,
  refuseRelease,
  stopOrder,
} from '../../../../src/bff/ledger/orders/releases.ts';
import type { LedgerDb } from '../../../../src/bff/ledger/store/schema.ts';
import { openStore } from '../../../support/open-store.ts';
import { addWaitingOrder } from '../../../support/orders.ts';
import { addPerson } from '../../../support/people.ts';
import { stores } from '../../../support/stores.ts';

const noon = Date.UTC(2026, 0, 1, 12);
const at = (second: number) => new Date(noon + second * 1_000).toISOString();

describe.each(stores())('counts of orders on $name', ({ create }) => {
  let db: LedgerDb;
  let ana: string;

  beforeEach(async () => {
    db = await (await openStore(create)).open();
    ana = (await addPerson(db, { email: 'ana@example.com' })).id;
  });

  const add = (second: number, change: Partial<NewOrder> = {}) =>
    addWaitingOrder(db, ana, { release_at: at(second), ...change });
  async function begin(second: number) {
    const row = await beginRelease(db, await add(second), at(second));
    if (!row) throw new Error('not begun');
    return row;
  }

  test('are of those that can still be sent', async () => {
    expect(await countOpenOrders(db, noon)).toEqual({
      ...{ states: new Map(), to_approve: 0, overdue: 0, overdue_since: null },
    });
    await add(10);
    await add(10, { waits_for: 'approval' });
    await begin(0);
    await refuseRelease(db, await begin(0), 'worse-rate', at(1));
    await stopOrder(db, await add(10), ana, at(1));
    await endRelease(db, await begin(0), null, at(1));
    expect(await countOpenOrders(db, noon)).toEqual({
      states: new Map([
        ['waiting', 2],
        ['releasing', 1],
        ['needs_you', 1],
      ]),
      ...{ to_approve: 1, overdue: 0, overdue_since: null },
    });
    expect(await countReleases(db)).toEqual(
      new Map([
        ['releasing', 1],
        ['refused', 1],
        ['released', 1],
      ]),
    );
  });

  test('call those overdue that should have been sent more than a minute ago', async () => {
    await add(30);
    // Paused, for a second person, and asking theirs: nobody is to send these.
    await add(0, { waits_for: 'person' });
    await add(0, { waits_for: 'approval' });
    await refuseRelease(db, await begin(0), 'late', at(1));
    await stopOrder(db, await add(0), ana, at(1));
    const overdueAt = async (second: number) => {
      const { overdue, overdue_since } = await countOpenOrders(db, noon + second * 1_000);
      return [overdue, overdue_since];
    };
    expect(await overdueAt(90)).toEqual([0, null]);
    expect(await overdueAt(91)).toEqual([1, at(30)]);
    // One that an instance took up and left.
    await begin(20);
    expect(await overdueAt(91)).toEqual([2, at(20)]);
  });
});
