import type { Kysely } from 'kysely';

/** The id token of a session, which the provider asks for at the sign-out; and sign-outs on their way there. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('sessions').addColumn('id_token_sealed', 'text').execute();
  await db.schema
    .createTable('oidc_sign_outs')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('id_token_sealed', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
}
