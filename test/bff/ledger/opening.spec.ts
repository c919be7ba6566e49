import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { beforeEach, describe, expect, test } from 'vitest';
import { type LedgerDb, openLedger } from '../../../src/bff/ledger/ledger.ts';
import { migrations } from '../../../src/bff/ledger/migrations.ts';
import { createPostgresDialect } from '../../../src/bff/ledger/postgres.ts';
import type { LedgerSchema } from '../../../src/bff/ledger/schema.ts';
import { createSqliteDialect } from '../../../src/bff/ledger/sqlite.ts';
import { findUserByEmail } from '../../../src/bff/ledger/users.ts';
import { openStore } from '../../support/open-store.ts';
import { stores } from '../../support/stores.ts';
import { openInProcess } from './open-in-process.ts';

describe.each(stores())('opening a ledger on $name', ({ create }) => {
  let url: string;
  let open: () => Promise<LedgerDb>;

  beforeEach(async () => {
    ({ url, open } = await openStore(create, 'empty'));
  });

  const written = async (db: LedgerDb) => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    return rows.map(({ name }) => name).sort();
  };

  test('by several processes at once migrates once', async () => {
    const emails = ['a@giro.example', 'b@giro.example', 'c@giro.example', 'd@giro.example'];
    await Promise.all(emails.map((email) => openInProcess(url, email)));
    const db = await open();
    expect(await written(db)).toEqual(Object.keys(migrations));
    for (const email of emails) expect(await findUserByEmail(db, email)).toBeDefined();
  });

  test('several times at once in one process migrates once', async () => {
    const opened = await Promise.all([open(), open(), open(), open()]);
    for (const db of opened) expect(await written(db)).toEqual(Object.keys(migrations));
  });

  test('runs the migrations that are missing', async () => {
    const [first] = Object.entries(migrations);
    if (!first) throw new Error('no migrations');
    const path = /^sqlite:(.*)$/.exec(url)?.[1];
    const db = new Kysely({
      dialect: path ? createSqliteDialect(path) : createPostgresDialect(url),
    });
    const provider = { getMigrations: async () => Object.fromEntries([first]) };
    await new Migrator({ db, provider }).migrateToLatest();
    await db.destroy();
    expect(await written(await open())).toEqual(Object.keys(migrations));
  });

  test('fills turn and no_answer of existing sends', async () => {
    const path = /^sqlite:(.*)$/.exec(url)?.[1];
    const old = new Kysely<LedgerSchema>({
      dialect: path ? createSqliteDialect(path) : createPostgresDialect(url),
    });
    const before = Object.entries(migrations).filter(([name]) => name < '008');
    const provider = { getMigrations: async () => Object.fromEntries(before) };
    await new Migrator({ db: old, provider }).migrateToLatest();
    const time = (second: number) => `2026-01-01T12:00:0${second}.000Z`;
    const user = { id: 'ana', email: 'ana@giro.example', name: '', role: 'sender' } as const;
    await old
      .insertInto('users')
      .values({ ...user, created_at: time(0) })
      .execute();
    const rows = [
      ['late', 'same', 2, 'unconfirmed', 'timeout'],
      ['early', 'same', 1, 'sent', null],
      ['alone', 'other', 3, 'unresolved', 'none-found'],
    ] as const;
    for (const [key, body_hash, second, state, reason] of rows) {
      const [created_at, updated_at] = [time(second), time(second)];
      const request = {
        destination_account_id: '1',
        source_amount_cents: '1',
        source_amount_currency: 'USD',
        destination_amount_currency: 'COP',
        known_transfer_ids: '[]',
      };
      const row = { key, user_id: 'ana', body_hash, state, reason, created_at, updated_at };
      const columns = Object.entries({ ...row, ...request });
      await sql`insert into sends (${sql.join(columns.map(([name]) => sql.ref(name)))})
        values (${sql.join(columns.map(([, value]) => value))})`.execute(old);
    }
    await old.destroy();
    const kept = await (await open())
      .selectFrom('sends')
      .select(['key', 'turn', 'no_answer', 'after_sent', 'guard_scope'])
      .orderBy('key')
      .execute();
    expect(kept).toEqual([
      { key: 'alone', turn: 1, no_answer: null, after_sent: null, guard_scope: 'ana' },
      { key: 'early', turn: 1, no_answer: null, after_sent: null, guard_scope: 'ana' },
      { key: 'late', turn: 2, no_answer: 'timeout', after_sent: null, guard_scope: 'ana' },
    ]);
  });

  test('rejects a ledger of a newer program without changing it', async () => {
    const db = await open();
    await sql`insert into kysely_migration (name, timestamp) values ('999-future', 'now')`.execute(
      db,
    );
    const before = await written(db);
    await expect(openLedger(url)).rejects.toThrow(/newer than this program/);
    expect(await written(db)).toEqual(before);
  });
});
