import type { Kysely } from 'kysely';

/** By what proof a second factor was added: it decides from when the factor confirms large transfers. */
export async function up(db: Kysely<unknown>) {
  for (const table of ['passkeys', 'passkey_challenges', 'totp_factors']) {
    await db.schema.alterTable(table).addColumn('added_by', 'text').execute();
  }
  await db.schema.alterTable('totp_factors').addColumn('pending_added_by', 'text').execute();
}
