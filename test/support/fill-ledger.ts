import { Kysely, sql } from 'kysely';
import { tablesAfter, writeRows } from '../../src/bff/ledger/keep/tables.ts';
import { migrate } from '../../src/bff/ledger/store/migrate.ts';
import type { LedgerDb } from '../../src/bff/ledger/store/schema.ts';
import { createSqliteDialect } from '../../src/bff/ledger/store/sqlite.ts';

const odd = 'ñ “,\n\\ \u2028 👩‍👧 null';

/** Writes rows into every table that the migrations make, whatever its columns; returns the tables' names. */
export async function fillLedger(db: LedgerDb, rowsPerTable = 3): Promise<string[]> {
  const tables = await tablesAfter();
  const shapes = await shapesOf();
  const held = ['holds', 'known_before_restore'];
  for (const table of tables) {
    if (held.includes(table.name)) continue;
    const shape = shapes.get(table.name);
    const rows = Array.from({ length: rowsPerTable }, (_, place) =>
      table.columns.map((column) => {
        const refersTo = shape?.refersTo.get(column);
        if (refersTo) return `${refersTo} ${place} ${odd}`;
        if (shape?.integers.has(column)) return `${place + 7}`;
        if (shape?.nullable.has(column) && place === 0) return null;
        return `${table.name}.${column} ${place} ${odd}`;
      }),
    );
    await writeRows(db, table, rows);
  }
  return tables.map(({ name }) => name).filter((name) => !held.includes(name));
}

async function shapesOf() {
  const db = new Kysely<unknown>({ dialect: createSqliteDialect(':memory:') });
  await migrate(db);
  const shapes = new Map<
    string,
    { refersTo: Map<string, string>; integers: Set<string>; nullable: Set<string> }
  >();
  for (const { name, columns } of await db.introspection.getTables()) {
    const { rows } = await sql<{ from: string; table: string; to: string }>`
      select "from", "table", "to" from pragma_foreign_key_list(${name})`.execute(db);
    // SQLite says that a text key may be null.
    const { rows: nullable } = await sql<{ name: string }>`
      select name from pragma_table_info(${name}) where "notnull" = 0 and pk = 0`.execute(db);
    const isInteger = ({ dataType }: { dataType: string }) => /int/i.test(dataType);
    const numbered = new Set(
      (await db.introspection.getTables()).flatMap((table) =>
        table.columns.filter(isInteger).map((column) => `${table.name}.${column.name}`),
      ),
    );
    shapes.set(name, {
      refersTo: new Map(
        rows.flatMap(({ from, table, to }) => {
          const target = `${table}.${to}`;
          return numbered.has(target) ? [] : [[from, target] as const];
        }),
      ),
      integers: new Set(columns.filter(isInteger).map((column) => column.name)),
      nullable: new Set(nullable.map(({ name }) => name)),
    });
  }
  await db.destroy();
  return shapes;
}
