import { type Kysely, PostgresAdapter, sql } from 'kysely';

export async function up(db: Kysely<unknown>) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const integer = isPostgres ? 'bigint' : 'integer';
  await db.schema
    .createTable('news')
    .addColumn('number', integer, (c) =>
      isPostgres ? c.primaryKey().generatedAlwaysAsIdentity() : c.primaryKey().autoIncrement(),
    )
    // Null: for everybody of support.
    .addColumn('user_id', 'text', (c) => c.references('users.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('planned_at', 'text')
    .addColumn('seen_at', 'text')
    .execute();
  // Each person is told each fact once, also when two instances write it.
  await sql`create unique index news_once on news (coalesce(user_id, ''), kind, subject)`.execute(
    db,
  );
  await sql`create index news_unplanned on news (number) where planned_at is null`.execute(db);
  await db.schema.createIndex('news_subject').on('news').columns(['user_id', 'subject']).execute();
  await db.schema
    .createTable('deliveries')
    .addColumn('news_number', integer, (c) => c.notNull().references('news.number'))
    .addColumn('sink', 'text', (c) => c.notNull())
    .addColumn('target', 'text', (c) => c.notNull())
    .addColumn('due_at', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('holder', 'text')
    .addColumn('leased_until', 'text')
    .addColumn('done_at', 'text')
    .addColumn('outcome', 'text')
    .addColumn('error', 'text')
    .addPrimaryKeyConstraint('deliveries_once', ['news_number', 'sink', 'target'])
    .execute();
  await sql`create index deliveries_open on deliveries (sink, due_at) where done_at is null`.execute(
    db,
  );
  await db.schema
    .createTable('news_settings')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id'))
    .addColumn('language', 'text')
    .addColumn('time_zone', 'text')
    .addColumn('choices', 'text')
    .addColumn('quiet_from', 'text')
    .addColumn('quiet_to', 'text')
    .addColumn('unsubscribe_token', 'text', (c) => c.notNull().unique())
    .addColumn('mail_stopped_at', 'text')
    .execute();
  await db.schema
    .createTable('push_devices')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('session_hash', 'text', (c) => c.notNull())
    .addColumn('endpoint', 'text', (c) => c.notNull().unique())
    .addColumn('p256dh', 'text', (c) => c.notNull())
    .addColumn('auth', 'text', (c) => c.notNull())
    .addColumn('renewed_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('push_devices_user').on('push_devices').column('user_id').execute();
  await db.schema
    .createTable('sealed_keys')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
}
