import { Kysely, sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { tablesAfter } from '../../../../src/bff/ledger/keep/tables.ts';
import { migrate } from '../../../../src/bff/ledger/store/migrate.ts';
import {
  type Migrations,
  migrations,
  migrationsNamed,
} from '../../../../src/bff/ledger/store/migrations.ts';
import { createPostgresDialect } from '../../../../src/bff/ledger/store/postgres.ts';
import { createSqliteDialect } from '../../../../src/bff/ledger/store/sqlite.ts';
import { migrationsWithNext } from '../../../support/next-migration.ts';
import { stores } from '../../../support/stores.ts';

// During an upgrade, instances of the version before go on while the newer one has migrated the ledger. So what a
// program could insert, change, read and delete before a migration, it must be able to after it.

type Db = Kysely<unknown>;
type Value = string | number;
type Row = Record<string, Value>;
type Column = { name: string; isNumber: boolean; isAutomatic: boolean; refersTo: string | null };
type OldTable = { name: string; columns: Column[] };

const names = Object.keys(migrationsWithNext);

/** The tables of a schema, each after those that it refers to. */
async function tablesOf(db: Db, known: Migrations): Promise<OldTable[]> {
  const model = new Kysely<unknown>({ dialect: createSqliteDialect(':memory:') });
  await migrate(model, known);
  const found = await db.introspection.getTables();
  const tables = await Promise.all(
    (await tablesAfter(known)).map(async ({ name, columns }) => {
      const { rows } = await sql<{ from: string; table: string }>`
        select "from", "table" from pragma_foreign_key_list(${name})`.execute(model);
      const types = found.find((one) => one.name === name)?.columns ?? [];
      return {
        name,
        columns: columns.map((column) => {
          const type = types.find((one) => one.name === column);
          return {
            name: column,
            isNumber: /int|real|num/i.test(type?.dataType ?? ''),
            isAutomatic: type?.isAutoIncrementing ?? false,
            refersTo: rows.find(({ from }) => from === column)?.table ?? null,
          };
        }),
      };
    }),
  );
  await model.destroy();
  return tables;
}

/** A row whose values are its number; where it refers to another row, that one's. */
const rowOf = ({ columns }: OldTable, number: number, referred = number): Row =>
  Object.fromEntries(
    columns
      .filter(({ isAutomatic }) => !isAutomatic)
      .map(({ name, isNumber, refersTo }) => {
        const value = refersTo === null ? number : referred;
        return [name, isNumber ? value : `value ${value}`];
      }),
  );

const insert = (db: Db, table: OldTable, row: Row) =>
  sql`insert into ${sql.table(table.name)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))})`.execute(db);

/** Runs work and takes it back. @returns whether it worked */
async function works(db: Db, work: (tx: Db) => Promise<unknown>): Promise<boolean> {
  const tx = await db.startTransaction().execute();
  try {
    await work(tx);
    return true;
  } catch {
    return false;
  } finally {
    await tx.rollback().execute();
  }
}

/** A row that is as much like the first as the schema allows, so that a new unique index is seen. */
async function twinOf(db: Db, table: OldTable): Promise<Row> {
  const first = rowOf(table, 1);
  let twin = rowOf(table, 3, 2);
  for (const name of Object.keys(first)) {
    const nearer = { ...twin, [name]: first[name] ?? '' };
    if (await works(db, (tx) => insert(tx, table, nearer))) twin = nearer;
  }
  return twin;
}

/** The statements of a program that knows only these tables, by name. */
function statementsOf(table: OldTable, twin: Row): Record<string, (db: Db) => Promise<unknown>> {
  const { name, columns } = table;
  const each = columns.map((column) => sql.ref(column.name));
  return {
    [`${name}: insert`]: (db) => insert(db, table, twin),
    [`${name}: select`]: (db) => sql`select ${sql.join(each)} from ${sql.table(name)}`.execute(db),
    [`${name}: delete`]: (db) => sql`delete from ${sql.table(name)}`.execute(db),
    ...Object.fromEntries(
      columns.map((column) => [
        `${name}: update ${column.name}`,
        (db: Db) => {
          const changed = column.isNumber ? 3 : column.refersTo ? 'value 2' : 'changed';
          return sql`update ${sql.table(name)} set ${sql.ref(column.name)} = ${changed}`.execute(
            db,
          );
        },
      ]),
    ),
  };
}

async function valuesIn(db: Db, tables: OldTable[]) {
  const found: Record<string, unknown> = {};
  for (const { name, columns } of tables) {
    const each = columns.map((column) => sql.ref(column.name));
    found[name] = (
      await sql`select ${sql.join(each)} from ${sql.table(name)} order by ${sql.join(each)}`.execute(
        db,
      )
    ).rows;
  }
  return found;
}

describe.each(stores())('the version before goes on, on $name', ({ create }) => {
  const opened: { db: Db; remove(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const { db, remove } of opened.splice(0)) {
      await db.destroy();
      await remove();
    }
  });

  async function open(): Promise<Db> {
    const { url, remove } = await create('empty');
    const path = /^sqlite:(.*)$/.exec(url)?.[1];
    const dialect = path ? createSqliteDialect(path) : createPostgresDialect(url);
    const db = new Kysely<unknown>({ dialect });
    opened.push({ db, remove });
    return db;
  }

  /** What works over a ledger of `before`, and what of it no more once `after` has run. */
  async function compare(before: Migrations, after: Migrations) {
    const db = await open();
    await migrate(db, before);
    const tables = await tablesOf(db, before);
    const referred = tables.flatMap(({ columns }) => columns.map(({ refersTo }) => refersTo));
    for (const table of tables) {
      await insert(db, table, rowOf(table, 1));
      if (referred.includes(table.name)) await insert(db, table, rowOf(table, 2));
    }
    const statements: Record<string, (db: Db) => Promise<unknown>> = {};
    for (const table of tables)
      Object.assign(statements, statementsOf(table, await twinOf(db, table)));
    const worked: string[] = [];
    for (const [statement, run] of Object.entries(statements)) {
      if (await works(db, run)) worked.push(statement);
    }
    const kept = await valuesIn(db, tables);

    await migrate(db, after);

    expect(await valuesIn(db, tables)).toEqual(kept);
    const broken: string[] = [];
    for (const statement of worked) {
      const run = statements[statement];
      if (run && !(await works(db, run))) broken.push(statement);
    }
    expect(worked).toEqual(expect.arrayContaining(tables.map((table) => `${table.name}: insert`)));
    return broken;
  }

  test.each(names.slice(1).map((name, at) => ({ name, before: names.slice(0, at + 1) })))(
    'after $name',
    async ({ name, before }) => {
      const [old, next] = [before, [...before, name]].map((some) =>
        migrationsNamed(some, migrationsWithNext),
      );
      expect(await compare(old ?? {}, next ?? {})).toEqual([]);
    },
  );

  test('but not after a migration that asks for more', async () => {
    const strict = (db: Db) =>
      db.schema.createIndex('strict').on('rates').column('rate').unique().execute();
    expect(await compare(migrations, { ...migrations, '999-strict': { up: strict } })).toEqual([
      'rates: insert',
    ]);
  });
});
