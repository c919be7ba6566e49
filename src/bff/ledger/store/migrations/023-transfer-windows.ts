import { type Kysely, PostgresAdapter, sql } from 'kysely';

type Row = {
  id_order: string;
  owned: number | string;
  state: string;
  source_amount_cents: string;
  source_amount_currency: string;
  destination_amount_cents: string;
  destination_amount_currency: string;
};

const readAtOnce = 5_000;
const kind = ['owned', 'state', 'source_amount_currency', 'destination_amount_currency'] as const;
const columns = sql.join(kind.map((name) => sql.ref(name)));

/**
 * Indexes for each sort and filter of the transfers, and their counts. Changes no row of theirs: an earlier
 * program goes on writing them.
 */
export async function up(db: Kysely<unknown>) {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    // An index of a million rows may take longer than other statements are given.
    await sql`select set_config('statement_timeout', '0', true)`.execute(db);
  }
  for (const side of ['source', 'destination']) {
    const cents = sql.ref(`${side}_amount_cents`);
    // The amount with its length before it sorts as text like the number.
    await sql`create index ${sql.ref(`transfers_${side}`)} on transfers
      (${sql.ref(`${side}_amount_currency`)}, (case when length(${cents}) < 10 then '0' else '' end
        || cast(length(${cents}) as text) || ${cents}), id_order)`.execute(db);
  }
  await sql`create index transfers_pair on transfers
    (source_amount_currency, destination_amount_currency, id_order)`.execute(db);
  await sql`alter table mirror add column counted bigint not null default 0`.execute(db);
  await sql`update mirror set counted = change`.execute(db);
  await sql`drop index transfers_account`.execute(db);
  await sql`create index transfers_account on transfers (destination_account_id, id_order)`.execute(
    db,
  );
  await sql`create index transfers_state on transfers (state, id_order)`.execute(db);
  await sql`drop index transfers_going_on`.execute(db);
  await sql`create index transfers_going_on on transfers (id_order) where ended = 0`.execute(db);
  await sql`create index transfers_owned on transfers (id_order) where owned = 1`.execute(db);
  await sql`create index sightings_seen on sightings (seen_at)`.execute(db);
  await db.schema
    .createTable('transfer_counts')
    .addColumn('owned', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('source_amount_currency', 'text', (c) => c.notNull())
    .addColumn('destination_amount_currency', 'text', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('source_amount_cents', 'text', (c) => c.notNull())
    .addColumn('destination_amount_cents', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('transfer_counts_once', [...kind])
    .execute();
  await db.schema
    .createTable('account_counts')
    .addColumn('destination_account_id', 'text', (c) => c.notNull())
    .addColumn('owned', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('source_amount_currency', 'text', (c) => c.notNull())
    .addColumn('destination_amount_currency', 'text', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('account_counts_once', ['destination_account_id', ...kind])
    .execute();
  await sql`create index account_counts_none on account_counts (count) where count = 0`.execute(db);
  await sql`insert into account_counts select destination_account_id, ${columns}, count(*)
    from transfers group by destination_account_id, ${columns}`.execute(db);
  for (const { row, count, source, destination } of (await sumsOf(db)).values()) {
    await sql`insert into transfer_counts values (${Number(row.owned)}, ${row.state},
      ${row.source_amount_currency}, ${row.destination_amount_currency}, ${count}, ${`${source}`},
      ${`${destination}`})`.execute(db);
  }
}

/** Added up here, because SQLite has no exact sum of large numbers. */
async function sumsOf(db: Kysely<unknown>) {
  const sums = new Map<string, { row: Row; count: number; source: bigint; destination: bigint }>();
  let last = '';
  for (let more = true; more; ) {
    const { rows } = await sql<Row>`select id_order, owned, state, source_amount_cents,
      source_amount_currency, destination_amount_cents, destination_amount_currency
      from transfers where id_order > ${last} order by id_order limit ${readAtOnce}`.execute(db);
    for (const row of rows) {
      const { owned, state, source_amount_currency, destination_amount_currency } = row;
      const key = JSON.stringify([
        owned,
        state,
        source_amount_currency,
        destination_amount_currency,
      ]);
      const sum = sums.get(key) ?? { row, count: 0, source: 0n, destination: 0n };
      sums.set(key, sum);
      sum.count += 1;
      sum.source += centsOf(row.source_amount_cents);
      sum.destination += centsOf(row.destination_amount_cents);
    }
    last = rows.at(-1)?.id_order ?? last;
    more = rows.length === readAtOnce;
  }
  return sums;
}

/** Amounts are digits; whatever else one is must not keep a ledger from opening. */
const centsOf = (text: string) => (/^\d+$/.test(text) ? BigInt(text) : 0n);
