import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addUser } from '../../src/bff/ledger/people/users.ts';
import { openLedger } from '../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../src/bff/ledger/store/schema.ts';
import { strictestStore } from './stores.ts';

const { create } = strictestStore();
const at = '2026-01-01T00:00:00.000Z';
const person = {
  email: 'ana@giro.example',
  name: '',
  role: 'sender',
  password_hash: null,
} as const;

/** Works in a database, and gives it back. */
async function inDatabase<T>(work: (db: LedgerDb) => Promise<T>): Promise<T> {
  const { url, remove } = await create();
  const db = await openLedger(url);
  try {
    return await work(db);
  } finally {
    await db.destroy();
    await remove();
  }
}

/** What PostgreSQL calls this database: it keeps its number under every name. */
async function numberOf(db: LedgerDb) {
  const { rows } = await sql<{ oid: number }>`
    select oid from pg_database where datname = current_database()`.execute(db);
  return rows[0]?.oid;
}

/** The rows of each table, also of those that only the database knows. */
async function rowsOf(db: LedgerDb) {
  const rows: Record<string, unknown> = {};
  for (const { name } of await db.introspection.getTables({ withInternalKyselyTables: true })) {
    rows[name] = (await sql`select * from ${sql.table(name)}`.execute(db)).rows;
  }
  return rows;
}

/** Writes to the audit, which lets no row go. */
async function addEntry(db: LedgerDb) {
  const { rows } = await sql<{ number: string }>`
    insert into audit (at, action, outcome, request_id) values (${at}, 'sign_in', 'ok', 'one')
    returning number`.execute(db);
  return Number(rows[0]?.number);
}

test('a spec gets the database of another, without a row or number of it', async () => {
  const before = await inDatabase(rowsOf);
  const number = await inDatabase(async (db) => {
    await addUser(db, person, at);
    await db.updateTable('mirror').set({ epoch: 'another' }).execute();
    expect([await addEntry(db), await addEntry(db)]).toEqual([1, 2]);
    return numberOf(db);
  });
  await inDatabase(async (db) => {
    expect(await numberOf(db)).toBe(number);
    expect(await rowsOf(db)).toEqual(before);
    expect(await addEntry(db)).toBe(1);
  });
});

test.each([
  ['a renamed table', 'alter table audit rename to audit_away'],
  ['an index', 'create unique index odd on users (name)'],
  ['a default', `alter table sends alter column quote set default 'x'`],
  ['a removed trigger', 'drop trigger audit_append_only on audit'],
  ['statistics', 'analyze mirror'],
  [
    'a setting',
    `do $$ begin execute format('alter database %I set work_mem = 64', current_database()); end $$`,
  ],
])('a database with %s is not used again', async (_, change) => {
  const number = await inDatabase(async (db) => {
    await sql.raw(change).execute(db);
    return numberOf(db);
  });
  expect(await inDatabase(numberOf)).not.toBe(number);
});

test('what still runs when its database is given back finds none', async () => {
  const { url, remove } = await create();
  const late = await openLedger(url);
  await remove();
  await expect(addUser(late, person, at)).rejects.toThrow();
  await late.destroy();
});
