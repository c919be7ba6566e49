import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { beforeEach, describe, expect, test } from 'vitest';
import { findUserByEmail } from '../../../../src/bff/ledger/people/users.ts';
import { openLedger } from '../../../../src/bff/ledger/store/ledger.ts';
import { migrate } from '../../../../src/bff/ledger/store/migrate.ts';
import { migrations, unreleased } from '../../../../src/bff/ledger/store/migrations.ts';
import type { LedgerDb } from '../../../../src/bff/ledger/store/schema.ts';
import { migrationsWithNext } from '../../../support/next-migration.ts';
import { openStore } from '../../../support/open-store.ts';
import { stores } from '../../../support/stores.ts';
import { openInProcess } from './open-in-process.ts';

describe.each(stores())('opening a ledger on $name', ({ name, create }) => {
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
    const db = await open();
    await migrate(db, migrationsWithNext);
    expect(await written(db)).toEqual(Object.keys(migrationsWithNext));
  });

  test('runs a migration that an earlier program skipped', async () => {
    const db = await open();
    const skipped: Migration = {
      up: (tx) => tx.schema.createTable('skipped').addColumn('id', 'text').execute(),
    };
    await migrate(db, migrationsWithNext);
    await migrate(db, { ...migrationsWithNext, '998-skipped': skipped });
    expect(await written(db)).toEqual([...Object.keys(migrations), '998-skipped', '999-next']);
  });

  test.skipIf(name === 'SQLite')('gives way to a transaction that waits for it', async () => {
    const db = await open();
    const waiting = async () =>
      (await sql`select 1 from pg_locks where not granted and locktype = 'relation'`.execute(db))
        .rows.length;
    const seen = { migrationBegan: false, otherEnded: false };
    const rival: Migration = {
      async up(tx) {
        await tx.schema.alterTable('sends').addColumn('later', 'text').execute();
        seen.migrationBegan = true;
        // Whoever waits for longer is ended by PostgreSQL: that would be the other transaction.
        await expect.poll(async () => seen.otherEnded || (await waiting()) > 0).toBe(true);
        await tx.schema.alterTable('sessions').addColumn('later', 'text').execute();
      },
    };
    let migrating = Promise.resolve();
    await db.transaction().execute(async (tx) => {
      await sql`lock table sessions in row exclusive mode`.execute(tx);
      migrating = migrate(db, { ...migrations, '999-rival': rival });
      await expect.poll(async () => seen.migrationBegan || (await waiting()) > 0).toBe(true);
      await sql`lock table sends in row exclusive mode`.execute(tx);
    });
    seen.otherEnded = true;
    await migrating;
    expect(await written(db)).toContain('999-rival');
  });

  test('rejects a ledger from before the first release without changing it', async () => {
    const db = await open();
    await sql`update kysely_migration set name = ${unreleased} where name = '001-start'`.execute(
      db,
    );
    const before = await written(db);
    await expect(openLedger(url)).rejects.toThrow(
      /^the database .* is of a Giro from before its first release, and can’t be read\. Set DATABASE_URL/,
    );
    expect(await written(db)).toEqual(before);
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
