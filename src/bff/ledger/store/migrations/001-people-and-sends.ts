import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('disabled_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('sessions')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('seen_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute();
  await db.schema
    .createTable('owners')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('owners_once', ['kind', 'id'])
    .execute();
  await db.schema.createIndex('owners_user').on('owners').columns(['user_id', 'kind']).execute();
  await db.schema
    .createTable('sends')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('body_hash', 'text', (c) => c.notNull())
    .addColumn('destination_account_id', 'text', (c) => c.notNull())
    .addColumn('source_amount_cents', 'text', (c) => c.notNull())
    .addColumn('source_amount_currency', 'text', (c) => c.notNull())
    .addColumn('destination_amount_currency', 'text', (c) => c.notNull())
    .addColumn('quote', 'text')
    .addColumn('known_transfer_ids', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    // A transfer is the outcome of at most one send: a constraint also holds in a race.
    .addColumn('transfer_id', 'text', (c) => c.unique())
    .addColumn('answer', 'text')
    .addColumn('reason', 'text')
    .addColumn('reason_detail', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('sends_user')
    .on('sends')
    .columns(['user_id', 'created_at'])
    .execute();
  // While a send is open, the same person can't begin an identical one.
  await sql`create unique index sends_one_open on sends (user_id, body_hash)
    where state in ('intended', 'unconfirmed')`.execute(db);
  await sql`create index sends_open on sends (state)
    where state in ('intended', 'unconfirmed', 'unresolved')`.execute(db);
  await db.schema
    .createTable('account_claims')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('alias', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('account_claims_once', ['user_id', 'alias'])
    .execute();
  await db.schema
    .createTable('sightings')
    .addColumn('transfer_id', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('seen_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('sightings_once', ['transfer_id', 'state'])
    .execute();
}
