import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>) {
  // Each send first checks whether the person sent the same recently.
  await db.schema.createIndex('sends_like').on('sends').columns(['user_id', 'body_hash']).execute();
}
