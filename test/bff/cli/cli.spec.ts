import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { checkPassword } from '../../../src/bff/auth/passwords.ts';
import { createSessions } from '../../../src/bff/auth/sessions.ts';
import { runCommand } from '../../../src/bff/cli/cli.ts';
import { readConfig } from '../../../src/bff/config/config.ts';
import { addAudit, readAudit } from '../../../src/bff/ledger/audit.ts';
import { openLedger } from '../../../src/bff/ledger/ledger.ts';
import { own, ownerOf } from '../../../src/bff/ledger/owners.ts';
import { intend } from '../../../src/bff/ledger/sends.ts';
import { addUser, findUserByEmail, sendersByIds } from '../../../src/bff/ledger/users.ts';
import { holdToService } from '../../../src/bff/ledger-service.ts';
import type { Oddity } from '../../../src/sandbox/oddities.ts';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';
import { startProvider } from '../../support/oidc-provider.ts';
import { stores } from '../../support/stores.ts';
import { serviceAt } from '../service/service-that.ts';

let folder: string;
let env: Record<string, string>;
let said: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'giro-cli-'));
  env = { DATABASE_URL: `sqlite:${join(folder, 'giro.db')}` };
});
afterEach(() => rmSync(folder, { recursive: true }));

async function giro(
  line: string,
  password = 'correct horse battery',
  now = () => Date.parse('2026-01-01T12:00:00Z'),
) {
  said = [];
  return runCommand(line.split(' '), {
    env,
    say: (text) => said.push(text),
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
  test('add makes a person who can sign in, once', async () => {
    expect(await giro(ana)).toBe(0);
    expect(said).toEqual(['ana@example.com can sign in as sender']);
    const user = await find();
    expect(user).toMatchObject({ name: 'Ana', role: 'sender', disabled_at: null });
    expect(await checkPassword('correct horse battery', user?.password_hash ?? null)).toBe(true);

    expect(await giro(ana.replace('ana@', 'ANA@'), 'some other password')).toBe(1);
    expect(said).toEqual(['ANA@example.com is there already']);
    expect(await find()).toEqual(user);
  });

  test('list spells out what would forge a line or move the cursor', async () => {
    await giro(ana);
    const name = 'x\nroot@example.com\tsupport\u001b[2K\u202e';
    await inLedger((db) => db.updateTable('users').set({ name }).execute());
    await giro('user list');
    expect(said).toEqual([
      'ana@example.com\tsender\tx\\u{a}root@example.com\\u{9}support\\u{1b}[2K\\u{202e}\tactive',
    ]);
  });

  test('list tells who there is, and no password', async () => {
    await giro(ana);
    await giro('user add bob@example.com --role support --name Bob --password-stdin');
    await giro('user disable bob@example.com');
    expect(await giro('user list')).toBe(0);
    expect(said).toEqual([
      'ana@example.com\tsender\tAna\tactive',
      'bob@example.com\tsupport\tBob\tdisabled',
    ]);
  });

  test('disable and role end the sessions at once; a new password lets in again', async () => {
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

  test.each([
    'user disable nobody@example.com',
    'user role nobody@example.com support',
    'user password nobody@example.com --password-stdin',
  ])('%s says that there is no such person', async (line) => {
    expect(await giro(line)).toBe(1);
    expect(said[0]).toMatch(/there is no nobody@example.com/);
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

  /** A service with transfers: the ids of one account and of its transfers. */
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

  test('gives a sender what the service has, unless somebody has it', async () => {
    const { account, transfer } = await serviceWithTransfers();
    expect(await giro(`adopt ana@example.com --account ${account}`)).toBe(0);
    expect(await giro(`adopt ana@example.com --transfer ${transfer.id}`)).toBe(0);
    expect(said).toEqual([`transfer ${transfer.id} is ana@example.com's now`]);
    expect(await giro(`adopt eva@example.com --transfer ${transfer.id}`)).toBe(1);
    expect(said).toEqual([
      `transfer ${transfer.id} is ana@example.com's already. Nothing was changed.`,
    ]);
    expect(await owner('account', account)).toBe('ana@example.com');
    expect(await owner('transfer', transfer.id)).toBe('ana@example.com');
    expect(await giro(`adopt nobody@example.com --account ${account}`)).toBe(1);
  });

  test("refuses what the service does not have, so that the next one made is its own sender's", async () => {
    await serviceWithTransfers();
    for (const kind of ['account', 'transfer'] as const) {
      expect(await giro(`adopt ana@example.com --${kind} 999999`)).toBe(1);
      expect(said).toEqual([`the service has no ${kind} 999999. Nothing was changed.`]);
      expect(await owner(kind, '999999')).toBeNull();
    }
  });

  test('refuses who is no sender, and a service that can not be asked', async () => {
    const { account, sandbox } = await serviceWithTransfers();
    expect(await giro(`adopt bob@example.com --account ${account}`)).toBe(1);
    expect(said.join()).toMatch(/bob@example.com is support, not a sender/);
    sandbox.revokeTokens();
    env = { ...env, REMITTANCE_CLIENT_SECRET: 'wrong' };
    expect(await giro(`adopt ana@example.com --account ${account}`)).toBe(1);
    expect(said.join()).toMatch(/could not be asked \(credentials\).*doctor.*Nothing was changed/);
    expect(await owner('account', account)).toBeNull();
  });

  test('leaves a transfer to the sender who waits for it', async () => {
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

  test('brings the transfers of an account along, and takes all of it back', async () => {
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

  test('takes nothing back that was made with Giro', async () => {
    await giro(ana);
    const id = (await find())?.id ?? '';
    await inLedger((db) => own(db, 'account', '7', id, '2026-01-01'));
    expect(await giro('adopt ana@example.com --account 7 --undo')).toBe(1);
    expect(said).toEqual(['account 7 was made with Giro, not adopted. Nothing was changed.']);
    expect(await owner('account', '7')).toBe('ana@example.com');
  });

  test('takes many from a file, all of them or none', async () => {
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
    expect(said).toEqual(['the service has no account 999999. Nothing was changed.']);
    expect(await owner('account', account)).toBeNull();
    writeFileSync(file, lines.join('\r\n'));
    expect(await giro(`adopt --from ${file}`)).toBe(0);
    expect(await owner('account', account)).toBe('ana@example.com');
    expect(await owner('transfer', transfer.id)).toBe('eva@example.com');
    writeFileSync(file, 'eva@example.com wallet 7');
    expect(await giro(`adopt --from ${file}`)).toBe(2);
  });
});

describe('what the operator changes', () => {
  const written = () => inLedger((db) => readAudit(db, { limit: 100 }));
  /** Of a service that answers from here on. */
  const anAccount = async () => {
    const { sandbox, close } = await real();
    onTestFinished(close);
    const { client } = serviceAt(env.REMITTANCE_BASE_URL ?? '', {
      clientId: sandbox.client_id,
      clientSecret: sandbox.client_secret,
    });
    return (await client.listAccounts())[0]?.id ?? '';
  };

  test('is in the audit, as done on the command line, with no name and no password', async () => {
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

  test('leaves no trace where nothing was changed', async () => {
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

  test('is not changed when the audit can not be written', async () => {
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

  test('tells who did what and when, of one person and since a time where asked', async () => {
    // By nobody on the command line, which would have a line of its own here.
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

  test('says that there is no such person', async () => {
    expect(await giro('audit --user nobody@example.com')).toBe(1);
    expect(said[0]).toMatch(/there is no nobody@example.com/);
  });
});

test.each([
  ['', /^usage:/],
  ['audit --limit 0', /--limit N/],
  ['audit --limit many', /--limit N/],
  ['audit --since yesterday', /--since/],
  ['audit ana@example.com', /options only/],
  ['user', /^usage:/],
  ['user remove ana@example.com', /^usage:/],
  ['constructor', /^usage:/],
  ['user add ana --role sender --name Ana --password-stdin', /e-mail/],
  ['user add ana@example.com --role admin --name Ana --password-stdin', /sender or support/],
  ['user add ana@example.com --role sender --password-stdin', /--name/],
  ['user add ana@example.com --role sender --name Ana', /--password-stdin/],
  ['user add ana@example.com --role sender --name Ana --password secret', /--password/],
  ['user role ana@example.com admin', /sender or support/],
  ['adopt ana@example.com --from FILE', /--account ID or --transfer ID/],
  ['adopt --account 1', /--account ID or --transfer ID/],
  ['adopt ana@example.com --transfer 1 --with-transfers', /goes with accounts/],
  ['adopt --from /nowhere/at/all', /ENOENT/],
  ['adopt ana@example.com', /--account ID or --transfer ID/],
  ['adopt ana@example.com --account 1 --transfer 2', /--account ID or --transfer ID/],
  ['adopt ana@example.com --account ../1', /--account ID or --transfer ID/],
])('%o is not understood, and says how it is written', async (line, words) => {
  expect(await giro(line)).toBe(2);
  expect(said.join('\n')).toMatch(words);
  expect(said.join('\n')).toContain('npm run giro -- COMMAND');
});

test('a short password is refused', async () => {
  expect(await giro(ana, 'elevenchars')).toBe(2);
  expect(said.join()).toMatch(/12 characters/);
  expect(said.join()).not.toContain('elevenchars');
});

test('half a configuration is named', async () => {
  env = { ...env, REMITTANCE_CLIENT_ID: 'client' };
  expect(await giro('user list')).toBe(1);
  expect(said.join()).toMatch(/REMITTANCE_BASE_URL: missing/);
});

test('people of a sandbox that keeps nothing are not added', async () => {
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
  test('takes another address for the same service, which the audit keeps', async () => {
    const first = await real();
    await first.close();
    await giro(ana);
    await inLedger((db) => holdToService(db, readConfig(env).service, '2026-01-01'));
    env = { ...env, REMITTANCE_BASE_URL: 'https://moved.example' };
    expect(await giro('doctor')).toBe(1);
    expect(said).toContainEqual(expect.stringMatching(/^FAIL {2}store: .*another service/));
    expect(await giro('adopt ana@example.com --account 501')).toBe(1);
    expect(said.join()).toMatch(/another service/);
    expect(await inLedger((db) => ownerOf(db, 'account', '501'))).toBeNull();

    expect(await giro('service accept')).toBe(0);
    expect(said).toEqual(['the ledger is for https://moved.example and sandbox-client now']);
    await giro('service accept');
    expect(said).toEqual(['the ledger is for https://moved.example and sandbox-client already']);
    await inLedger((db) => holdToService(db, readConfig(env).service, '2026-01-01'));
    const actions = (await inLedger((db) => readAudit(db, { limit: 9 }))).map((row) => row.action);
    expect(actions).toEqual(['user-add', 'service-accept']);
  });

  test('needs a service to accept', async () => {
    expect(await giro('service accept')).toBe(2);
    expect(said.join()).toMatch(/Set REMITTANCE_/);
  });
});

describe('doctor', () => {
  test('has a line for each check, and gives the token back', async () => {
    const { sandbox, close } = await real();
    expect(await giro('doctor')).toBe(0);
    await close();
    expect(said).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^ok {4}store: sqlite:/),
        'ok    credentials: accepted',
        'ok    transfers: 3 transfers',
        'all is well',
      ]),
    );
    expect(sandbox.requests.at(-1)?.path).toBe('/api/v3/auth/destroy');
    expect(said.join('\n')).not.toMatch(/sandbox-secret|xxxx/);
  });

  test('says what to do about wrong credentials, and does not try for ever', async () => {
    const { sandbox, close } = await real('wrong');
    expect(await giro('doctor')).toBe(1);
    await close();
    expect(said).toContainEqual(
      expect.stringMatching(/^FAIL {2}credentials: .*REMITTANCE_CLIENT_SECRET/),
    );
    expect(sandbox.requests.length).toBeLessThanOrEqual(3);
  });

  test('says that nothing answers', async () => {
    const { close } = await real();
    await close();
    expect(await giro('doctor')).toBe(1);
    expect(said.join('\n')).toMatch(/nothing answers at REMITTANCE_BASE_URL/);
  });

  test('names the records that can not be read, by id and field', async () => {
    const { sandbox, close } = await real();
    sandbox.odd.add('rows');
    expect(await giro('doctor')).toBe(1);
    await close();
    expect(said).toContainEqual(
      expect.stringMatching(
        /^FAIL {2}transfers: 3 transfers; 1 can't be read .*: id 104004 \(source_amount_cents\)/,
      ),
    );
    expect(said).toContainEqual(expect.stringMatching(/id 104005 \(category\)/));
    expect(said).not.toContain('all is well');
  });

  test.each<[Oddity, RegExp]>([
    ['redirect', /the service redirects: set REMITTANCE_BASE_URL .*to https:\/\/service\.invalid/],
    ['token-break', /the answer is not what the contract says.*token/],
    ['gzip', /the answer is compressed/],
  ])('names what is wrong with an answer to authorise (%s)', async (name, told) => {
    const { sandbox, close } = await real();
    sandbox.odd.add(name);
    expect(await giro('doctor')).toBe(1);
    await close();
    expect(said).toContainEqual(expect.stringMatching(told));
  });

  test('says that the store can not be opened', async () => {
    env = { DATABASE_URL: `sqlite:${folder}` };
    expect(await giro('doctor')).toBe(1);
    expect(said).toContainEqual(expect.stringMatching(/^FAIL {2}store: /));
    expect(said.join('\n')).not.toMatch(/clock/);
  });

  test.each(stores())('compares the clock with the store’s, on $name', async ({ name, create }) => {
    const store = await create();
    onTestFinished(store.remove);
    env = { DATABASE_URL: store.url };
    const minuteBehind = () => Date.now() - 60_000;
    expect(await giro('doctor', '', () => Date.now())).toBe(0);
    expect(said).toContainEqual(expect.stringMatching(/^ok {4}clock: 0\.\d s from the store's$/));

    // SQLite has this machine's clock.
    const differs = name === 'PostgreSQL';
    expect(await giro('doctor', '', minuteBehind)).toBe(differs ? 1 : 0);
    expect(said.find((line) => line.includes('clock'))).toMatch(
      differs
        ? /^FAIL {2}clock: this machine is (59|60)\.\d s behind the store, and nothing is sent .*NTP$/
        : /^ok {4}clock: 0\.0 s/,
    );
  });
});

describe('doctor, of the OpenID provider', () => {
  const line = () => said.find((text) => text.includes('OpenID provider'));
  const people = { giro: 'https://giro.example', people: {} };

  test('says that it answers, and which address it must know', async () => {
    const provider = await startProvider(people);
    env = { ...env, ...provider.env };
    expect(await giro('doctor')).toBe(0);
    expect(line()).toBe(
      `ok    OpenID provider: ${provider.issuer} answers; it must know https://giro.example/api/sign-in/oidc/callback as a redirect URI of giro`,
    );
    expect(said.join('\n')).not.toContain(provider.env.OIDC_CLIENT_SECRET);
  });

  test('says that it has another name than OIDC_ISSUER', async () => {
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
    expect(line()).toMatch(/^FAIL .*another name: give OIDC_ISSUER exactly as/);
  });

  test('says that nothing answers there, or something else does', async () => {
    const provider = await startProvider(people);
    env = { ...env, ...provider.env, OIDC_ISSUER: `${provider.issuer}/nowhere` };
    expect(await giro('doctor')).toBe(1);
    expect(line()).toMatch(/^FAIL .*no OpenID provider answers there/);
    await provider.stop();
    env = { ...env, OIDC_ISSUER: provider.issuer };
    expect(await giro('doctor')).toBe(1);
    expect(line()).toMatch(/^FAIL .*nothing answers at OIDC_ISSUER/);
  });
});

test('token says that none is kept without a call, and needs a real service', async () => {
  const { sandbox, close } = await real();
  expect(await giro('token show')).toBe(0);
  expect(said).toEqual(['no token is kept']);
  expect(await giro('token deactivate')).toBe(0);
  expect(sandbox.requests).toEqual([]);
  env = { DATABASE_URL: env.DATABASE_URL ?? '' };
  expect(await giro('token show')).toBe(2);
  await close();
});
