import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../../src/bff/cli/cli.ts';
import { tablesAfter, tallyTables } from '../../../src/bff/ledger/keep/tables.ts';
import { addAudit } from '../../../src/bff/ledger/people/audit.ts';
import { isHeld, removeHold, writeHold } from '../../../src/bff/ledger/store/holds.ts';
import { openToInspect, pathOf } from '../../../src/bff/ledger/store/ledger.ts';
import { listenPostgres } from '../../../src/bff/ledger/store/postgres.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { markServed } from '../../../src/bff/ledger/store/sqlite.ts';
import { fillLedger } from '../../support/fill-ledger.ts';
import { openStore } from '../../support/open-store.ts';
import { stores } from '../../support/stores.ts';

const time = Date.parse('2026-01-01T12:00:00Z');

async function giro(url: string, ...args: string[]) {
  const said: string[] = [];
  const code = await runCommand(args, {
    env: { DATABASE_URL: url },
    say: (line) => said.push(line),
    readStdin: async () => '',
    now: () => time,
    log: { info() {}, warn() {}, error() {} },
  });
  return { code, said: said.join('\n') };
}

async function talliesOf(db: LedgerDb) {
  const tables = await tablesAfter();
  const tallies = await db.transaction().execute((tx) => tallyTables(tx, tables));
  return Object.fromEntries(tallies);
}

/** Of the audit, a move writes an entry; of the holds, its mark. The copy is on a timeline of its own. */
const copied = ({
  audit: _audit,
  holds: _holds,
  store_timeline: _timeline,
  ...rest
}: Awaited<ReturnType<typeof talliesOf>>) => rest;

const entry = { user_id: null, action: 'a', subject: null, outcome: 'o', request_id: 'r' };

/** As an instance does. @returns a function that ends it */
async function listening(url: string) {
  const connected = Promise.withResolvers<void>();
  const { close } = listenPostgres(url, 'giro_test', connected.resolve);
  await connected.promise;
  return close;
}

describe.each(stores())('a move from $name', ({ create }) => {
  test.each(stores())('to $name keeps every row and marks the old one', async (target) => {
    const from = await openStore(create);
    const to = await openStore(target.create, 'empty');
    // A Giro that still runs.
    const running = await from.open();
    await fillLedger(running);
    const before = await talliesOf(running);
    await sql`delete from leases`.execute(running);
    const held = await talliesOf(running);

    const dry = await giro(from.url, 'move', '--to', to.url, '--dry-run');
    expect(dry.code, dry.said).toBe(0);
    expect(dry.said).toContain(`users: 3 rows, ${before.users?.hash.slice(0, 16)}`);
    expect(await talliesOf(running)).toEqual(held);
    expect(await isHeld(running)).toBe(false);
    const path = /^sqlite:(.*)$/.exec(to.url)?.[1];
    if (path) expect(existsSync(path)).toBe(false);

    const moved = await giro(from.url, 'move', '--to', to.url);
    expect(moved.code, moved.said).toBe(0);
    expect(await isHeld(running)).toBe(true);
    await expect(from.open()).rejects.toThrow(/was moved to .* Set DATABASE_URL to that one/);

    const copy = await to.open();
    expect(copied(await talliesOf(copy))).toEqual(copied(held));
    expect(await isHeld(copy)).toBe(false);
    expect(await copy.selectFrom('store_timeline').selectAll().execute()).toEqual([]);
    const { rows } = await sql<{ last: number }>`select max(number) as last from news`.execute(
      copy,
    );
    const news = { user_id: null, kind: 'review', subject: 'new', created_at: 'now' } as const;
    const next = await copy.insertInto('news').values(news).returning('number').execute();
    expect(Number(next[0]?.number)).toBe(Number(rows[0]?.last) + 1);
    await addAudit(copy, { at: 'now', ...entry });
    await expect(sql`update audit set at = 'x'`.execute(copy)).rejects.toThrow(/append-only/);
    const said = await copy
      .selectFrom('audit')
      .select('outcome')
      .where('action', '=', 'move')
      .execute();
    expect(said).toHaveLength(1);
  });

  test('that was cut off is completed by the next, and refused until then', async () => {
    const from = await openStore(create);
    const to = await openStore(create, 'empty');
    await fillLedger(await from.open());
    expect((await giro(from.url, 'move', '--to', to.url)).code).toBe(0);
    const db = await openToInspect(to.url);
    const mark = { kind: 'moving', since: 'now', detail: 'here', list_at: null } as const;
    await writeHold(db, 'move', mark);
    await db.destroy();
    await expect(to.open()).rejects.toThrow(/not completed/);
    const again = await giro(from.url, 'move', '--to', to.url);
    expect(again.code, again.said).toBe(0);
    expect(await isHeld(await to.open())).toBe(false);
    // Once it is complete, there is nothing left to move.
    expect((await giro(from.url, 'move', '--to', to.url)).code).toBe(1);
  });

  test('is one of several at once to different databases, and none of the others copies anything', async () => {
    const from = await openStore(create);
    await fillLedger(await from.open());
    const targets = [await openStore(create, 'empty'), await openStore(create, 'empty')];
    const ends = await Promise.all(
      targets.map(async (to) => ({ to, ...(await giro(from.url, 'move', '--to', to.url)) })),
    );
    const refused = ends.filter(({ code }) => code !== 0);
    expect(refused.map(({ code }) => code)).toEqual([1]);
    expect(refused[0]?.said).toMatch(/was moved to .* Set DATABASE_URL to that one/);
    for (const { to } of ends.filter((one) => one.code === 0)) {
      expect(await isHeld(await to.open())).toBe(false);
    }
  });

  test('is refused while a Giro serves it, but for a dry run', async () => {
    const from = await openStore(create);
    const to = await openStore(create, 'empty');
    await from.open();
    const path = pathOf(from.url);
    const serving = path === null ? await listening(from.url) : markServed(path);
    onTestFinished(async () => serving?.());
    const refused = await giro(from.url, 'move', '--to', to.url);
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('Giro still runs on') });
    expect(await giro(from.url, 'move', '--to', to.url, '--dry-run')).toMatchObject({ code: 0 });
  });

  test('is refused into a database that holds anything, and while the old one is on hold', async () => {
    const from = await openStore(create);
    const to = await openStore(create, 'empty');
    const db = await from.open();
    const restored = { kind: 'restored', since: 'now', detail: 'now', list_at: null } as const;
    await writeHold(db, 'restore', restored);
    expect(await giro(from.url, 'move', '--to', to.url)).toMatchObject({
      code: 1,
      said: expect.stringContaining('release'),
    });
    await removeHold(db, 'restore');
    await to.open();
    const { code, said } = await giro(from.url, 'move', '--to', to.url);
    expect(code).toBe(1);
    expect(said).toMatch(/in use|holds tables/);
    expect(await isHeld(db)).toBe(false);
    expect((await giro(from.url, 'move')).code).toBe(2);
    expect((await giro(from.url, 'move', '--to', 'mysql://x')).code).toBe(2);
  });
});
