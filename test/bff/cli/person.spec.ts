import { existsSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { runCommand } from '../../../src/bff/cli/cli.ts';
import { erasedTables, keptTables } from '../../../src/bff/ledger/keep/personal-data.ts';
import { tablesAfter } from '../../../src/bff/ledger/keep/tables.ts';
import { readAudit } from '../../../src/bff/ledger/people/audit.ts';
import { addUser, erasedEmail, findUserByEmail } from '../../../src/bff/ledger/people/users.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { silentLog } from '../../../src/bff/service/log.ts';
import { fillLedger } from '../../support/fill-ledger.ts';
import { openStore } from '../../support/open-store.ts';
import { stores } from '../../support/stores.ts';

const personal = [...erasedTables, ...keptTables];
const at = '2026-01-01T12:00:00.000Z';

test('knows every table with a column for a person', async () => {
  const tables = await tablesAfter();
  const named = tables.filter(({ columns }) => columns.includes('user_id')).map(({ name }) => name);
  expect(personal.toSorted()).toEqual(named.toSorted());
});

describe.each(stores())('a person, on $name', ({ name, create }) => {
  let url: string;
  let db: LedgerDb;
  let said: string[];
  /** Of the person with rows in every table. */
  let id: string;

  beforeEach(async () => {
    const store = await openStore(create);
    url = store.url;
    db = await store.open();
    await fillLedger(db);
    const people = await db.selectFrom('users').selectAll().orderBy('id').execute();
    id = people[1]?.id ?? '';
    const ana = { email: 'ana@example.com', name: 'Ana Díaz', disabled_at: null } as const;
    await db.updateTable('users').set(ana).where('id', '=', id).execute();
    const ben = {
      email: 'ben@example.com',
      name: 'Ben',
      role: 'admin',
      password_hash: 'x',
    } as const;
    await addUser(db, ben, at);
    await db
      .updateTable('owners')
      .set({ kind: 'account', id: '501' })
      .where('user_id', '=', id)
      .execute();
  });

  async function run(...args: string[]): Promise<number> {
    said = [];
    return runCommand(args, {
      env: { DATABASE_URL: url },
      say: (line) => said.push(line),
      readStdin: async () => 'a long password',
      now: () => Date.parse(at),
      log: silentLog,
    });
  }

  async function countOf(table: string, user_id: string): Promise<number> {
    const { rows } =
      await sql`select 1 from ${sql.table(table)} where user_id = ${user_id}`.execute(db);
    return rows.length;
  }

  test('is exported with a row of every table, and without a secret', async () => {
    expect(await run('person', 'export', 'ANA@example.com')).toBe(0);
    const held: Record<string, unknown> = JSON.parse(said.join('\n'));
    expect(Object.keys(held).toSorted()).toEqual(
      ['made_at', 'database', 'person', ...personal].toSorted(),
    );
    expect(held.person).toMatchObject({ id, email: 'ana@example.com', name: 'Ana Díaz' });
    const printed = said.join('\n');
    for (const secret of ['hash', 'sealed', 'token', 'endpoint', 'p256dh', '"auth"', '_words']) {
      expect(printed).not.toContain(secret);
    }
    expect(await readAudit(db, { action: 'person-export', limit: 9 })).toMatchObject([
      { subject: `user ${id}`, user_id: null },
    ]);
  });

  test('is not erased without --yes, but told what would be', async () => {
    const before = await Promise.all(personal.map((table) => countOf(table, id)));
    expect(await run('person', 'erase', 'ana@example.com')).toBe(1);
    expect(said[0]).toBe('ana@example.com is not erased yet. Write --yes at the end to do it');
    expect(said.join('\n')).toMatch(
      /\nTo be deleted: .*1 in sessions, .*\nKept [\s\S]* 1 in sends, 1 in send_snapshots, 1 in owners, 1 in statement_transfers, 1 in audit\n/,
    );
    expect(await Promise.all(personal.map((table) => countOf(table, id)))).toEqual(before);
    expect(await readAudit(db, { action: 'person-erase', limit: 9 })).toEqual([]);
  });

  test('is erased, but for the record of money, and nobody else', async () => {
    const others = await db.selectFrom('users').select('id').where('id', '!=', id).execute();
    const countsOfOthers = () =>
      Promise.all(others.flatMap((other) => personal.map((table) => countOf(table, other.id))));
    const before = await countsOfOthers();
    const deliveries = async () =>
      (await db.selectFrom('deliveries').select('sink').execute()).length;
    const allDeliveries = await deliveries();
    const limit = (key: string) => ({ key, tries: 1, blocked_until: '', forgotten_at: '' });
    await db
      .insertInto('rate_limits')
      .values([`code ${id}`, `code ${id} x`, `code ${id}0`, `code ${id}0 x`].map(limit))
      .execute();

    expect(await run('person', 'erase', 'ana@example.com', '--yes')).toBe(0);
    expect(said[0]).toBe('ana@example.com is erased');
    expect(said.join('\n')).toContain('ask its operator to delete 501');
    for (const table of erasedTables) expect([table, await countOf(table, id)]).toEqual([table, 0]);
    for (const table of keptTables) expect([table, await countOf(table, id)]).toEqual([table, 1]);
    expect(await countsOfOthers()).toEqual(before);
    expect(await deliveries()).toBe(allDeliveries - 1);
    const left = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
    expect(left).toMatchObject({ name: 'Erased person', password_hash: null, disabled_at: at });
    expect(left?.email).toMatch(/^erased-[\s\S]*@erased\.invalid$/);
    const limits = db.selectFrom('rate_limits').select('key').where('key', 'like', 'code %');
    expect(await limits.orderBy('key').execute()).toEqual([
      { key: `code ${id}0` },
      { key: `code ${id}0 x` },
    ]);
    expect(await run('person', 'erase', 'ana@example.com', '--yes')).toBe(1);
  });

  test('is changed by no command once erased', async () => {
    const eva = { email: 'eva@example.com', name: 'Eva', role: 'sender' } as const;
    const user = await addUser(db, { ...eva, password_hash: 'x' }, at);
    expect(await run('person', 'erase', eva.email, '--yes')).toBe(0);
    const email = erasedEmail(user?.id ?? '');
    const erased = await findUserByEmail(db, email);
    expect(erased).toMatchObject({ password_hash: null, disabled_at: at });
    for (const args of [
      ['password', email, '--password-stdin'],
      ['role', email, 'support'],
      ['disable', email],
      ['reset-second-factor', email],
    ]) {
      expect(await run('user', ...args)).toBe(1);
      expect(said[0]).toBe(`${email} is erased`);
    }
    expect(await findUserByEmail(db, email)).toEqual(erased);
  });

  test.runIf(name === 'SQLite')('leaves no email and no name in its files’ bytes', async () => {
    const file = url.replace(/^sqlite:/, '');
    const bytes = () =>
      [file, `${file}-wal`]
        .filter((path) => existsSync(path))
        .map((path) => readFileSync(path).toString('utf8'))
        .join('');
    expect(bytes()).toContain('ana@example.com');
    expect(await run('person', 'erase', 'ana@example.com', '--yes')).toBe(0);
    expect(bytes()).not.toContain('ana@example.com');
    expect(bytes()).not.toContain('Ana Díaz');
    expect(bytes()).toContain('ben@example.com');
  });

  test.each(['intended', 'unconfirmed', 'unresolved'] as const)(
    'is not erased while a send of theirs is %s',
    async (state) => {
      await db.updateTable('sends').set({ state }).where('user_id', '=', id).execute();
      expect(await run('person', 'erase', 'ana@example.com', '--yes')).toBe(1);
      expect(said[0]).toContain('1 transfer whose outcome is not known yet');
      expect(await countOf('sessions', id)).toBe(1);
    },
  );

  test('is neither exported nor erased without an email', async () => {
    for (const args of [['export'], ['erase', '--yes'], ['erase', 'ana', '--yes']]) {
      expect(await run('person', ...args)).toBe(2);
      expect(said[0]).toContain('write an email address');
    }
  });

  test('is not erased as the last admin', async () => {
    expect(await run('person', 'erase', 'ben@example.com', '--yes')).toBe(1);
    expect(said[0]).toContain('last admin');
  });
});
