import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>) {
  // Before each sending it is looked whether the person sent the same a short while ago.
  await db.schema.createIndex('sends_like').on('sends').columns(['user_id', 'body_hash']).execute();
}
