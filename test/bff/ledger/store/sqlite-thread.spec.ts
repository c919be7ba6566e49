import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openLedger } from '../../../../src/bff/ledger/store/ledger.ts';
import { readerOf } from '../../../../src/bff/ledger/store/sqlite-thread.ts';
import { openStore } from '../../../support/open-store.ts';
import { sqlite } from '../../../support/stores.ts';

const longRead = sql<{ count: number }>`with recursive numbers (number) as
  (select 1 union all select number + 1 from numbers where number < 3000000)
  select count(*) as count from numbers`;

test('reads what was just written, beside the event loop', async () => {
  const db = await (await openStore(sqlite.create)).open();
  const reader = readerOf(db);
  expect(reader).not.toBe(db);
  await db.updateTable('mirror').set({ odd: 'é' }).execute();
  expect(await reader.selectFrom('mirror').select(['odd', 'change']).execute()).toEqual([
    { odd: 'é', change: 0 },
  ]);
  let turns = 0;
  let isDone = false;
  const long = longRead.execute(reader).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    turns += 1;
    await new Promise(setImmediate);
  }
  expect((await long).rows).toEqual([{ count: 3_000_000 }]);
  expect(turns).toBeGreaterThan(100);
});

test('tells what went wrong, and writes nothing', async () => {
  const db = await (await openStore(sqlite.create)).open();
  const reader = readerOf(db);
  await expect(sql`select * from no_table`.execute(reader)).rejects.toThrow('no such table');
  const write = reader.deleteFrom('mirror').execute();
  await expect(write).rejects.toMatchObject({ message: /readonly/, errcode: 8 });
  await expect(reader.transaction().execute(async () => undefined)).rejects.toThrow('only reads');
  expect(await db.selectFrom('mirror').select('id').execute()).toHaveLength(1);
});

test('is the ledger itself where it is in memory', async () => {
  const db = await openLedger('sqlite::memory:');
  expect(readerOf(db)).toBe(db);
  await db.destroy();
});

test('ends with the ledger, and what it was reading fails', async () => {
  const db = await (await openStore(sqlite.create)).open();
  const reader = readerOf(db);
  await sql`select 1`.execute(reader);
  const long = longRead.execute(reader).then(
    () => 'read',
    () => 'failed',
  );
  await db.destroy();
  expect(await long).toBe('failed');
});
