import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { checkLedger } from '../../../src/bff/cli/check-ledger.ts';
import { explainService } from '../../../src/bff/cli/check-service.ts';
import { runCommand } from '../../../src/bff/cli/cli.ts';
import { readConfig } from '../../../src/bff/config/config.ts';
import { doneMigrations } from '../../../src/bff/ledger/keep/inspect.ts';
import { openLedger } from '../../../src/bff/ledger/store/ledger.ts';
import { listenPostgres } from '../../../src/bff/ledger/store/postgres.ts';
import { probeBody } from '../../../src/bff/service/body-probe.ts';
import { ServiceError } from '../../../src/bff/service/errors.ts';
import { silentLog } from '../../../src/bff/service/log.ts';
import { createSandbox, type SandboxOptions } from '../../../src/sandbox/sandbox.ts';
import { createCertificate } from '../../support/certificate.ts';
import { isSimulate, type Rule, startHoldingProxy } from '../../support/holding-proxy.ts';
import { migrationsWithNext } from '../../support/next-migration.ts';
import { openStore } from '../../support/open-store.ts';
import { addOverdueOrder, addWaitingOrder } from '../../support/orders.ts';
import { addPerson } from '../../support/people.ts';
import { stores } from '../../support/stores.ts';
import { closedPort, json, listening, serverThat } from '../service/misbehaving-server.ts';
import { serviceThat } from '../service/service-that.ts';

let folder: string;
let said: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'giro-doctor-'));
  said = [];
  return () => rmSync(folder, { recursive: true });
});

async function doctor(env: Record<string, string>): Promise<number> {
  said = [];
  return runCommand(['doctor'], {
    env,
    say: (line) => said.push(line),
    readStdin: async () => '',
    now: () => Date.now(),
    log: silentLog,
  });
}

const line = (name: string) => said.find((text) => text.startsWith(`${name} `)) ?? '';
const failures = () => said.filter((text) => / FAIL /.test(text));

