import type { Kysely } from 'kysely';

/** What a session's browser and system are called, for the person's list of their sessions. */
export async function up(db: Kysely<unknown>) {
  for (const column of ['browser', 'system']) {
    await db.schema.alterTable('sessions').addColumn(column, 'text').execute();
  }
}
