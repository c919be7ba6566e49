import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { checkPassword } from '../../../src/bff/auth/passwords.ts';
import { createSessions } from '../../../src/bff/auth/sessions.ts';
import { runCommand } from '../../../src/bff/cli/cli.ts';
import { readConfig } from '../../../src/bff/config/config.ts';
import { requireNoLedger } from '../../../src/bff/ledger/keep/new-ledger.ts';
import { addAudit, readAudit } from '../../../src/bff/ledger/people/audit.ts';
import { own, ownerOf } from '../../../src/bff/ledger/people/owners.ts';
import { addUser, findUserByEmail, sendersByIds } from '../../../src/bff/ledger/people/users.ts';
import { intend } from '../../../src/bff/ledger/sends/sends.ts';
import { openLedger } from '../../../src/bff/ledger/store/ledger.ts';
import { shownUrl } from '../../../src/bff/ledger/store/ledger-error.ts';
import { bindToService } from '../../../src/bff/ledger/store/service.ts';
import type { Oddity } from '../../../src/sandbox/oddities.ts';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';
import { fastFolder } from '../../support/fast-folder.ts';
import { refusal, startMailServer } from '../../support/mail-server.ts';
import { startProvider } from '../../support/oidc-provider.ts';
import { stores } from '../../support/stores.ts';
import { serviceAt } from '../service/service-that.ts';

let folder: string;
let env: Record<string, string>;
let said: string[];
/** What a command says of the database that it changed. */
let changed: string[];

beforeEach(() => {
  folder = fastFolder('giro-cli-');
  const file = join(folder, 'giro.db');
  copyFileSync(inject('migratedFile'), file);
  env = { DATABASE_URL: `sqlite:${file}` };
});
afterEach(() => rmSync(folder, { recursive: true }));

async function giro(
  line: string,
  password = 'correct horse battery',
  now = () => Date.parse('2026-01-01T12:00:00Z'),
) {
  said = [];
  changed = [];
  return runCommand(line.split(' '), {
    env,
    say: (text) => (text.startsWith('Database: ') ? changed : said).push(text),
    readStdin: async () => password,
    now,
    log: { info() {}, warn() {}, error() {} },
  });
}

const ana = 'user add ana@example.com --role sender --name Ana --password-stdin';

