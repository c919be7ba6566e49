import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createSqliteDialect, markServed } from '../../../../src/bff/ledger/store/sqlite.ts';

type Schema = { things: { id: number; name: string } };

test('a file is marked as served by one process at a time', () => {
  const folder = mkdtempSync(join(tmpdir(), 'giro-sqlite-'));
  const file = join(folder, 'giro.db');
  const end = markServed(file);
  expect(markServed(file)).toBeNull();
  end?.();
  const again = markServed(file);
  expect(again).not.toBeNull();
  again?.();
  rmSync(folder, { recursive: true });
});

describe('statements, prepared once,', () => {
  let file: string;
  let db: Kysely<Schema>;

  beforeEach(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'giro-sqlite-'));
    file = join(folder, 'giro.db');
    db = new Kysely({ dialect: createSqliteDialect(file) });
    await sql`create table things (id integer primary key, name text not null)`.execute(db);
    return async () => {
      await db.destroy();
      rmSync(folder, { recursive: true });
    };
  });

  const add = (id: number) =>
    db
      .insertInto('things')
      .values({ id, name: `${id}` })
      .execute();
  const all = () => db.selectFrom('things').selectAll().execute();

  test('run again with other values, also after a failure', async () => {
    await add(1);
    await expect(add(1)).rejects.toThrow(/UNIQUE/);
    await add(2);
    const named = (name: string) =>
      db.selectFrom('things').select('id').where('name', '=', name).execute();
    expect([await named('2'), await named('3')]).toEqual([[{ id: 2 }], []]);
  });

  test('are prepared once, however they begin', async () => {
    const named = () =>
      db
        .with('named', (cte) => cte.selectFrom('things').select('name'))
        .selectFrom('named')
        .selectAll()
        .execute();
    await all();
    await named();
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
    onTestFinished(() => prepare.mockRestore());
    await all();
    await named();
    expect(prepare).not.toHaveBeenCalled();
  });

  test('leave the event loop its turns, however many commits are queued', async () => {
    const ids = Array.from({ length: 500 }, (_, id) => id);
    let left = ids.length;
    const added = ids.map((id) => add(id).then(() => (left -= 1)));
    let turns = 0;
    while (left > 0) {
      turns += 1;
      await new Promise((turn) => setImmediate(turn));
    }
    await Promise.all(added);
    // In one turn they would all have been committed before the second.
    expect(turns).toBeGreaterThan(3);
    expect((await all()).map(({ id }) => id)).toEqual(ids);
  });

  test('return columns that another process has added', async () => {
    await add(1);
    expect(await all()).toEqual([{ id: 1, name: '1' }]);
    const other = new DatabaseSync(file);
    other.exec(`alter table things add column colour text not null default 'red'`);
    other.close();
    expect(await all()).toEqual([{ id: 1, name: '1', colour: 'red' }]);
    await sql`alter table things drop column colour`.execute(db);
    expect(await all()).toEqual([{ id: 1, name: '1' }]);
  });

  test('hold no lock after they have answered', async () => {
    await add(1);
    await all();
    const other = new DatabaseSync(file, { timeout: 0 });
    other.exec(`begin exclusive; insert into things values (2, 'two'); commit`);
    other.close();
    expect(await all()).toHaveLength(2);
  });

  test('are evicted beyond the maximum without failing', async () => {
    await add(1);
    for (let number = 0; number < 500; number += 1) {
      const { rows } = await sql<{ given: number }>`select ${sql.lit(number)} as given`.execute(db);
      expect(rows).toEqual([{ given: number }]);
    }
    expect(await all()).toEqual([{ id: 1, name: '1' }]);
  });
});
