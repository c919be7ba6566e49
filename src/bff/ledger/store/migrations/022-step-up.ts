import type { Kysely } from 'kysely';

/** Challenges by which people prove again that it is them, each for exactly one transfer. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('step_up_challenges')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('session_hash', 'text', (c) => c.notNull())
    .addColumn('send_key', 'text', (c) => c.notNull())
    .addColumn('body_hash', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('oidc_attempt', 'text', (c) => c.unique())
    .addColumn('method', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('proven_at', 'text')
    .addColumn('used_at', 'text')
    .execute();
  await db.schema
    .createIndex('step_up_challenges_created')
    .on('step_up_challenges')
    .column('created_at')
    .execute();
}
