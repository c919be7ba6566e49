import { createHash } from 'node:crypto';
import { Kysely, sql } from 'kysely';
import { isPostgres } from '../store/is-postgres.ts';
import { migrate } from '../store/migrate.ts';
import { migrations } from '../store/migrations.ts';
import type { LedgerDb } from '../store/schema.ts';
import { createSqliteDialect } from '../store/sqlite.ts';

// Whole tables, as texts: the same in both stores, because a number is written with its digits.

export type Table = { name: string; columns: string[] };
export type Row = readonly (string | null)[];
/** How many rows a table has, and a hash of them in whatever order. */
export type Tally = { rows: number; hash: string };

const batchSize = 1_000;
/** SQLite takes at most 32,766 values in a statement, PostgreSQL 65,535. */
const maxValues = 5_000;

/** What a store writes itself, in a copy too. */
const isDerived = (table: string, column: string) =>
  table === 'transfers' && ['owner_id', 'by_giro'].includes(column);

/** Runs work that reads all tables as they are at one moment. */
export function atOneMoment<T>(db: LedgerDb, work: (tx: LedgerDb) => Promise<T>): Promise<T> {
  // One that only reads holds up no writer, on SQLite neither.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(work);
}

/**
 * The tables that migrations make, each after those that it refers to, with their columns.
 * @param wanted by default all that this program knows
 */
export async function tablesAfter(wanted = migrations): Promise<Table[]> {
  const db = new Kysely<unknown>({ dialect: createSqliteDialect(':memory:') });
  try {
    await migrate(db, wanted);
    const found = await db.introspection.getTables();
    const tables = await Promise.all(
      found.map(async ({ name, columns }) => {
        const { rows } = await sql<{ table: string }>`
          select "table" from pragma_foreign_key_list(${name})`.execute(db);
        const refersTo = rows.map(({ table }) => table).filter((other) => other !== name);
        const names = columns.map((column) => column.name);
        return { name, columns: names.filter((one) => !isDerived(name, one)), refersTo };
      }),
    );
    return inOrder(tables.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
  } finally {
    await db.destroy();
  }
}

function inOrder(tables: (Table & { refersTo: string[] })[]): Table[] {
  const ordered: Table[] = [];
  let rest = tables;
  while (rest.length > 0) {
    const later = new Set(rest.map(({ name }) => name));
    const next = rest.filter(({ refersTo }) => !refersTo.some((name) => later.has(name)));
    if (next.length === 0) throw new Error('tables refer to each other in a circle');
    for (const { name, columns } of next) ordered.push({ name, columns });
    rest = rest.filter((table) => !next.includes(table));
  }
  return ordered;
}

/**
 * Reads a whole table in batches.
 * @param tx a transaction, so that all tables are read as they were at one moment
 * @throws Error for a value that is neither text nor a whole number
 */
export async function* readTable(tx: LedgerDb, { name, columns }: Table): AsyncGenerator<Row[]> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  const textsOf = (row: Record<string, unknown>) => columns.map((column) => textOf(row[column]));
  if (isPostgres(tx)) {
    await sql`declare whole_table no scroll cursor for select ${list} from ${sql.table(name)}`.execute(
      tx,
    );
    for (;;) {
      const { rows } = await sql<
        Record<string, unknown>
      >`fetch ${sql.lit(batchSize)} from whole_table`.execute(tx);
      if (rows.length === 0) break;
      yield rows.map(textsOf);
    }
    await sql`close whole_table`.execute(tx);
    return;
  }
  for (let after: unknown = -1; ; ) {
    const { rows } = await sql<Record<string, unknown>>`
      select rowid as giro_row, ${list} from ${sql.table(name)}
      where rowid > ${after} order by rowid limit ${batchSize}`.execute(tx);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(textsOf);
    after = last.giro_row;
  }
}

function textOf(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return String(value);
  throw new Error(`a value of type ${typeof value} can't be copied`);
}

/** Adds rows to a table, with the numbers that they had. */
export async function writeRows(tx: LedgerDb, { name, columns }: Table, rows: readonly Row[]) {
  const atOnce = Math.max(1, Math.floor(maxValues / columns.length));
  const list = sql.join(columns.map((column) => sql.ref(column)));
  const given = isPostgres(tx) ? sql`overriding system value ` : sql``;
  for (let start = 0; start < rows.length; start += atOnce) {
    const values = rows.slice(start, start + atOnce).map((row) => sql`(${sql.join(row)})`);
    await sql`insert into ${sql.table(name)} (${list}) ${given}values ${sql.join(values)}`.execute(
      tx,
    );
  }
}

/** Empties a table that has rows; not one that has none, because the audit refuses even that. */
export async function emptyTable(tx: LedgerDb, name: string) {
  const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(tx);
  if (rows.length > 0) await sql`delete from ${sql.table(name)}`.execute(tx);
}

/** Sets what PostgreSQL numbers rows by past the highest number that is there. SQLite does so itself. */
export async function passIdentities(tx: LedgerDb) {
  if (!isPostgres(tx)) return;
  const { rows } = await sql<{ name: string; column: string }>`
    select table_name as name, column_name as "column" from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES'`.execute(tx);
  for (const { name, column } of rows) {
    await sql`select setval(pg_get_serial_sequence(${name}, ${column}), coalesce(max(${sql.ref(column)}), 0) + 1, false)
      from ${sql.table(name)}`.execute(tx);
  }
}

/** Counts rows and adds up their hashes, so that their order makes no difference. */
export function createTally(): { add(rows: readonly Row[]): void; result(): Tally } {
  let count = 0;
  let sum = 0n;
  return {
    add(rows) {
      count += rows.length;
      for (const row of rows) {
        const hash = createHash('sha256').update(JSON.stringify(row)).digest('hex');
        sum = BigInt.asUintN(256, sum + BigInt(`0x${hash}`));
      }
    },
    result: () => ({ rows: count, hash: sum.toString(16).padStart(64, '0') }),
  };
}

/** Counts and hashes each of these tables. */
export async function tallyTables(tx: LedgerDb, tables: readonly Table[]) {
  const tallies = new Map<string, Tally>();
  for (const table of tables) {
    const tally = createTally();
    for await (const rows of readTable(tx, table)) tally.add(rows);
    tallies.set(table.name, tally.result());
  }
  return tallies;
}
