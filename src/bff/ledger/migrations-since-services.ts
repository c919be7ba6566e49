import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Those since the ledger is held to one service. */
export const migrationsSinceServices: Record<string, Migration> = {
  '007-services': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('services')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('fingerprint', 'text', (c) => c.notNull())
        .addColumn('kept_at', 'text', (c) => c.notNull())
        .execute();
    },
  },
  '008-sends-in-turn': {
    async up(db: Kysely<unknown>) {
      for (const column of ['no_answer', 'after_sent']) {
        await db.schema.alterTable('sends').addColumn(column, 'text').execute();
      }
      await sql`update sends set no_answer = reason where state in ('unconfirmed', 'sent')`.execute(
        db,
      );
      await db.schema
        .alterTable('sends')
        .addColumn('turn', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
      // The clocks of the instances were the only order there was until here.
      await sql`update sends set turn = (
        select count(*) from sends as other
        where other.user_id = sends.user_id and other.body_hash = sends.body_hash
          and (other.created_at, other.key) <= (sends.created_at, sends.key))`.execute(db);
    },
  },
  '009-each-claim': {
    async up(db: Kysely<unknown>) {
      // One alias may be tried with one thing and then another, and each answer be lost.
      await db.schema
        .createTable('claims')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
        .addColumn('alias', 'text', (c) => c.notNull())
        .addColumn('body', 'text', (c) => c.notNull())
        .addColumn('created_at', 'text', (c) => c.notNull())
        .execute();
      await sql`insert into claims (id, user_id, alias, body, created_at)
        select user_id || ' ' || alias, user_id, alias, body, created_at from account_claims`.execute(
        db,
      );
      await db.schema.dropTable('account_claims').execute();
      await db.schema.alterTable('claims').renameTo('account_claims').execute();
      for (const column of ['user_id', 'alias']) {
        await db.schema
          .createIndex(`account_claims_${column}`)
          .on('account_claims')
          .column(column)
          .execute();
      }
    },
  },
  '010-sends-in-doubt': {
    async up(db: Kysely<unknown>) {
      // How long one transfer alone could be the sending is counted by all instances together.
      for (const column of ['candidate_id', 'candidate_since']) {
        await db.schema.alterTable('sends').addColumn(column, 'text').execute();
      }
      await db.schema
        .createIndex('sends_account')
        .on('sends')
        .column('destination_account_id')
        .execute();
      await db.schema
        .createTable('look_alikes')
        .addColumn('send_key', 'text', (c) => c.notNull().references('sends.key'))
        .addColumn('transfer_id', 'text', (c) => c.notNull())
        .addColumn('seen_at', 'text', (c) => c.notNull())
        .addColumn('resolved_at', 'text')
        .addColumn('resolved_by', 'text', (c) => c.references('users.id'))
        .addColumn('resolved_reason', 'text')
        .addPrimaryKeyConstraint('look_alikes_once', ['send_key', 'transfer_id'])
        .execute();
    },
  },
  '011-sends-of-a-team': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('sends')
        .addColumn('guard_scope', 'text', (c) => c.notNull().defaultTo(''))
        .execute();
      await sql`update sends set guard_scope = user_id`.execute(db);
      await db.schema.dropIndex('sends_one_open').execute();
      // While one has no known outcome, the same person, or their team, can't begin an identical one.
      await sql`create unique index sends_one_open on sends (guard_scope, body_hash)
        where state in ('intended', 'unconfirmed')`.execute(db);
      await db.schema.createIndex('sends_body').on('sends').column('body_hash').execute();
    },
  },
};
