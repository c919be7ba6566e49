import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { beforeEach, describe, expect, test } from 'vitest';
import { findUserByEmail } from '../../../../src/bff/ledger/people/users.ts';
import { openLedger } from '../../../../src/bff/ledger/store/ledger.ts';
import { migrate } from '../../../../src/bff/ledger/store/migrate.ts';
import { migrations } from '../../../../src/bff/ledger/store/migrations.ts';
import { createPostgresDialect } from '../../../../src/bff/ledger/store/postgres.ts';
import type { LedgerDb, LedgerSchema } from '../../../../src/bff/ledger/store/schema.ts';
import { createSqliteDialect } from '../../../../src/bff/ledger/store/sqlite.ts';
import { transferCounts } from '../../../../src/bff/ledger/transfers/transfer-counts.ts';
import { transfersTo } from '../../../../src/bff/ledger/transfers/transfer-windows.ts';
import { openStore } from '../../../support/open-store.ts';
import { stores } from '../../../support/stores.ts';
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

  test('sorts and counts existing transfers', async () => {
    const path = /^sqlite:(.*)$/.exec(url)?.[1];
    const old = new Kysely<LedgerSchema>({
      dialect: path ? createSqliteDialect(path) : createPostgresDialect(url),
    });
    const before = Object.entries(migrations).filter(([name]) => name < '023');
    const provider = { getMigrations: async () => Object.fromEntries(before) };
    await new Migrator({ db: old, provider }).migrateToLatest();
    const huge = `${10n ** 30n}`;
    for (const [id, order, cents] of [
      ['9', '019', '7'],
      ['10', '0210', huge],
    ]) {
      await sql`insert into transfers (id, id_order, destination_account_id, source_amount_cents,
        source_amount_currency, destination_amount_cents, destination_amount_currency, state, ended,
        owned, read_at, content_change, change)
        values (${id}, ${order}, '501', ${cents}, 'CLP', '5', 'USD', 'executed', 1, 0, '', 1, 1)`.execute(
        old,
      );
    }
    await old.destroy();
    const db = await open();
    const pair = { source_amount_currency: 'CLP', destination_amount_currency: 'USD' };
    expect(await transferCounts(db)).toEqual([
      {
        ...{ isOwned: false, state: 'executed', ...pair, count: 2 },
        ...{ source_amount_cents: 7n + BigInt(huge), destination_amount_cents: 10n },
      },
    ]);
    expect(await transfersTo(db, ['501'])).toEqual(new Map([['501', 2]]));
  });

  test('runs a migration that an earlier program skipped', async () => {
    const path = /^sqlite:(.*)$/.exec(url)?.[1];
    const old = new Kysely<unknown>({
      dialect: path ? createSqliteDialect(path) : createPostgresDialect(url),
    });
    const names = Object.keys(migrations);
    await migrate(
      old,
      names.filter((name) => !name.startsWith('023')),
    );
    await old.destroy();
    const db = await open();
    expect(await written(db)).toEqual(names);
    expect(await transferCounts(db)).toEqual([]);
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
