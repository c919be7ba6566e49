import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { runCommand } from '../../src/bff/cli.ts';
import { readConfig } from '../../src/bff/config.ts';
import { addAudit, readAudit } from '../../src/bff/ledger/audit.ts';
import { openLedger } from '../../src/bff/ledger/ledger.ts';
import { ownerOf } from '../../src/bff/ledger/owners.ts';
import { addUser, findUserByEmail } from '../../src/bff/ledger/users.ts';
import { holdToService } from '../../src/bff/ledger-service.ts';
import { checkPassword } from '../../src/bff/sign-in/passwords.ts';
import { createSessions } from '../../src/bff/sign-in/sessions.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { startProvider } from '../support/oidc-provider.ts';

let folder: string;
let env: Record<string, string>;
let said: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'giro-cli-'));
  env = { DATABASE_URL: `sqlite:${join(folder, 'giro.db')}` };
});
afterEach(() => rmSync(folder, { recursive: true }));

async function giro(line: string, password = 'correct horse battery') {
  said = [];
  return runCommand(line.split(' '), {
    env,
    say: (text) => said.push(text),
    readStdin: async () => password,
    now: () => Date.parse('2026-01-01T12:00:00Z'),
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
  test('gives a person what the service has, unless somebody has it', async () => {
    await giro(ana);
    expect(await giro('adopt ana@example.com --account 501')).toBe(0);
    expect(await giro('adopt ana@example.com --transfer 9001')).toBe(0);
    expect(await giro('adopt ana@example.com --transfer 9001')).toBe(1);
    expect(said).toEqual(["transfer 9001 is somebody's already"]);
    const id = (await find())?.id;
    expect(await inLedger((db) => ownerOf(db, 'account', '501'))).toBe(id);
    expect(await inLedger((db) => ownerOf(db, 'transfer', '9001'))).toBe(id);
    expect(await giro('adopt nobody@example.com --account 502')).toBe(1);
  });
});

describe('what the operator changes', () => {
  const written = () => inLedger((db) => readAudit(db, { limit: 100 }));

  test('is in the audit, as done on the command line, with no name and no password', async () => {
    await giro(ana);
    await giro('user role ana@example.com support');
    await giro('user password ana@example.com --password-stdin', 'a newer password');
    await giro('adopt ana@example.com --account 501');
    await giro('user disable ana@example.com');
    const id = (await find())?.id ?? '';
    const subject = `user ${id}`;
    const shared = { at: '2026-01-01T12:00:00.000Z', user_id: null, email: null };
    const rows = await written();
    expect(rows).toEqual(
      [
        { action: 'user-add', subject, outcome: 'sender' },
        { action: 'user-role', subject, outcome: 'support' },
        { action: 'user-password', subject, outcome: 'done' },
        { action: 'adopt', subject: 'account 501', outcome: subject },
        { action: 'user-disable', subject, outcome: 'done' },
      ].map((row) => ({ ...shared, ...row, request_id: 'command-line' })),
    );
    await giro('audit --limit 1');
    expect(said).toEqual([
      `2026-01-01T12:00:00.000Z\t-\tuser-disable\t${subject}\tdone\tcommand-line`,
    ]);
  });

  test('leaves no trace where nothing was changed', async () => {
    await giro(ana);
    await giro(ana);
    await giro('user list');
    await giro('user role nobody@example.com support');
    await giro('adopt nobody@example.com --account 501');
    await giro('adopt ana@example.com --account 501');
    await giro('adopt ana@example.com --account 501');
    expect((await written()).map(({ action }) => action)).toEqual(['user-add', 'adopt']);
  });

  test('is not changed when the audit can not be written', async () => {
    await giro(ana);
    await inLedger((db) => sql`alter table audit rename to audit_away`.execute(db));
    await expect(giro('user role ana@example.com support')).rejects.toThrow(/audit/);
    await expect(giro('adopt ana@example.com --account 501')).rejects.toThrow(/audit/);
    expect((await find())?.role).toBe('sender');
    expect(await inLedger((db) => ownerOf(db, 'account', '501'))).toBeNull();
  });
});

describe('audit', () => {
  const entry = (at: string, user_id: string | null) => ({
    at,
    user_id,
    action: 'sign-in',
    subject: null,
    outcome: user_id ? 'done' : 'wrong-password',
    request_id: `of ${at}`,
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
      await addAudit(db, { ...entry('2026-01-03T10:00:00.000Z', id), subject: 'account 7' });
    });
    const [first, second, third] = [
      '2026-01-01T10:00:00.000Z\tana@example.com\tsign-in\t-\tdone\tof 2026-01-01T10:00:00.000Z',
      '2026-01-02T10:00:00.000Z\t-\tsign-in\t-\twrong-password\tof 2026-01-02T10:00:00.000Z',
      '2026-01-03T10:00:00.000Z\tana@example.com\tsign-in\taccount 7\tdone\tof 2026-01-03T10:00:00.000Z',
    ];
    for (const [line, lines] of [
      ['audit', [first, second, third]],
      ['audit --limit 1', [third]],
      ['audit --since 2026-01-02', [second, third]],
      ['audit --since 2026-01-03T10:00:00.000+01:00 --user ANA@example.com', [third]],
      ['audit --user ana@example.com', [first, third]],
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

async function real(clientSecret?: string) {
  const sandbox = createSandbox({ transfers: 3 });
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
    expect(await giro('adopt ana@example.com --account 501')).toBe(0);
    const actions = (await inLedger((db) => readAudit(db, { limit: 9 }))).map((row) => row.action);
    expect(actions).toEqual(['user-add', 'service-accept', 'adopt']);
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

  test('says that the store can not be opened', async () => {
    env = { DATABASE_URL: `sqlite:${folder}` };
    expect(await giro('doctor')).toBe(1);
    expect(said).toContainEqual(expect.stringMatching(/^FAIL {2}store: /));
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