describe('the database', () => {
  const url = () => `sqlite:${join(folder, 'giro.db')}`;

  test('is not created', async () => {
    const path = join(folder, 'data', 'giro.db');
    expect(await doctor({ DATABASE_URL: `sqlite:${path}` })).toBe(0);
    expect(line('database')).toMatch(/ ok .*giro\.db, \d+ MB free on its disk\. Giro creates it/);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is left as it is, byte for byte, without a new file', async () => {
    await (await openLedger(url())).destroy();
    const seen = () =>
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'base64')]);
    const before = seen();
    expect(await doctor({ DATABASE_URL: url() })).toBe(0);
    expect(line('database')).toBe(
      `database         ok    ${url()}, ${/\d+ MB/.exec(line('database'))?.[0]} free on its disk`,
    );
    expect(seen()).toEqual(before);
  });

  test('is checked while Giro has it open', async () => {
    const db = await openLedger(url());
    onTestFinished(() => db.destroy());
    expect(await doctor({ DATABASE_URL: url() })).toBe(0);
    expect(await db.selectFrom('leases').selectAll().execute()).toEqual([]);
  });

  test('is read through: a damaged page far behind the first is found', async () => {
    const db = await openLedger(url());
    await sql`create table filler (text text)`.execute(db);
    await sql`insert into filler
      with recursive many (n) as (select 1 union all select n + 1 from many where n < 900)
      select hex(randomblob(400)) from many`.execute(db);
    await db.destroy();
    const path = join(folder, 'giro.db');
    const bytes = readFileSync(path);
    bytes.fill(0x41, bytes.length - 100 * 4_096, bytes.length - 80 * 4_096);
    writeFileSync(path, bytes);
    expect(await doctor({ DATABASE_URL: url() })).toBe(1);
    expect(line('database')).toMatch(/ FAIL .*giro\.db is damaged.*restore a backup/);
  });

  test('must take a write', async () => {
    const db = await openLedger(url());
    await sql`create trigger closed before insert on leases
      begin select raise(abort, 'nothing is written here'); end`.execute(db);
    await db.destroy();
    expect(await doctor({ DATABASE_URL: url() })).toBe(1);
    expect(line('database')).toMatch(/ FAIL .*can’t be used: nothing is written here/);
  });

  describe.each(stores())('on $name', ({ create }) => {
    test('warns while nobody can approve what needs a second person', async () => {
      const store = await openStore(create);
      const db = await store.open();
      const warned = async (env: Record<string, string> = {}) => {
        const asked = { APPROVE_ABOVE: '{"CLP":"5000"}', DATABASE_URL: store.url, ...env };
        expect(await doctor(asked)).toBe(0);
        return line('approvals');
      };
      const team = { SENDERS_SEE: 'all', SENDERS_APPROVE: 'true' };
      expect(await warned()).toMatch(/ WARN {2}nobody with the role approver can sign in/);
      expect(await warned({ APPROVE_ABOVE: '{}' })).toBe('');
      for (const who of ['ana', 'bea']) {
        expect(await warned(team)).toMatch(/ WARN .*fewer than two senders, can sign in/);
        await addPerson(db, { email: `${who}@giro.example`, password: 'a long password' });
      }
      expect(await warned(team)).toBe('');
      expect(await warned()).toMatch(/ WARN /);
      await addPerson(db, { email: 'ari@giro.example', password: 'a long one', role: 'approver' });
      expect(await warned()).toBe('');
    });

    test('warns while fewer than two people can resolve what needs two', async () => {
      const store = await openStore(create);
      const db = await store.open();
      const warned = async (env: Record<string, string>) => {
        expect(await doctor({ DATABASE_URL: store.url, ...env })).toBe(0);
        return line('second person');
      };
      const two = { RESOLVE_ALONE_UP_TO: '{}' };
      expect(await warned(two)).toMatch(/ WARN {2}nobody has the role support, so nobody can/);
      for (const who of ['marta', 'diego']) {
        expect(await warned({})).toBe('');
        await addPerson(db, { email: `${who}@giro.example`, role: 'support' });
      }
      // Both are only invited.
      expect(await warned(two)).toMatch(/ WARN {2}nobody has/);
      await db
        .updateTable('users')
        .set({ password_hash: 'a hash' })
        .where('email', '=', 'marta@giro.example')
        .execute();
      expect(await warned(two)).toMatch(/ WARN {2}one person has the role support, so nobody can/);
      await db.updateTable('users').set({ password_hash: 'a hash' }).execute();
      expect(await warned(two)).toBe('');
    });

    test('warns of transfers that are due and not sent', async () => {
      const store = await openStore(create);
      const db = await store.open();
      const { id } = await addPerson(db, { email: 'ana@giro.example', role: 'sender' });
      const warned = async () => {
        expect(await doctor({ DATABASE_URL: store.url })).toBe(0);
        return line('orders');
      };
      await addWaitingOrder(db, id);
      expect(await warned()).toBe('');
      const first = await addOverdueOrder(db, id);
      expect(await warned()).toContain(
        ` WARN  1 transfer is due and not sent, the first since ${first.release_at}.`,
      );
      await addOverdueOrder(db, id);
      expect(await warned()).toContain(' WARN  2 transfers are due and not sent, ');
    });

    test('of a newer program is refused, and an older one is not migrated', async () => {
      const store = await openStore(create);
      const db = await store.open();
      const before = await doneMigrations(db);
      const config = readConfig({ DATABASE_URL: store.url });
      expect(await checkLedger({ config }, migrationsWithNext)).toMatch(
        /\. 1 migration will run when Giro starts$/,
      );
      expect(await doneMigrations(db)).toEqual(before);

      await sql`insert into kysely_migration (name, timestamp) values ('999-future', 'now')`.execute(
        db,
      );
      expect(await doctor({ DATABASE_URL: store.url })).toBe(1);
      expect(line('database')).toMatch(/ FAIL .*is newer than this program\. Start the newer/);
      expect(line('clock')).toBe('');
    });

    test('that is empty stays empty', async () => {
      const store = await create('empty');
      onTestFinished(store.remove);
      const path = /^sqlite:(.*)$/.exec(store.url)?.[1];
      if (path) writeFileSync(path, '');
      expect(await doctor({ DATABASE_URL: store.url })).toBe(0);
      expect(line('database')).toMatch(/ ok .*, empty\. Giro creates its tables when it starts$/);
      expect(await doctor({ DATABASE_URL: store.url })).toBe(0);
      expect(line('database')).toContain('empty');
    });
  });
});

const postgres = stores().find(({ name }) => name === 'PostgreSQL');

