import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type Migrations, migrations } from '../../src/bff/ledger/store/migrations.ts';

/** Everything that a migration may do; test/bff/ledger/store/one-version-back.spec.ts holds each to it. */
const next: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['sends', 'sessions', 'sightings', 'transfers', 'leases', 'owners']) {
      await db.schema.alterTable(table).addColumn('later', 'text').execute();
      await db.schema
        .alterTable(table)
        .addColumn('later_still', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
      await db.schema.createIndex(`${table}_later`).on(table).column('later').execute();
    }
    await db.schema
      .createTable('later')
      .addColumn('key', 'text', (c) => c.primaryKey().references('sends.key'))
      .execute();
  },
};

/** What the program after this one knows. */
export const migrationsWithNext: Migrations = { ...migrations, '999-next': next };