async function inLedger<T>(work: (db: Awaited<ReturnType<typeof openLedger>>) => Promise<T>) {
  const db = await openLedger(env.DATABASE_URL ?? '');
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

const find = () => inLedger((db) => findUserByEmail(db, 'ana@example.com'));

describe('user', () => {
  test('add creates a user who can sign in, and refuses an existing email', async () => {
    expect(await giro(ana)).toBe(0);
    expect(said).toEqual(['ana@example.com can now sign in as sender']);
    const user = await find();
    expect(user).toMatchObject({ name: 'Ana', role: 'sender', disabled_at: null });
    expect(await checkPassword('correct horse battery', user?.password_hash ?? null)).toBe(true);

    expect(await giro(ana.replace('ana@', 'ANA@'), 'some other password')).toBe(1);
    expect(said).toEqual(['ANA@example.com already exists']);
    expect(await find()).toEqual(user);
  });

  test('list escapes control characters', async () => {
    await giro(ana);
    const name = 'x\nroot@example.com\tsupport\u001b[2K\u202e';
    await inLedger((db) => db.updateTable('users').set({ name }).execute());
    await giro('user list');
    expect(said).toEqual([
      'ana@example.com\tsender\tx\\u{a}root@example.com\\u{9}support\\u{1b}[2K\\u{202e}\tactive',
    ]);
  });

  test('list prints the users without passwords', async () => {
    await giro(ana);
    await giro('user add bob@example.com --role support --name Bob --password-stdin');
    await giro('user disable bob@example.com');
    expect(await giro('user list')).toBe(0);
    expect(said).toEqual([
      'ana@example.com\tsender\tAna\tactive',
      'bob@example.com\tsupport\tBob\tdisabled',
    ]);
  });

  test('disable and role close the sessions; a new password enables a disabled user', async () => {
    await giro(ana);
    const open = () =>
      inLedger(async (db) => {
        const user = await findUserByEmail(db, 'ana@example.com');
        if (user) await createSessions(db, Date.now, { idle: 1e9, max: 1e9 }).open(user);
      });
    const count = () => inLedger((db) => db.selectFrom('sessions').selectAll().execute());

    await open();
    expect(await giro('user role ana@example.com support')).toBe(0);
    expect(await count()).toEqual([]);
    expect((await find())?.role).toBe('support');

    await open();
    expect(await giro('user disable ANA@example.com')).toBe(0);
    expect(await count()).toEqual([]);
    expect((await find())?.disabled_at).toBe('2026-01-01T12:00:00.000Z');

    expect(await giro('user password ana@example.com --password-stdin', 'a newer password')).toBe(
      0,
    );
    const user = await find();
    expect(user?.disabled_at).toBeNull();
    expect(await checkPassword('a newer password', user?.password_hash ?? null)).toBe(true);
  });

  test('the last admin is neither disabled nor demoted', async () => {
    const admin = 'user add ada@example.com --role admin --name Ada --password-stdin';
    expect(await giro(admin)).toBe(0);
    for (const line of ['user disable ada@example.com', 'user role ada@example.com sender']) {
      expect(await giro(line)).toBe(1);
      expect(said).toEqual([
        'ada@example.com is the last admin who can sign in; make somebody else an admin first',
      ]);
    }
    expect(await giro(admin.replace('ada@', 'ben@'))).toBe(0);
    expect(await giro('user disable ada@example.com')).toBe(0);
    expect(await giro('user role ben@example.com support')).toBe(1);
  });

  test.each([
    'user disable nobody@example.com',
    'user role nobody@example.com support',
    'user password nobody@example.com --password-stdin',
  ])('%s reports an unknown email', async (line) => {
    expect(await giro(line)).toBe(1);
    expect(said[0]).toMatch(/no user has the email nobody@example.com/);
  });
});

describe('adopt', () => {
  const bob = 'user add bob@example.com --role support --name Bob --password-stdin';
  const eva = 'user add eva@example.com --role sender --name Eva --password-stdin';
  const owner = (kind: 'account' | 'transfer', id: string) =>
    inLedger(async (db) => {
      const people = await sendersByIds(db, [(await ownerOf(db, kind, id)) ?? '']);
      return [...people.values()][0]?.email ?? null;
    });

  /** Starts a service with transfers. Returns the ids of one account and of its transfers. */
  async function serviceWithTransfers() {
    const { sandbox, close } = await real(undefined, 40);
    onTestFinished(close);
    for (const line of [ana, bob, eva]) await giro(line);
    const { client } = serviceAt(env.REMITTANCE_BASE_URL ?? '', {
      clientId: sandbox.client_id,
      clientSecret: sandbox.client_secret,
    });
    const transfers = await client.listTransfers();
    const account = transfers[0]?.destination_account_id ?? '';
    const own = transfers.filter((one) => one.destination_account_id === account);
    const [transfer] = transfers.filter((one) => one.destination_account_id !== account);
    if (!transfer) throw new Error('no other transfer');
    return { account, own: own.map(({ id }) => id), transfer, next: transfers.length + 1, sandbox };
  }

  test('makes a sender the owner, unless there is another one', async () => {
    const { account, transfer } = await serviceWithTransfers();
    expect(await giro(`adopt ana@example.com --account ${account}`)).toBe(0);
    expect(await giro(`adopt ana@example.com --transfer ${transfer.id}`)).toBe(0);
    expect(said).toEqual([`transfer ${transfer.id} now belongs to ana@example.com`]);
    expect(await giro(`adopt eva@example.com --transfer ${transfer.id}`)).toBe(1);
    expect(said).toEqual([
      `Nothing was changed: transfer ${transfer.id} already belongs to ana@example.com`,
    ]);
    expect(await owner('account', account)).toBe('ana@example.com');
    expect(await owner('transfer', transfer.id)).toBe('ana@example.com');
    expect(await giro(`adopt nobody@example.com --account ${account}`)).toBe(1);
  });

  test('refuses an id that the service does not have yet', async () => {
    await serviceWithTransfers();
    for (const kind of ['account', 'transfer'] as const) {
      expect(await giro(`adopt ana@example.com --${kind} 999999`)).toBe(1);
      expect(said).toEqual([`Nothing was changed: the service has no ${kind} 999999`]);
      expect(await owner(kind, '999999')).toBeNull();
    }
  });

  test('refuses a user who is no sender, and an unreachable service', async () => {
    const { account, sandbox } = await serviceWithTransfers();
    expect(await giro(`adopt bob@example.com --account ${account}`)).toBe(1);
    expect(said.join()).toMatch(/bob@example.com has the role support; only a sender can own this/);
    sandbox.revokeTokens();
    env = { ...env, REMITTANCE_CLIENT_SECRET: 'wrong' };
    expect(await giro(`adopt ana@example.com --account ${account}`)).toBe(1);
    expect(said.join()).toMatch(
      /Nothing was changed: .*could not be asked \(credentials\).*doctor/,
    );
    expect(await owner('account', account)).toBeNull();
  });

  test('refuses a transfer that can be the outcome of an open send', async () => {
    const { transfer } = await serviceWithTransfers();
    await inLedger(async (db) => {
      const user = await findUserByEmail(db, 'eva@example.com');
      const intent = {
        key: crypto.randomUUID(),
        user_id: user?.id ?? '',
        guard_scope: user?.id ?? '',
        body_hash: 'hash',
        destination_account_id: transfer.destination_account_id,
        source_amount_cents: String(transfer.source_amount_cents),
        source_amount_currency: transfer.source_amount_currency,
        destination_amount_currency: transfer.destination_amount_currency,
        quote: null,
        known_transfer_ids: '[]',
        after_unresolved: null,
        after_sent: null,
      };
      await intend(db, intent, '2026-01-01T11:00:00.000Z');
    });
    expect(await giro(`adopt ana@example.com --transfer ${transfer.id}`)).toBe(1);
    expect(said.join()).toMatch(/not confirmed yet/);
    expect(await owner('transfer', transfer.id)).toBeNull();
  });

  test('adopts the transfers of an account too, and undoes all of it', async () => {
    const { account, own, transfer } = await serviceWithTransfers();
    expect(own.length).toBeGreaterThan(0);
    expect(await giro(`adopt ana@example.com --account ${account} --with-transfers`)).toBe(0);
    for (const id of own) expect(await owner('transfer', id)).toBe('ana@example.com');
    expect(await owner('transfer', transfer.id)).toBeNull();

    const undo = `adopt ana@example.com --account ${account} --with-transfers --undo`;
    expect(await giro(undo)).toBe(0);
    expect(said).toHaveLength(1 + own.length);
    expect(await owner('account', account)).toBeNull();
    for (const id of own) expect(await owner('transfer', id)).toBeNull();
    expect(await giro(undo)).toBe(1);
    expect(await giro('audit --action adopt-undo')).toBe(0);
    expect(said).toHaveLength(1 + own.length);
  });

  test('refuses to undo what was made with Giro', async () => {
    await giro(ana);
    const id = (await find())?.id ?? '';
    await inLedger((db) => own(db, 'account', '7', id, '2026-01-01'));
    expect(await giro('adopt ana@example.com --account 7 --undo')).toBe(1);
    expect(said).toEqual(['Nothing was changed: account 7 was made with Giro, not adopted']);
    expect(await owner('account', '7')).toBe('ana@example.com');
  });

  test('adopts all lines of a file or none', async () => {
    const { account, own, transfer } = await serviceWithTransfers();
    const file = join(folder, 'adopted.txt');
    const lines = [
      `ana@example.com account ${account}`,
      `eva@example.com;transfer;${transfer.id}`,
      `ana@example.com,transfer,${own[0]}`,
    ];
    writeFileSync(
      file,
      ['# old clients', ...lines, 'eva@example.com account 999999', ''].join('\n'),
    );
    expect(await giro(`adopt --from ${file}`)).toBe(1);
    expect(said).toEqual(['Nothing was changed: the service has no account 999999']);
    expect(await owner('account', account)).toBeNull();
    writeFileSync(file, lines.join('\r\n'));
    expect(await giro(`adopt --from ${file}`)).toBe(0);
    expect(await owner('account', account)).toBe('ana@example.com');
    expect(await owner('transfer', transfer.id)).toBe('eva@example.com');
    writeFileSync(file, 'eva@example.com wallet 7');
    expect(await giro(`adopt --from ${file}`)).toBe(2);
  });
});

describe('a change by the operator', () => {
  const written = () => inLedger((db) => readAudit(db, { limit: 100 }));
  /** Starts a service and returns the id of one of its accounts. */
  const anAccount = async () => {
    const { sandbox, close } = await real();
    onTestFinished(close);
    const { client } = serviceAt(env.REMITTANCE_BASE_URL ?? '', {
      clientId: sandbox.client_id,
      clientSecret: sandbox.client_secret,
    });
    return (await client.listAccounts())[0]?.id ?? '';
  };

  test('is in the audit with request id command-line, without name or password', async () => {
    const account = await anAccount();
    await giro(ana);
    await giro(`adopt ana@example.com --account ${account}`);
    await giro('user role ana@example.com support');
    await giro('user password ana@example.com --password-stdin', 'a newer password');
    await giro('user disable ana@example.com');
    const id = (await find())?.id ?? '';
    const subject = `user ${id}`;
    const shared = { at: '2026-01-01T12:00:00.000Z', user_id: null, email: null };
    const rows = await written();
    expect(rows).toEqual(
      [
        { action: 'user-add', subject, outcome: 'sender' },
        { action: 'adopt', subject: `account ${account}`, outcome: subject },
        { action: 'user-role', subject, outcome: 'support' },
        { action: 'user-password', subject, outcome: 'done' },
        { action: 'user-disable', subject, outcome: 'done' },
      ].map((row) => ({ ...shared, ...row, request_id: 'command-line' })),
    );
    await giro('audit --limit 1');
    expect(said).toEqual([
      `2026-01-01T12:00:00.000Z\t-\tuser-disable\t${subject}\tdone\tcommand-line`,
    ]);
  });

  test('is not in the audit when nothing changed', async () => {
    const account = await anAccount();
    await giro(ana);
    await giro(ana);
    await giro('user list');
    await giro('user role nobody@example.com support');
    await giro(`adopt nobody@example.com --account ${account}`);
    await giro(`adopt ana@example.com --account ${account}`);
    await giro(`adopt ana@example.com --account ${account}`);
    expect((await written()).map(({ action }) => action)).toEqual(['user-add', 'adopt']);
  });

  test('is rolled back when the audit can not be written', async () => {
    const account = await anAccount();
    await giro(ana);
    await inLedger((db) => sql`alter table audit rename to audit_away`.execute(db));
    await expect(giro('user role ana@example.com support')).rejects.toThrow(/audit/);
    await expect(giro(`adopt ana@example.com --account ${account}`)).rejects.toThrow(/audit/);
    expect((await find())?.role).toBe('sender');
    expect(await inLedger((db) => ownerOf(db, 'account', account))).toBeNull();
  });
});

describe('audit', () => {
  const entry = (at: string, user_id: string | null) => ({
    at,
    user_id,
    action: 'sign-in',
    subject: null,
    outcome: user_id ? 'done' : 'wrong-password',
    request_id: at,
  });

  test('prints the entries, filtered by each option', async () => {
    // Not with `user add`, which would write an audit entry of its own.
    const id = await inLedger(async (db) => {
      const user = { email: 'ana@example.com', name: 'Ana', role: 'sender' } as const;
      return (await addUser(db, { ...user, password_hash: null }, '2026-01-01'))?.id ?? '';
    });
    await inLedger(async (db) => {
      await addAudit(db, entry('2026-01-01T10:00:00.000Z', id));
      await addAudit(db, entry('2026-01-02T10:00:00.000Z', null));
      await addAudit(db, { ...entry('2026-01-03T10:00:00.000Z', id), subject: '7' });
    });
    const [first, second, third] = [
      '2026-01-01T10:00:00.000Z\tana@example.com\tsign-in\t-\tdone\t2026-01-01T10:00:00.000Z',
      '2026-01-02T10:00:00.000Z\t-\tsign-in\t-\twrong-password\t2026-01-02T10:00:00.000Z',
      '2026-01-03T10:00:00.000Z\tana@example.com\tsign-in\t7\tdone\t2026-01-03T10:00:00.000Z',
    ];
    for (const [line, lines] of [
      ['audit', [first, second, third]],
      ['audit --limit 1', [third]],
      ['audit --since 2026-01-02', [second, third]],
      ['audit --since 2026-01-03T10:00:00.000+01:00 --user ANA@example.com', [third]],
      ['audit --user ana@example.com', [first, third]],
      ['audit --request 2026-01-02T10:00:00.000Z', [second]],
      ['audit --subject 7', [third]],
      ['audit --action sign-in --subject 7', [third]],
      ['audit --action sign-out', []],
    ] as const) {
      expect(await giro(line)).toBe(0);
      expect(said).toEqual(lines);
    }
  });

  test('reports an unknown email', async () => {
    expect(await giro('audit --user nobody@example.com')).toBe(1);
    expect(said[0]).toMatch(/no user has the email nobody@example.com/);
  });
});

test.each([
  ['', /^Usage:/],
  ['audit --limit 0', /--limit must be/],
  ['audit --limit many', /--limit must be/],
  ['audit --since yesterday', /--since/],
  ['audit ana@example.com', /options only/],
  ['user', /^Usage:/],
  ['user remove ana@example.com', /^Usage:/],
  ['constructor', /^Usage:/],
  ['user add ana --role sender --name Ana --password-stdin', /an email address/],
  [
    'user add ana@example.com --role root --name Ana --password-stdin',
    /sender, approver, support, auditor, admin/,
  ],
  ['user add ana@example.com --role sender --password-stdin', /--name/],
  ['user add ana@example.com --role sender --name Ana', /--password-stdin/],
  ['user add ana@example.com --role sender --name Ana --password secret', /--password/],
  ['user role ana@example.com root', /sender, approver, support, auditor, admin/],
  ['adopt ana@example.com --from FILE', /--account ID or --transfer ID/],
  ['adopt --account 1', /--account ID or --transfer ID/],
  ['adopt ana@example.com --transfer 1 --with-transfers', /goes with --account/],
  ['adopt --from /nowhere/at/all', /ENOENT/],
  ['adopt ana@example.com', /--account ID or --transfer ID/],
  ['adopt ana@example.com --account 1 --transfer 2', /--account ID or --transfer ID/],
  ['adopt ana@example.com --account ../1', /--account ID or --transfer ID/],
])('%o is refused with the usage', async (line, words) => {
  expect(await giro(line)).toBe(2);
  expect(said.join('\n')).toMatch(words);
  expect(said.join('\n')).toContain('npm run giro -- COMMAND');
});

describe('a command without a database', () => {
  const commands = [
    ana,
    'user list',
    'user disable ana@example.com',
    'user role ana@example.com support',
    'user password ana@example.com --password-stdin',
    'user reset-second-factor ana@example.com',
    'person export ana@example.com',
    'person erase ana@example.com --yes',
    'adopt ana@example.com --account 501',
    'audit',
    'release',
    'service accept',
    'secret rotate',
    'token show',
    'token deactivate',
  ];
  const service = {
    REMITTANCE_BASE_URL: 'https://service.example',
    REMITTANCE_CLIENT_ID: 'client',
    REMITTANCE_CLIENT_SECRET: 'secret',
    GIRO_SECRET: 'x'.repeat(32),
  };

  describe.each(stores())('on $name', ({ create }) => {
    test('makes none, fails, and says where it looked', async () => {
      const store = await create('empty');
      onTestFinished(store.remove);
      env = { ...service, DATABASE_URL: store.url };
      const others = [
        `backup ${join(folder, 'copy')}`,
        `move --to sqlite:${join(folder, 'new.db')}`,
      ];
      for (const line of [...commands, ...others]) {
        expect(await giro(line), line).toBe(1);
        expect(said, line).toEqual([
          `there is no database of Giro at ${shownUrl(store.url)}, and this command makes none. Set DATABASE_URL as the server has it; a new database is made when Giro starts`,
        ]);
        expect(changed, line).toEqual([]);
      }
      await expect(requireNoLedger(store.url)).resolves.toBeUndefined();
    });
  });
});

test('a command that changes the database names it, and one that reads does not', async () => {
  const named = [`Database: ${join(folder, 'giro.db')}`];
  for (const line of [ana, 'user disable ana@example.com', 'user role nobody@example.com admin']) {
    await giro(line);
    expect(changed, line).toEqual(named);
  }
  for (const line of ['user list', 'audit', 'doctor']) {
    await giro(line);
    expect(changed, line).toEqual([]);
  }
});

test('--version prints the version, whatever the configuration', async () => {
  env = { PORT: 'eighty' };
  expect(await giro('--version')).toBe(0);
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(said).toEqual([`giro ${z.parse(z.object({ version: z.string() }), manifest).version}`]);
});

test.each(['audit', 'user list', 'doctor'])(
  'says of %s in one line why the database can not be opened',
  async (line) => {
    writeFileSync(join(folder, 'giro.db'), 'a letter, not a ledger'.repeat(100));
    expect(await giro(line)).toBe(1);
    const [fault, ...more] = said.filter((one) => one.includes('the database '));
    expect(fault).toMatch(/giro\.db is not an SQLite database \(SQLITE_NOTADB\)\. Check the path/);
    expect(more).toEqual([]);
  },
);

describe('a command in its own process', () => {
  const program = resolve('src/bff/cli/cli.ts');

  /** Runs the command in the folder. @param isRead false closes its output at once, as `| head` does early */
  async function run(args: string[], given: Record<string, string>, isRead = true) {
    const child = spawn(process.execPath, [program, ...args], {
      ...{ cwd: folder, env: { PATH: process.env.PATH, ...given } },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (!isRead) child.stdout.destroy();
    const [out, error] = await Promise.all([
      isRead ? text(child.stdout) : '',
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { out, error, code: child.exitCode };
  }

  test('ends well when nobody reads on', async () => {
    await giro(ana);
    await giro('user disable ana@example.com');
    expect(await run(['audit'], env, false)).toEqual({ out: '', error: '', code: 0 });
  });

  test('reads .env in its folder', async () => {
    await giro(ana);
    writeFileSync(join(folder, '.env'), 'DATABASE_URL=sqlite:giro.db # here\nPORT=eighty\n');
    const listed = await run(['user', 'list'], { PORT: '80' });
    expect(listed).toMatchObject({ code: 0, out: expect.stringMatching(/^ana@example\.com\t/) });
  });

  test('says that .env can not be read', async () => {
    mkdirSync(join(folder, '.env'));
    const { code, out, error } = await run(['user', 'list'], env);
    expect({ code, error }).toEqual({ code: 1, error: '' });
    expect(out).toMatch(/^Giro can't start:\n {2}\.env: can't be read \(.+\); let the user/);
  });
});

test.each(['elevenchars', 'x'.repeat(1_025)])('refuses the password %s', async (password) => {
  expect(await giro(ana, password)).toBe(2);
  expect(said.join()).toMatch(/12 characters, and at most 1024/);
  expect(said.join()).not.toContain(password);
});

test('reports an incomplete configuration', async () => {
  env = { ...env, REMITTANCE_CLIENT_ID: 'client' };
  expect(await giro('user list')).toBe(1);
  expect(said.join()).toMatch(/REMITTANCE_BASE_URL: missing/);
});

test('refuses to add users to a ledger in memory', async () => {
  env = {};
  expect(await giro(ana)).toBe(2);
  expect(said.join()).toMatch(/Set DATABASE_URL/);
});

async function real(clientSecret?: string, transfers = 3) {
  const sandbox = createSandbox({ transfers });
  const { url, close } = await sandbox.listen();
  env = {
    ...env,
    REMITTANCE_BASE_URL: url,
    REMITTANCE_CLIENT_ID: sandbox.client_id,
    REMITTANCE_CLIENT_SECRET: clientSecret ?? sandbox.client_secret,
    GIRO_SECRET: 'x'.repeat(32),
  };
  return { sandbox, close };
}

describe('service accept', () => {
  test('binds the ledger to another address of the service, with an audit entry', async () => {
    const first = await real();
    await first.close();
    await giro(ana);
    await inLedger((db) => bindToService(db, readConfig(env).service, '2026-01-01'));
    env = { ...env, REMITTANCE_BASE_URL: 'https://moved.example' };
    expect(await giro('doctor')).toBe(1);
    expect(said).toContainEqual(expect.stringMatching(/^database +FAIL {2}.*another service/));
    expect(await giro('adopt ana@example.com --account 501')).toBe(1);
    expect(said.join()).toMatch(/another service/);
    expect(await inLedger((db) => ownerOf(db, 'account', '501'))).toBeNull();

    expect(await giro('service accept')).toBe(0);
    expect(said).toEqual([
      'this database now belongs to https://moved.example, client sandbox-client',
    ]);
    await giro('service accept');
    expect(said).toEqual([
      'this database already belongs to https://moved.example, client sandbox-client',
    ]);
    await inLedger((db) => bindToService(db, readConfig(env).service, '2026-01-01'));
    const actions = (await inLedger((db) => readAudit(db, { limit: 9 }))).map((row) => row.action);
    expect(actions).toEqual(['user-add', 'service-accept']);
  });

  test('needs a real service', async () => {
    expect(await giro('service accept')).toBe(2);
    expect(said.join()).toMatch(/set REMITTANCE_/);
  });
});

describe('doctor', () => {
  test('prints a line for each check, and deactivates its token', async () => {
    const { sandbox, close } = await real();
    expect(await giro('doctor')).toBe(0);
    await close();
    expect(said).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^database {9}ok {4}sqlite:/),
        'credentials      ok    accepted',
        'transfers        ok    3 transfers',
        expect.stringMatching(/^All checks passed/),
      ]),
    );
    expect(sandbox.requests.at(-1)?.path).toBe('/api/v3/auth/destroy');
    expect(said.join('\n')).not.toMatch(/sandbox-secret|xxxx/);
  });

  test('says what to do about wrong credentials, and stops retrying', async () => {
    const { sandbox, close } = await real('wrong');
    expect(await giro('doctor')).toBe(1);
    await close();
    expect(said).toContainEqual(
      expect.stringMatching(/^credentials +FAIL {2}.*REMITTANCE_CLIENT_SECRET\. Check both/),
    );
    expect(sandbox.requests.length).toBeLessThanOrEqual(3);
  });

  test('reports that nothing answers', async () => {
    const { close } = await real();
    await close();
    expect(await giro('doctor')).toBe(1);
    expect(said.join('\n')).toMatch(/nothing answers at REMITTANCE_BASE_URL/);
  });

  test('names unreadable records by id and field', async () => {
    const { sandbox, close } = await real();
    sandbox.odd.add('rows');
    expect(await giro('doctor')).toBe(1);
    await close();
    expect(said).toContainEqual(
      expect.stringMatching(
        /^transfers +FAIL {2}3 transfers read, 1 left out .*: id 104004 \(source_amount_cents\)\. Ask/,
      ),
    );
    expect(said).toContainEqual(expect.stringMatching(/id 104005 \(category\)/));
    expect(said).not.toContain('All checks passed');
  });

  test.each<[Oddity, RegExp]>([
    [
      'redirect',
      /the service redirects \(.*https:\/\/service\.invalid.*\)\. Set REMITTANCE_BASE_URL/,
    ],
    ['token-break', /the answer does not match the contract \(.*token.*\)\. Check/],
    ['gzip', /the answer is compressed/],
  ])('names what is wrong with the answer to a token request (%s)', async (name, told) => {
    const { sandbox, close } = await real();
    sandbox.odd.add(name);
    expect(await giro('doctor')).toBe(1);
    await close();
    expect(said).toContainEqual(expect.stringMatching(told));
  });

  test('reports a database that can not be opened', async () => {
    env = { DATABASE_URL: `sqlite:${folder}` };
    expect(await giro('doctor')).toBe(1);
    expect(said).toContainEqual(
      expect.stringMatching(/^database +FAIL {2}.*\(SQLITE_CANTOPEN\)\. Check that DATABASE_URL/),
    );
    expect(said.join('\n')).not.toMatch(/clock/);
  });

  test.each(stores())('compares the clock with the store’s, on $name', async ({ name, create }) => {
    const store = await create();
    onTestFinished(store.remove);
    env = { DATABASE_URL: store.url };
    const minuteBehind = () => Date.now() - 60_000;
    expect(await giro('doctor', '', () => Date.now())).toBe(0);
    expect(said).toContainEqual(
      expect.stringMatching(
        name === 'SQLite'
          ? /^clock +ok {4}SQLite uses the clock of this machine$/
          : /^clock +ok {4}0\.\d s from the database's$/,
      ),
    );

    // SQLite runs on this machine's clock, so it never differs.
    const differs = name === 'PostgreSQL';
    expect(await giro('doctor', '', minuteBehind)).toBe(differs ? 1 : 0);
    expect(said.find((line) => line.startsWith('clock'))).toMatch(
      differs
        ? /^clock +FAIL {2}this machine is (59|60)\.\d s behind the database\. No transfer is sent .*NTP$/
        : /^clock +ok /,
    );
  });
});

describe('doctor with an OpenID provider', () => {
  const line = () => said.find((text) => /^OpenID provider +(?:ok|FAIL)/.test(text));
  const people = { giro: 'https://giro.example', people: {} };

  test('reports that it answers, and the redirect URI to register', async () => {
    const provider = await startProvider(people);
    env = { ...env, ...provider.env };
    expect(await giro('doctor')).toBe(0);
    expect(line()).toBe(
      `OpenID provider  ok    ${provider.issuer} answers. Register https://giro.example/api/sign-in/oidc/callback there as a redirect URI of giro`,
    );
    expect(said.join('\n')).not.toContain(provider.env.OIDC_CLIENT_SECRET);
  });

  test.each([
    [{ claims_supported: ['sub'] }, /claims_supported has no auth_time/],
    [{ acr_values_supported: ['1'] }, /acr_values_supported has none of OIDC_STEP_UP_ACR/],
    [{ claims_supported: ['auth_time'], acr_values_supported: ['2'] }, null],
    [{}, null],
  ])('says what its metadata %j means for proofs', async (metadata, warning) => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      const authorization_endpoint = `${issuer}/authorize`;
      response.end(JSON.stringify({ issuer, authorization_endpoint, ...metadata }));
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const address = server.address();
    const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    env = {
      ...{ ...env, PUBLIC_ORIGIN: people.giro, OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'giro' },
      ...{ OIDC_CLIENT_SECRET: 'secret', STEP_UP_ABOVE: '{"CLP":"1"}', OIDC_STEP_UP_ACR: '2' },
    };
    expect(await giro('doctor')).toBe(0);
    const warned = said.filter((text) => /^OpenID provider +WARN/.test(text));
    expect(warned).toEqual(warning === null ? [] : [expect.stringMatching(warning)]);
  });

  test.each([
    ['a:b', {}, true],
    ['a b', {}, true],
    ['a:b', { OIDC_CLIENT_AUTH: 'client_secret_post' }, false],
    ['a-b', {}, false],
  ])('says of the secret %j, with %j, that it is sent encoded: %j', async (secret, more, warns) => {
    const provider = await startProvider(people);
    env = { ...env, ...provider.env, OIDC_CLIENT_SECRET: secret, ...more };
    expect(await giro('doctor')).toBe(0);
    const warned = said.filter((text) => /WARN .*OIDC_CLIENT_AUTH=client_secret_post/.test(text));
    expect(warned).toHaveLength(warns ? 1 : 0);
    expect(said.join('\n')).not.toContain(secret);
  });

  test('reports an issuer other than OIDC_ISSUER', async () => {
    const provider = await startProvider(people);
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ issuer: provider.issuer }));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const address = z.parse(z.object({ port: z.number() }), server.address());
    env = { ...env, ...provider.env, OIDC_ISSUER: `http://127.0.0.1:${address.port}` };
    expect(await giro('doctor')).toBe(1);
    expect(line()).toMatch(/ FAIL .*another name\. Set OIDC_ISSUER to exactly/);
  });

  test('reports that nothing answers, or no provider', async () => {
    const provider = await startProvider(people);
    env = { ...env, ...provider.env, OIDC_ISSUER: `${provider.issuer}/nowhere` };
    expect(await giro('doctor')).toBe(1);
    expect(line()).toMatch(/ FAIL .*no OpenID provider answers at OIDC_ISSUER/);
    await provider.stop();
    env = { ...env, OIDC_ISSUER: provider.issuer };
    expect(await giro('doctor')).toBe(1);
    expect(line()).toMatch(/ FAIL .*nothing answers at OIDC_ISSUER/);
  });
});

