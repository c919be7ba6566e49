import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isBackupToOutput } from '../../../src/bff/cli/backup.ts';
import { runCommand } from '../../../src/bff/cli/cli.ts';
import { checkBackup, contentOf } from '../../../src/bff/ledger/keep/backup-file.ts';
import { doneMigrations } from '../../../src/bff/ledger/keep/inspect.ts';
import { createLedgerFrom } from '../../../src/bff/ledger/keep/new-ledger.ts';
import { tablesAfter, tallyTables } from '../../../src/bff/ledger/keep/tables.ts';
import { addAudit } from '../../../src/bff/ledger/people/audit.ts';
import { isHeld, readHold } from '../../../src/bff/ledger/store/holds.ts';
import { unreleased } from '../../../src/bff/ledger/store/migrations.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { mirrorState } from '../../../src/bff/ledger/transfers/mirror.ts';
import { fillLedger } from '../../support/fill-ledger.ts';
import { migrationsWithNext } from '../../support/next-migration.ts';
import { openStore } from '../../support/open-store.ts';
import { stores, strictestStore } from '../../support/stores.ts';

const time = Date.parse('2026-01-01T12:00:00Z');
/** A restore signs everybody out, ends leases and drops the service's token. */
const forgotten = [
  ...['sessions', 'oidc_attempts', 'password_links', 'invitations', 'passkey_challenges'],
  ...['sign_in_challenges', 'step_up_challenges', 'leases', 'service_tokens'],
  'oidc_sign_outs',
  'store_timeline',
];
/** The restore writes here itself. */
const written = ['audit', 'holds', 'known_before_restore', 'mirror'];

