import { describe, expect, test } from 'vitest';
import { disown, own } from '../../../../src/bff/ledger/people/owners.ts';
import { addUser } from '../../../../src/bff/ledger/people/users.ts';
import type { LedgerDb } from '../../../../src/bff/ledger/store/schema.ts';
import { transferWindow } from '../../../../src/bff/ledger/transfers/transfer-windows.ts';
import { fillMirror } from '../../../support/fill-mirror.ts';
import { openStore } from '../../../support/open-store.ts';
import { stores } from '../../../support/stores.ts';
import { row } from '../../tracking/rows.ts';

const now = '2026-01-01T00:00:00.000Z';

async function addSender(db: LedgerDb, name: string) {
  const email = `${name}@example.com`;
  const user = await addUser(db, { email, name, role: 'sender', password_hash: null }, now);
  if (!user) throw new Error(`${email} was there`);
  return user.id;
}

/** The ids of the transfers that a search finds by their sender. */
async function sentBy(db: LedgerDb, ...senders: string[]) {
  const filter = { whose: 'everything', sort: 'oldest', ways: [[{ senders }]] } as const;
  const { items, total } = await transferWindow(db, filter, { cursor: undefined, limit: 50 });
  expect(total).toBe(items.length);
  return items.map(({ id }) => id);
}

describe.each(stores())('who sent a transfer, on $name', ({ name, create }) => {
  async function filled() {
    const store = await openStore(create);
    const db = await store.open();
    const [ana, ben] = [await addSender(db, 'ana'), await addSender(db, 'ben')];
    await own(db, 'transfer', '1', ana, now);
    await fillMirror(db, [row('1'), row('2'), row('3')]);
    return { store, db, ana, ben };
  }

  test('is found whether its owner or its row was written first', async () => {
    const { db, ana, ben } = await filled();
    await own(db, 'transfer', '2', ana, now);
    await own(db, 'account', '3', ben, now);
    expect(await sentBy(db, ana)).toEqual(['1', '2']);
    expect(await sentBy(db, ben)).toEqual([]);
    expect(await sentBy(db, ana, ben)).toEqual(['1', '2']);
  });

  test('follows a change of the owner, and of the row', async () => {
    const { db, ana, ben } = await filled();
    await disown(db, 'transfer', '1');
    expect(await sentBy(db, ana)).toEqual([]);
    await own(db, 'transfer', '1', ben, now);
    await fillMirror(db, [row('1', { state: 'executed' }), row('2'), row('3')]);
    expect(await sentBy(db, ben)).toEqual(['1']);
    await db.updateTable('owners').set({ user_id: ana }).where('id', '=', '1').execute();
    expect(await sentBy(db, ana)).toEqual(['1']);
  });

  test.skipIf(name === 'SQLite')('waits for nobody who writes the same row', async () => {
    const { store, db, ana } = await filled();
    const other = await store.open();
    await other.transaction().execute(async (tx) => {
      await tx.updateTable('transfers').set({ state: 'executed' }).where('id', '=', '2').execute();
      expect(await own(db, 'transfer', '2', ana, now)).toBe(true);
    });
    // As the next list does with every row that has an owner since.
    await fillMirror(db, [row('1'), row('2', { state: 'assigned' }), row('3')]);
    expect(await sentBy(db, ana)).toEqual(['1', '2']);
  });
});