describe.skipIf(!postgres)('the connections to PostgreSQL', () => {
  test('must be allowed, for all instances that run', async () => {
    if (!postgres) throw new Error('no PostgreSQL');
    const store = await openStore(postgres.create);
    await doctor({ DATABASE_URL: store.url });
    expect(line('connections')).toMatch(
      / ok {4}1 instance may open 12 connections, 10 \(DATABASE_CONNECTIONS\) and 2 more each; PostgreSQL allows \d{3}$/,
    );
    const told = new Set<number>();
    for (const instance of [1, 2]) {
      const listening = listenPostgres(store.url, 'giro_test', () => told.add(instance));
      onTestFinished(() => listening.close());
    }
    await expect.poll(() => told.size).toBe(2);
    const db = await store.open();
    const name = new URL(store.url).pathname.slice(1);
    await sql`alter database ${sql.id(name)} connection limit 23`.execute(db);
    expect(await doctor({ DATABASE_URL: store.url })).toBe(1);
    expect(line('connections')).toMatch(
      / FAIL {2}2 instances may open 24 .* allows 23\. Lower DATABASE_CONNECTIONS, or raise/,
    );
    expect(await doctor({ DATABASE_URL: store.url, DATABASE_CONNECTIONS: '9' })).toBe(0);
  });
});

test('prints the user, the address and the proxies as they are understood', async () => {
  await doctor({ PUBLIC_ORIGIN: 'https://send.example.com/', TRUST_PROXY: 'true', PORT: '80' });
  expect(line('giro')).toMatch(/ ok {4}version \d+\.\d+\.\d+, Node 24\.\S+, as user /);
  expect(line('giro')).toContain(userInfo().username);
  expect(line('address')).toBe(
    'address          ok    people open Giro at https://send.example.com only (PUBLIC_ORIGIN); it listens on 127.0.0.1:80; X-Forwarded-* is believed from 1 proxy (TRUST_PROXY)',
  );
  await doctor({});
  expect(line('address')).toMatch(/may open Giro at any address; .*X-Forwarded-\* is ignored/);
});

const access = {
  REMITTANCE_CLIENT_ID: 'client',
  REMITTANCE_CLIENT_SECRET: 'secret',
  GIRO_SECRET: 'x'.repeat(32),
};

