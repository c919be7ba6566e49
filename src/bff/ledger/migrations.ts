import type { Kysely } from 'kysely';
import { PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migrationsSinceServices } from './migrations-since-services.ts';

/** Forward only. A migration that has run anywhere is never changed: add another. */
export const migrations: Record<string, Migration> = {
  '001-people-and-sends': {
    async up(db: Kysely<unknown>) {
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
      await db.schema
        .createIndex('owners_user')
        .on('owners')
        .columns(['user_id', 'kind'])
        .execute();
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
        // One transfer is the outcome of at most one sending: the store says so, not an if.
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
      // While one has no known outcome, the same person can't begin an identical one.
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
    },
  },
  '002-instances-and-settling': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('leases')
        .addColumn('name', 'text', (c) => c.primaryKey())
        .addColumn('holder', 'text', (c) => c.notNull())
        .addColumn('until', 'text', (c) => c.notNull())
        .execute();
      await db.schema
        .createTable('service_tokens')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('sealed', 'text', (c) => c.notNull())
        .addColumn('updated_at', 'text', (c) => c.notNull())
        .execute();
      for (const column of ['after_unresolved', 'settled_by', 'settled_reason']) {
        await db.schema.alterTable('sends').addColumn(column, 'text').execute();
      }
    },
  },
  '003-oidc': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('oidc_subjects')
        .addColumn('issuer', 'text', (c) => c.notNull())
        .addColumn('subject', 'text', (c) => c.notNull())
        .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
        .addPrimaryKeyConstraint('oidc_subjects_once', ['issuer', 'subject'])
        .execute();
      await db.schema
        .createTable('oidc_attempts')
        .addColumn('id_hash', 'text', (c) => c.primaryKey())
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('nonce', 'text', (c) => c.notNull())
        .addColumn('code_verifier', 'text', (c) => c.notNull())
        .addColumn('next', 'text')
        .addColumn('created_at', 'text', (c) => c.notNull())
        .execute();
      await db.schema.alterTable('sessions').addColumn('issuer', 'text').execute();
    },
  },
  '004-audit-and-limits': {
    async up(db: Kysely<unknown>) {
      const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
      await db.schema
        .createTable('audit')
        // Counts up, so that what was written later reads later.
        .addColumn('number', isPostgres ? 'bigint' : 'integer', (c) =>
          isPostgres ? c.primaryKey().generatedAlwaysAsIdentity() : c.primaryKey().autoIncrement(),
        )
        .addColumn('at', 'text', (c) => c.notNull())
        .addColumn('user_id', 'text', (c) => c.references('users.id'))
        .addColumn('action', 'text', (c) => c.notNull())
        .addColumn('subject', 'text')
        .addColumn('outcome', 'text', (c) => c.notNull())
        .addColumn('request_id', 'text', (c) => c.notNull())
        .execute();
      await db.schema.createIndex('audit_at').on('audit').column('at').execute();
      await db.schema
        .createIndex('audit_user')
        .on('audit')
        .columns(['user_id', 'number'])
        .execute();
      for (const statement of isPostgres ? appendOnlyPostgres : appendOnlySqlite) {
        await sql.raw(statement).execute(db);
      }
      await db.schema
        .createTable('rate_limits')
        .addColumn('key', 'text', (c) => c.primaryKey())
        .addColumn('tries', 'integer', (c) => c.notNull())
        .addColumn('blocked_until', 'text', (c) => c.notNull())
        .addColumn('forgotten_at', 'text', (c) => c.notNull())
        .execute();
    },
  },
  '005-rates': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('rates')
        .addColumn('source_currency', 'text', (c) => c.notNull())
        .addColumn('destination_currency', 'text', (c) => c.notNull())
        .addColumn('country_id', 'text', (c) => c.notNull())
        .addColumn('slot', 'text', (c) => c.notNull())
        .addColumn('rate', 'text', (c) => c.notNull())
        .addColumn('seen_at', 'text', (c) => c.notNull())
        .addColumn('estimates', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('rates_once', [
          'source_currency',
          'destination_currency',
          'country_id',
          'slot',
        ])
        .execute();
      await db.schema.createIndex('rates_slot').on('rates').column('slot').execute();
      // Sendings are counted by state for whoever watches over the server.
      await db.schema.createIndex('sends_state').on('sends').column('state').execute();
    },
  },
  '006-sends-like': {
    async up(db: Kysely<unknown>) {
      // Before each sending it is looked whether the person sent the same a short while ago.
      await db.schema
        .createIndex('sends_like')
        .on('sends')
        .columns(['user_id', 'body_hash'])
        .execute();
    },
  },
  ...migrationsSinceServices,
};

// The store itself refuses to change or remove what the audit says: no slip of the program can.
const appendOnlySqlite = [
  ['update', 'true'],
  ['delete', 'true'],
  // `insert or replace` removes a row without a word to the trigger above.
  ['insert', 'exists (select 1 from audit where number = new.number)'],
].map(
  ([change, when]) => `create trigger audit_no_${change} before ${change} on audit when ${when}
    begin select raise(abort, 'the audit is append-only'); end`,
);
const appendOnlyPostgres = [
  `create function audit_is_append_only() returns trigger language plpgsql as
    $$ begin raise exception 'the audit is append-only'; end $$`,
  `create trigger audit_append_only before update or delete or truncate on audit
    for each statement execute function audit_is_append_only()`,
];