test('doctor with a mail server reports that it takes mail, and what to check if not', async () => {
  const server = await startMailServer();
  env = {
    ...env,
    SMTP_URL: `smtp://127.0.0.1:${server.state.port}`,
    MAIL_FROM: 'Giro <news@giro.example>',
    PUBLIC_ORIGIN: 'https://giro.example',
  };
  const line = () => said.find((text) => text.startsWith('mail '));
  expect(await giro('doctor')).toBe(0);
  expect(line()).toMatch(/ ok .*answers, encrypted, and takes mail from news@giro\.example$/);
  server.state.refuse = (_command, address) => {
    if (address === 'ana@elsewhere.example') throw refusal(554, '5.7.1');
  };
  expect(await giro('doctor --mail-to ana@elsewhere.example')).toBe(1);
  expect(line()).toMatch(/ FAIL .*refuses mail to ana@elsewhere\.example \(554 5\.7\.1\)/);
  server.state.refuse = () => {
    throw refusal(550);
  };
  expect(await giro('doctor')).toBe(1);
  expect(line()).toMatch(/ FAIL .*refuses news@giro\.example as sender \(550\)\. Set MAIL_FROM/);
  await server.stop();
  expect(await giro('doctor')).toBe(1);
  expect(line()).toMatch(
    / FAIL .*nothing answers at 127\.0\.0\.1:\d+\. Check the port in SMTP_URL/,
  );
});

test('token reports without a service call that none is stored, and needs a real service', async () => {
  const { sandbox, close } = await real();
  expect(await giro('token show')).toBe(0);
  expect(said).toEqual(['no token is stored']);
  expect(await giro('token deactivate')).toBe(0);
  expect(sandbox.requests).toEqual([]);
  env = { DATABASE_URL: env.DATABASE_URL ?? '' };
  expect(await giro('token show')).toBe(2);
  await close();
});
