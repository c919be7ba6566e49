import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { atOneMoment } from '../../../../src/bff/ledger/keep/tables.ts';
import { addUser, findUser } from '../../../../src/bff/ledger/people/users.ts';
import {
  isLedgerFailure,
  ledgerFailures,
  openLedger,
} from '../../../../src/bff/ledger/store/ledger.ts';
import { isDataError } from '../../../../src/bff/ledger/store/ledger-error.ts';
import type { LedgerDb } from '../../../../src/bff/ledger/store/schema.ts';
import { openStore } from '../../../support/open-store.ts';
import { stores } from '../../../support/stores.ts';

const ana = { email: 'ana@example.com', name: 'Ana', role: 'sender', password_hash: null } as const;

async function sqlite() {
  const folder = mkdtempSync(join(tmpdir(), 'giro-sturdy-'));
  const file = join(folder, 'giro.db');
  const db = await openLedger(`sqlite:${file}`);
  onTestFinished(async () => {
    await db.destroy();
    rmSync(folder, { recursive: true });
  });
  return { db, file };
}

test('retries a statement on a locked file without blocking the process', async () => {
  const { db, file } = await sqlite();
  const other = new DatabaseSync(file);
  other.exec('begin immediate');
  const added = addUser(db, ana, '2026-01-01');
  const begun = performance.now();
  let turns = 0;
  while (performance.now() - begun < 300) {
    await wait(10);
    turns += 1;
  }
  expect(turns).toBeGreaterThan(5);
  other.exec('rollback');
  expect(await added).toMatchObject(ana);
  expect(ledgerFailures(db)).toBe(0);
  other.close();
});

test('lets transactions that read first wait for those of another process', async () => {
  const { db, file } = await sqlite();
  const id = (await addUser(db, { ...ana, name: '' }, '2026-01-01'))?.id ?? '';
  const other = await openLedger(`sqlite:${file}`);
  onTestFinished(() => other.destroy());
  const nameOf = async (ledger: LedgerDb) => (await findUser(ledger, id))?.name;
  const append = (letter: string, ledger: LedgerDb) =>
    ledger.transaction().execute(async (tx) => {
      const name = `${await nameOf(tx)}${letter}`;
      await wait(1);
      await tx.updateTable('users').set({ name }).where('id', '=', id).execute();
    });
  await Promise.all([...'abcdefghij'].map((letter, at) => append(letter, at % 2 ? other : db)));
  expect([...((await nameOf(db)) ?? '')].toSorted().join('')).toBe('abcdefghij');
  expect([ledgerFailures(db), ledgerFailures(other)]).toEqual([0, 0]);
  // One that only reads keeps no other waiting.
  await atOneMoment(db, async (tx) => {
    const before = await nameOf(tx);
    await append('k', other);
    expect(await nameOf(tx)).toBe(before);
  });
  expect(await nameOf(db)).toContain('k');
});

test('rethrows and counts a full disk', async () => {
  const { db } = await sqlite();
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  await sql.raw(`pragma max_page_count = ${rows[0]?.page_count ?? 0}`).execute(db);
  const name = 'x'.repeat(200_000);
  const adding = db.transaction().execute((tx) => addUser(tx, { ...ana, name }, '2026-01-01'));
  await expect(adding).rejects.toThrow('database or disk is full');
  expect(ledgerFailures(db)).toBe(1);
  await sql`pragma max_page_count = 100000`.execute(db);
  expect(await addUser(db, ana, '2026-01-01')).toMatchObject(ana);
});

describe.each(stores())('on $name', ({ name, create }) => {
  test('does not count constraint violations as failures', async () => {
    const db = await (await openStore(create)).open();
    const session = { id_hash: 'x', user_id: 'nobody', created_at: '', seen_at: '', issuer: null };
    await expect(db.insertInto('sessions').values(session).execute()).rejects.toThrow(/foreign/i);
    expect(ledgerFailures(db)).toBe(0);
    await expect(sql`select * from nothing`.execute(db)).rejects.toThrow(/nothing/);
    expect(ledgerFailures(db)).toBe(1);
  });

  test('does not count data as failures that a column can’t hold', async () => {
    const db = await (await openStore(create)).open();
    const refused = {
      SQLite: sql`insert into news (number, kind, subject, created_at)
        values (${'no number'}, 'review', 'x', 'y')`,
      PostgreSQL: sql`update mirror set epoch = ${'\u0000'}`,
    };
    const error = await refused[name].execute(db).catch((thrown: unknown) => thrown);
    expect(isDataError(error), String(error)).toBe(true);
    expect(isLedgerFailure(error)).toBe(false);
    expect(ledgerFailures(db)).toBe(0);
  });

  test.skipIf(name === 'SQLite')('rethrows a lost connection', async () => {
    const store = await openStore(create);
    const [db, other] = [await store.open(), await store.open()];
    const lost = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      const slow = sql`select pg_sleep(10)`.execute(tx);
      slow.catch(() => undefined);
      const sleeping = () =>
        sql`select 1 from pg_stat_activity where pid = ${rows[0]?.pid} and wait_event = 'PgSleep'`;
      await expect.poll(async () => (await sleeping().execute(other)).rows.length).toBe(1);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(other);
      await slow;
    });
    await expect(lost).rejects.toThrow(/administrator command|terminated/);
    expect(await addUser(db, ana, '2026-01-01')).toMatchObject(ana);
  });
});