function newFile() {
  const folder = mkdtempSync(join(tmpdir(), 'giro-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'giro.backup');
}

const giro = (url: string, ...args: string[]) => giroWith({ DATABASE_URL: url }, ...args);

async function giroWith(env: Record<string, string>, ...args: string[]) {
  const said: string[] = [];
  const code = await runCommand(args, {
    env,
    say: (line) => said.push(line),
    readStdin: async () => '',
    now: () => time,
    log: { info() {}, warn() {}, error() {} },
  });
  return { code, said: said.join('\n') };
}

/** Runs the command in a process of its own. `isRead: false` closes its output at once. */
async function inProcess(url: string, ...given: ({ isRead: false } | string)[]) {
  const args = given.filter((one) => typeof one === 'string');
  const child = spawn(process.execPath, ['src/bff/cli/cli.ts', ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const isRead = args.length === given.length;
  if (!isRead) child.stdout.destroy();
  const [bytes, error] = await Promise.all([
    isRead ? buffer(child.stdout) : Buffer.alloc(0),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { bytes, error, code: child.exitCode };
}

async function talliesOf(db: LedgerDb) {
  const tables = await tablesAfter();
  return db.transaction().execute((tx) => tallyTables(tx, tables));
}

describe.each(stores())('a backup on $name', ({ create }) => {
  test.each(stores())(
    'of every table is restored to $name, on hold',
    async ({ create: createTarget }) => {
      const source = await openStore(create);
      const target = await openStore(createTarget, 'empty');
      const file = newFile();
      const db = await source.open();
      const names = await fillLedger(db);
      const before = await talliesOf(db);
      for (const name of names) expect(before.get(name)?.rows, name).toBeGreaterThan(0);

      expect(await giro(source.url, 'backup', file)).toMatchObject({ code: 0 });
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(await talliesOf(db)).toEqual(before);
      const restored = await giro(target.url, 'restore', file);
      expect(restored.code, restored.said).toBe(0);
      expect(restored.said).toContain('on hold');
      // Who was disabled since the backup is among them.
      expect(restored.said).toContain('As of the backup these can sign in: ');
      expect(restored.said).toContain('npm run giro -- user disable EMAIL');

      const copy = await target.open();
      const after = await talliesOf(copy);
      for (const name of names) {
        if (written.includes(name)) continue;
        const wanted = forgotten.includes(name) ? 0 : before.get(name)?.rows;
        expect(after.get(name)?.rows, name).toBe(wanted);
        if (wanted) expect(after.get(name)?.hash, name).toBe(before.get(name)?.hash);
      }
      // A browser that was ahead of the backup must not take its old position for one of this ledger.
      const { epoch } = await mirrorState(copy);
      expect(epoch).not.toBe((await mirrorState(db)).epoch);
      expect(await isHeld(copy)).toBe(true);
      expect(await readHold(copy, 'restore')).toMatchObject({
        kind: 'restored',
        released_at: null,
      });
      // The numbers go on after those of the backup, and the triggers are there.
      const { rows } = await sql<{ last: number }>`select max(number) as last from audit`.execute(
        db,
      );
      const entry = { user_id: null, action: 'a', subject: null, outcome: 'o', request_id: 'r' };
      await addAudit(copy, { at: 'now', ...entry });
      const last = Number(rows[0]?.last);
      const { rows: now } = await sql<{
        number: number;
      }>`select number from audit where number > ${last} order by number`.execute(copy);
      expect(now.map(({ number }) => Number(number))).toEqual([last + 1, last + 2]);
      await expect(sql`delete from audit`.execute(copy)).rejects.toThrow(/append-only/);
    },
  );

  test('a release says in one line that the service does not answer, and holds on', async () => {
    const [source, target] = [await openStore(create), await openStore(create, 'empty')];
    await source.open();
    const file = newFile();
    await giro(source.url, 'backup', file);
    await giro(target.url, 'restore', file);
    const service = {
      REMITTANCE_BASE_URL: 'http://127.0.0.1:9',
      REMITTANCE_CLIENT_ID: 'id',
      REMITTANCE_CLIENT_SECRET: 'secret',
      GIRO_SECRET: 'a secret of the tests, thirty-two or more',
    };
    const { code, said } = await giroWith(
      { DATABASE_URL: target.url, ...service },
      ...['release', '--dry-run'],
    );
    expect(code).toBe(1);
    expect(said).toMatch(/^[^\n]*REMITTANCE_BASE_URL[^\n]*$/);
    expect(await isHeld(await target.open())).toBe(true);
  });

  test('is consistent while others write', async () => {
    const source = await openStore(create);
    const db = await source.open();
    const pair = (number: number) =>
      db.transaction().execute(async (tx) => {
        const row = { source_currency: 'A', destination_currency: 'B', country_id: `${number}` };
        const fields = { ...row, slot: 's', rate: '1', seen_at: 'now', estimates: 1 };
        await tx.insertInto('rates').values(fields).execute();
        const limit = { key: `${number}`, tries: 1, blocked_until: '', forgotten_at: '' };
        await tx.insertInto('rate_limits').values(limit).execute();
      });
    for (let number = 0; number < 50; number += 1) await pair(number);
    let number = 50;
    const file = newFile();
    let isDone = false;
    const done = giro(source.url, 'backup', file).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await pair(number);
      number += 1;
      // SQLite answers at once: without this nobody else has a turn.
      await new Promise((turn) => setImmediate(turn));
    }
    expect((await done).code).toBe(0);
    const { tallies } = JSON.parse(linesOf(file).at(-2) ?? '');
    expect(tallies.rates.rows).toBe(tallies.rate_limits.rows);
    expect(tallies.rates.rows).toBeGreaterThanOrEqual(50);
  });

  test('to standard output is that backup and nothing else, and can be restored', async () => {
    const source = await openStore(create);
    const target = await openStore(create, 'empty');
    const file = newFile();
    const db = await source.open();
    await fillLedger(db);
    const { bytes, error, code } = await inProcess(source.url, 'backup', '--to', '-');
    expect({ code, error }).toEqual({
      code: 0,
      error: expect.stringMatching(/^\d+ rows of .* are in standard output, as of /),
    });
    writeFileSync(file, bytes);
    expect(await giro(target.url, 'restore', file)).toMatchObject({ code: 0 });
    const restored = (await talliesOf(await target.open())).get('sends');
    expect(restored).toEqual((await talliesOf(db)).get('sends'));
    expect(restored?.rows).toBeGreaterThan(0);
  });

  test('in a folder is named by the time, and only the newest stay', async () => {
    const source = await openStore(create);
    const target = await openStore(create, 'empty');
    await source.open();
    const folder = join(newFile(), '..');
    const name = (day: string) => `giro-${day}T023000.000Z.backup`;
    // A clock that was wrong gave one a name of the future.
    const older = ['2025-01-01', '2025-01-02', '2025-01-03', '2099-01-01'].map(name);
    const others = ['notes.txt', 'giro-2025-01-01.backup', `${name('2099-01-02')}.part`];
    const killed = `${name('2025-01-02')}.part`;
    for (const one of [...older, ...others, killed]) writeFileSync(join(folder, one), 'x');
    const all = await giro(source.url, 'backup', '--in', folder);
    expect(all).toMatchObject({ code: 0, said: expect.not.stringContaining('Deleted') });
    const first = readdirSync(folder).filter((one) => ![...older, ...others, killed].includes(one));
    expect(first).toEqual([expect.stringMatching(/^giro-2\d{3}-\d\d-\d\dT\d{6}\.\d{3}Z\.backup$/)]);
    for (const one of first) rmSync(join(folder, one));

    const { code, said } = await giro(source.url, 'backup', '--in', folder, '--keep', '3');
    expect(code, said).toBe(0);
    const deleted = [...older.slice(0, 2), killed];
    expect(said).toContain(`Deleted, because they are older: ${deleted.join(', ')}`);
    const kept = [...older.slice(2), ...others];
    const made = readdirSync(folder).filter((one) => !kept.includes(one));
    expect(made).toHaveLength(1);
    expect(readdirSync(folder)).toHaveLength(kept.length + 1);
    const file = join(folder, made.join());
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await giro(target.url, 'restore', file)).toMatchObject({ code: 0 });
  });

  test('of an older schema gets the migrations since, with its rows', async () => {
    const source = await openStore(create);
    const target = await openStore(create, 'empty');
    const file = newFile();
    const db = await source.open();
    await fillLedger(db);
    const before = await talliesOf(db);
    expect(await giro(source.url, 'backup', file)).toMatchObject({ code: 0 });
    const content = contentOf(file, await checkBackup(file));
    let later: unknown;
    await createLedgerFrom(target.url, content, {
      migrations: migrationsWithNext,
      async finish(tx) {
        expect(await doneMigrations(tx)).toEqual(Object.keys(migrationsWithNext));
        expect(await tallyTables(tx, await tablesAfter())).toEqual(before);
        later = (await sql`select distinct later_still from sends`.execute(tx)).rows;
      },
    });
    expect(later).toEqual([{ later_still: 0 }]);
  });

  test('is refused by a database that holds anything', async () => {
    const source = await openStore(create);
    const file = newFile();
    await source.open();
    expect(await giro(source.url, 'backup', file)).toMatchObject({ code: 0 });
    const { code, said } = await giro(source.url, 'restore', file);
    expect(code).toBe(1);
    expect(said).toMatch(/may be in use|is in use/);
    expect(await isHeld(await source.open())).toBe(false);
  });

  test('that is damaged, cut off, of a newer program or unreleased changes nothing', async () => {
    const source = await openStore(create);
    const target = await openStore(create, 'empty');
    const file = newFile();
    await fillLedger(await source.open());
    expect(await giro(source.url, 'backup', file)).toMatchObject({ code: 0 });
    const whole = readFileSync(file);
    const lines = linesOf(file);
    const zip = (changed: string[]) => gzipSync(`${changed.join('\n')}\n`);
    const head = JSON.parse(lines[0] ?? '');
    const swapped = lines.map((line) => line.replace('users.name 1', 'users.name 2'));
    const withSchema = (schema: string[]) => {
      const all = [JSON.stringify({ ...head, schema }), ...lines.slice(1, -1)];
      const sha256 = createHash('sha256')
        .update(`${all.join('\n')}\n`)
        .digest('hex');
      return zip([...all, JSON.stringify({ sha256 })]);
    };
    const byte = (place: number) => {
      const changed = Buffer.from(whole);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      return changed;
    };
    const broken = {
      empty: Buffer.alloc(0),
      'cut off': whole.subarray(0, whole.length - 1),
      'half of it': whole.subarray(0, whole.length / 2),
      'a changed byte': byte(200),
      'another one': byte(Math.floor(whole.length / 2)),
      'a changed row': zip(swapped),
      'a lost row': zip(lines.filter((line) => !line.includes('users.name 1'))),
      'no checksum': zip(lines.slice(0, -1)),
      'another line': zip([...lines, '{}']),
      'no backup': Buffer.from('hello'),
      'a newer program': withSchema([...head.schema, '999-future']),
      unreleased: withSchema([unreleased, '002-instances-and-settling']),
    };
    const words = new Map([
      ['a newer program', /is newer than this program \(999-future\)/],
      ['unreleased', /of Giro \S+, is of a Giro from before its first release, and can’t be read/],
    ]);
    for (const [name, bytes] of Object.entries(broken)) {
      writeFileSync(file, bytes);
      const { code, said } = await giro(target.url, 'restore', file);
      expect(code, name).toBe(1);
      expect(said, name).toMatch(words.get(name) ?? /damaged/);
      expect(said.split('\n'), name).toHaveLength(1);
    }
    const path = /^sqlite:(.*)$/.exec(target.url)?.[1];
    if (path) expect(existsSync(path)).toBe(false);
    writeFileSync(file, whole);
    expect(await giro(target.url, 'restore', file)).toMatchObject({ code: 0 });
    if (path)
      expect(readdirSync(join(path, '..')).filter((one) => one.includes('.new'))).toEqual([]);
  });
});

test('a backup to standard output that is closed early fails, and says so', async () => {
  const source = await openStore(strictestStore().create);
  await fillLedger(await source.open());
  const { error, code } = await inProcess(source.url, { isRead: false }, 'backup', '--to', '-');
  expect(code).toBe(1);
  expect(error).toMatch(/^standard output did not take the whole backup\. .* \(EPIPE\)\n$/);
});

test.each([
  [['--in', '.', '--keep', '0'], /how many backups stay/],
  [['--in', '.', '--keep', 'all'], /how many backups stay/],
  [['--keep', '3', 'giro.backup'], /--keep needs --in/],
  [['giro.backup', '--to', '-'], /name one file/],
  [['--to', '-', '--in', '.'], /name one file/],
  [[], /name one file/],
])('backup %j is not understood', async (args, words) => {
  const { code, said } = await giro('sqlite:none.db', 'backup', ...args);
  expect(code).toBe(2);
  expect(said).toMatch(words);
});

test('standard output is for the backup alone, however it is written', () => {
  expect(isBackupToOutput(['backup', '--to', '-'])).toBe(true);
  expect(isBackupToOutput(['backup', '--to=-'])).toBe(true);
  expect(isBackupToOutput(['backup', '-'])).toBe(false);
  expect(isBackupToOutput(['move', '--to', '-'])).toBe(false);
});

test('deletes nothing when the backup fails', async () => {
  const [store] = stores();
  if (!store) throw new Error('no store');
  const { url } = await openStore(store.create, 'empty');
  const folder = join(newFile(), '..');
  const older = ['2025-01-01', '2025-01-02'].map((day) => `giro-${day}T023000.000Z.backup`);
  for (const one of older) writeFileSync(join(folder, one), 'x');
  expect((await giro(url, 'backup', '--in', folder, '--keep', '1')).code).toBe(1);
  expect(readdirSync(folder)).toEqual(older);
  const failed = await inProcess(url, 'backup', '--to', '-');
  expect({ ...failed, bytes: failed.bytes.length }).toEqual({
    ...{ code: 1, bytes: 0 },
    error: expect.stringContaining('there is no database'),
  });
});

test('never writes over a file, and says what is wrong in one line', async () => {
  const [store] = stores();
  if (!store) throw new Error('no store');
  const { url, open } = await openStore(store.create, 'empty');
  const file = newFile();
  const missing = await giro(url, 'backup', file);
  expect(missing).toMatchObject({ code: 1, said: expect.stringContaining('there is no database') });
  expect(existsSync(file)).toBe(false);
  await open();
  writeFileSync(file, 'mine');
  expect(await giro(url, 'backup', file)).toEqual({
    code: 1,
    said: expect.stringMatching(/^the file .* exists\. .* \(EEXIST\)$/),
  });
  expect(readFileSync(file, 'utf8')).toBe('mine');
  const other = `${url}.other`;
  expect(await giro(other, 'restore', `${file}.none`)).toEqual({
    code: 1,
    said: expect.stringMatching(/^the file .* is not there\. .* \(ENOENT\)$/),
  });
  expect((await giro(url, 'backup')).code).toBe(2);
});

const linesOf = (file: string) =>
  gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
