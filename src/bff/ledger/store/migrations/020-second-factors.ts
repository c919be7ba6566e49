import type { Kysely } from 'kysely';

/** Codes of authenticator apps, recovery codes, and sign-ins that wait for one of them. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('totp_factors')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id'))
    .addColumn('sealed', 'text')
    .addColumn('confirmed_at', 'text')
    .addColumn('last_step', 'integer')
    .addColumn('pending_sealed', 'text')
    .addColumn('pending_at', 'text')
    .execute();
  await db.schema
    .createTable('recovery_codes')
    .addColumn('code_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('recovery_codes_user')
    .on('recovery_codes')
    .column('user_id')
    .execute();
  await db.schema
    .createTable('sign_in_challenges')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('password_mark', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('sign_in_challenges_user')
    .on('sign_in_challenges')
    .column('user_id')
    .execute();
  // Null in a row of an older program, which asks for no second factor.
  await db.schema.alterTable('sessions').addColumn('second_factor', 'text').execute();
  await db.schema.alterTable('sessions').addColumn('second_factor_at', 'text').execute();
}