describe('the service', () => {
  const at = (baseUrl: string, env = {}) =>
    doctor({
      ...access,
      REMITTANCE_BASE_URL: baseUrl,
      DATABASE_URL: `sqlite:${folder}/giro.db`,
      ...env,
    });

  /** A server with a new certificate, which this process trusts if `isTrusted`. */
  async function secureServer(isTrusted: boolean): Promise<string> {
    const certificate = createCertificate();
    const server = createServer(certificate, (_request, response) => response.writeHead(404).end());
    const url = (await listening(server)).replace('http', 'https');
    const trusted = tls.getCACertificates('default');
    if (isTrusted) tls.setDefaultCACertificates([...trusted, certificate.cert]);
    onTestFinished(() => {
      tls.setDefaultCACertificates(trusted);
      server.closeAllConnections();
      server.close();
    });
    return url;
  }

  test.each<[string, () => Promise<string>, RegExp]>([
    ['a closed port', closedPort, /nothing answers .* \(ECONNREFUSED\)\. Check its port/],
    [
      'an unknown host',
      async () => 'https://service.invalid',
      /the host in REMITTANCE_BASE_URL.* \((ENOTFOUND|EAI_AGAIN)\)\. Check/,
    ],
    [
      'a certificate of an unknown CA',
      () => secureServer(false),
      /unknown issuer \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. .*NODE_EXTRA_CA_CERTS/,
    ],
    [
      'https to a port without TLS',
      async () => (await serverThat((res) => res.end())).url.replace('http', 'https'),
      /does not answer with TLS \(\S+\)\. Check the port/,
    ],
    [
      'http to a port with TLS',
      async () => (await secureServer(true)).replace('https', 'http'),
      /does not speak HTTP \(\S+\)\. Check the port .*write https:\/\//,
    ],
  ])('behind %s is explained once', async (_name, url, words) => {
    expect(await at(await url())).toBe(1);
    expect(failures()).toHaveLength(1);
    expect(line('service')).toMatch(words);
    expect(said.at(-1)).toBe('1 check failed');
  });

  test('that is another web server is explained once', async () => {
    const server = await serverThat((res) => res.end('<html>Welcome</html>'));
    expect(await at(server.url)).toBe(1);
    expect(failures()).toEqual([
      expect.stringMatching(
        /^credentials .*not JSON\)\. Check .* no other server or proxy answers/,
      ),
    ]);
  });

  test('that is lost between two reads is not asked again', async () => {
    const server = await serverThat((res, { path, authorization }) => {
      const expires_at = new Date(Date.now() + 60_000).toISOString();
      if (path.includes('/auth/')) json(res, JSON.stringify({ token: 'token', expires_at }));
      else if (authorization === '') json(res, '{"message":"no token"}', 401);
      else res.destroy();
    });
    expect(await at(server.url)).toBe(1);
    expect(failures()).toEqual([expect.stringMatching(/^countries /)]);
    expect(said.join('\n')).not.toMatch(/currencies|banks|transfers/);
    expect(server.seen.at(-1)?.path).toBe('/api/v3/auth/destroy');
  });

  test('has its certificate’s end and its clock printed', async () => {
    const url = await secureServer(true);
    expect(await at(url)).toBe(1);
    const end = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    expect(said).toContainEqual(
      expect.stringMatching(
        new RegExp(`^service +ok .*certificate until ${end}, clock -?[01] s from this machine's$`),
      ),
    );
    expect(said).toContainEqual(
      expect.stringMatching(/^service +WARN {2}its certificate ends in [12] days\. Ask its/),
    );
  });

  test('with another clock is warned of', async () => {
    const date = new Date(Date.now() - 300_000).toUTCString();
    const server = await serverThat((res) => json(res, '{}', 404, { date }));
    await at(server.url);
    expect(said).toContainEqual(
      expect.stringMatching(/^service +WARN {2}its clock is -(299|300|301) s from this machine's/),
    );
  });

  test('whose reads all work is ok', async () => {
    const sandbox = createSandbox({ transfers: 3 });
    const { url, close } = await sandbox.listen();
    onTestFinished(close);
    const { client_id, client_secret } = sandbox;
    const env = { REMITTANCE_CLIENT_ID: client_id, REMITTANCE_CLIENT_SECRET: client_secret };
    expect(await at(url, env)).toBe(0);
    expect(line('service')).toMatch(/ ok {4}answers, without TLS, clock -?[01] s from/);
    expect(said.at(-1)).toBe('All checks passed');

    expect(await at(url, { ...env, STEP_UP_ABOVE: '{"CLP":"5000"}' })).toBe(0);
    expect(line('proof again')).toMatch(/ ok .*above 5000 subunits of CLP \(STEP_UP_ABOVE\)$/);
    expect(await at(url, { ...env, STEP_UP_ABOVE: '{"clp":"5000"}' })).toBe(1);
    expect(line('proof again')).toMatch(/ FAIL .*clp is no currency of the service.*write CLP$/);
    expect(await at(url, { ...env, APPROVE_ABOVE: '{"clp":"5000"}' })).toBe(1);
    expect(line('approvals')).toMatch(/ FAIL {2}APPROVE_ABOVE: clp is no currency .*write CLP$/);
    expect(await at(url, { ...env, LIMITS: '{"CLP":{"transfer":5,"day":9}}' })).toBe(0);
    expect(line('limits')).toMatch(/ ok .*up to 5 a transfer and 9 a day .*of CLP \(LIMITS\)$/);
    expect(await at(url, { ...env, LIMITS: '{"clp":{"day":9}}' })).toBe(1);
    expect(line('limits')).toMatch(/ FAIL .*clp is no currency of the service.*write CLP$/);
    expect(await at(url, { ...env, RESOLVE_ALONE_UP_TO: '{"CLP":"5000"}' })).toBe(0);
    expect(line('second person')).toMatch(
      / ok .*up to 5000 subunits of CLP \(RESOLVE_ALONE_UP_TO\)$/,
    );
    expect(await at(url, { ...env, RESOLVE_ALONE_UP_TO: '{"clp":"5000"}' })).toBe(1);
    expect(line('second person')).toMatch(/ FAIL {2}RESOLVE_ALONE_UP_TO: clp is no .*write CLP$/);
  });

  describe('asks for an estimate, a GET with a body, and', () => {
    /** What doctor says of the estimate, with a proxy before the service. */
    async function estimate(body: Rule['body'] | undefined, options: SandboxOptions = {}) {
      const sandbox = createSandbox(options);
      const service = await sandbox.listen();
      const proxy = await startHoldingProxy(service.url);
      onTestFinished(async () => {
        await proxy.close();
        await service.close();
      });
      proxy.hold({ matches: isSimulate, ...(body && { body }) });
      const env = {
        REMITTANCE_CLIENT_ID: sandbox.client_id,
        REMITTANCE_CLIENT_SECRET: sandbox.client_secret,
      };
      const code = await at(proxy.url, env);
      return { code, said: line('estimate') };
    }

    test('is content if the body arrives', async () => {
      const { code, said } = await estimate(undefined);
      expect(said).toMatch(/ ok .*reads the body of a GET request \(contract 4\.2\)$/);
      expect(code).toBe(0);
    });

    test('names what drops the body on the way', async () => {
      const { code, said } = await estimate('dropped');
      expect(said).toMatch(
        / FAIL .*\(4\d\d .+\): something between Giro and the service drops the body of GET requests \(contract 4\.2\)\. Call the service without/,
      );
      expect(code).toBe(1);
    });

    test('names what rejects a GET with a body', async () => {
      const { code, said } = await estimate('rejected');
      expect(said).toMatch(/ FAIL .*something between .* rejects the body of GET requests/);
      expect(code).toBe(1);
    });
  });

  /** What a service answers to simulate, with and without a body. */
  const estimates = (withBody: (asked: number) => [number, string], bare: [number, string]) => {
    let asked = 0;
    return serviceThat((res, { path, body }) => {
      if (path.endsWith('/currencies')) {
        const codes = ['USD', 'CLP', 'COP'];
        const rows = codes.map((iso_code) => ({ name: iso_code, iso_code, subunit_to_unit: 100 }));
        return json(res, JSON.stringify(rows));
      }
      if (path.endsWith('/countries')) {
        const row = { id: 1, name: 'Chile', code: 'CL', is_asset: false };
        return json(res, JSON.stringify([row]));
      }
      if (body !== '') asked += 1;
      const [status, message] = body === '' ? bare : withBody(asked);
      return json(res, JSON.stringify({ message }), status);
    });
  };

  test.each<[string, (asked: number) => [number, string], [number, string], object]>([
    [
      'arrived: too small an amount is refused as none is, a larger one as another',
      (asked) => (asked === 1 ? [422, 'amount too small'] : [422, 'amount too large']),
      [422, 'amount too small'],
      { is: 'arrives' },
    ],
    [
      'arrived: no rate is another answer than none',
      () => [404, 'exchange rate not available'],
      [422, 'missing'],
      { is: 'arrives' },
    ],
    [
      'is unknown: no rate for anything, with or without it',
      () => [404, 'exchange rate not available'],
      [404, 'exchange rate not available'],
      { is: 'no-rate', answer: '404 exchange rate not available' },
    ],
    [
      'was dropped: each is refused as none is',
      () => [400, 'bad simulate body'],
      [400, 'bad simulate body'],
      { is: 'dropped', answer: '400 bad simulate body' },
    ],
    [
      'was rejected: a gateway answers 411, the service otherwise',
      () => [411, 'no'],
      [422, 'missing'],
      { is: 'rejected', answer: '411 a status that the contract does not show (411)' },
    ],
  ])('whether the body %s', async (_name, withBody, bare, expected) => {
    const { client } = await estimates(withBody, bare);
    expect(await probeBody(client)).toEqual(expected);
  });

  test.each<[string, [number, string]]>([
    ['with or without a body', [500, 'oops']],
    ['with a body alone', [422, 'missing']],
  ])('an estimate that fails %s is no word on the body', async (_name, bare) => {
    const { client } = await estimates(() => [500, 'oops'], bare);
    await expect(probeBody(client)).rejects.toMatchObject({ kind: 'broken' });
  });

  test.each([
    ['CERT_HAS_EXPIRED', /has expired \(CERT_HAS_EXPIRED\)\. Ask its operator/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /is for another host .*Set REMITTANCE_BASE_URL/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /unknown issuer .*NODE_EXTRA_CA_CERTS/],
    ['UND_ERR_CONNECT_TIMEOUT', /can’t be reached \(UND_ERR_CONNECT_TIMEOUT\)\. Check/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', /does not answer with TLS/],
  ])('%s has a mend', (code, words) => {
    const cause = Object.assign(new Error('a failure'), { code });
    const error = new ServiceError('not-written', 'nothing was sent', { cause });
    const service = { baseUrl: 'https://service.example', clientId: '', clientSecret: '' };
    expect(explainService(error, service)).toMatch(words);
    const proxy = { url: 'http://proxy.example:3128', except: '' };
    expect(explainService(error, { ...service, proxy })).toMatch(/go through HTTPS_PROXY/);
  });
});
