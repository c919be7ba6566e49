import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type LedgerDb, openLedger } from '../../../src/bff/ledger/ledger.ts';
import { migrations } from '../../../src/bff/ledger/migrations.ts';
import { postgresDialect } from '../../../src/bff/ledger/postgres.ts';
import { sqliteDialect } from '../../../src/bff/ledger/sqlite.ts';
import { findUserByEmail } from '../../../src/bff/ledger/users.ts';
import { stores } from '../../support/stores.ts';
import { openInProcess } from './open-in-process.ts';

describe.each(stores())('opening a ledger on $name', ({ create }) => {
  let url: string;

  beforeEach(async () => {
    const store = await create();
    url = store.url;
    return store.remove;
  });

  async function open(): Promise<LedgerDb> {
    const db = await openLedger(url);
    onTestFinished(() => db.destroy());
    return db;
  }

  const written = async (db: LedgerDb) => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    return rows.map(({ name }) => name).sort();
  };

  test('by several programs at once makes its tables once', async () => {
    const emails = ['a@giro.example', 'b@giro.example', 'c@giro.example', 'd@giro.example'];
    await Promise.all(emails.map((email) => openInProcess(url, email)));
    const db = await open();
    expect(await written(db)).toEqual(Object.keys(migrations));
    for (const email of emails) expect(await findUserByEmail(db, email)).toBeDefined();
  });

  test('by one program several times at once makes its tables once', async () => {
    const opened = await Promise.all([open(), open(), open(), open()]);
    for (const db of opened) expect(await written(db)).toEqual(Object.keys(migrations));
  });

  test('of an older program takes it to this one', async () => {
    const [first] = Object.entries(migrations);
    if (!first) throw new Error('there is no first version');
    const path = /^sqlite:(.*)$/.exec(url)?.[1];
    const db = new Kysely({ dialect: path ? sqliteDialect(path) : postgresDialect(url) });
    const provider = { getMigrations: async () => Object.fromEntries([first]) };
    await new Migrator({ db, provider }).migrateToLatest();
    await db.destroy();
    expect(await written(await open())).toEqual(Object.keys(migrations));
  });

  test('of a newer program is refused, and leaves it as it is', async () => {
    const db = await open();
    await sql`insert into kysely_migration (name, timestamp) values ('999-future', 'now')`.execute(
      db,
    );
    const before = await written(db);
    await expect(openLedger(url)).rejects.toThrow(/newer than this program/);
    expect(await written(db)).toEqual(before);
  });
});
