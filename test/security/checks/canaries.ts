import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessTable } from '../../../src/bff/auth/access-table.ts';
import { callRow, rowsOf } from '../role-table.ts';
import { canary } from '../server.ts';
import type { Check, World } from '../world.ts';

/** @throws AssertionError that names what leaked, never its value */
function mustNotHold(text: string, planted: Record<string, string>, where: string) {
  const leaked = Object.entries(planted).filter(([, value]) => text.includes(value));
  assert.deepEqual(
    leaked.map(([name]) => name),
    [],
    where,
  );
}

/** All that somebody who owns nothing can get out of the server. */
async function answersTo(world: World, as: 'nobody' | 'other') {
  const texts: string[] = [];
  const keep = ({ headers, text }: { headers: object; text: string }) =>
    texts.push(text, JSON.stringify(headers));
  for (const row of rowsOf(world)) {
    for (const whose of ['mine', 'unowned', 'absent'] as const) {
      keep(await callRow(world, row, as, whose));
    }
  }
  const { recipient, things } = world;
  for (const q of [recipient.first_name, recipient.dni, things.transfer.mine, '']) {
    const query = new URLSearchParams({ q });
    keep(await world.call(as, { path: `/api/transfers?${query}` }));
  }
  const account = { destination_account_id: things.account.mine };
  keep(await world.call(as, { path: `/api/transfers?${new URLSearchParams(account)}` }));
  return texts.join('\n');
}

/** Builds the app with secrets in the environment, and answers the text of every file. */
async function builtWith(env: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'giro-build-'));
  try {
    const vite = 'node_modules/vite/bin/vite.js';
    const child = spawn(
      process.execPath,
      [vite, 'build', '--logLevel', 'error', '--outDir', folder],
      {
        env: { PATH: process.env.PATH, ...env },
        stdio: 'inherit',
      },
    );
    await once(child, 'exit');
    assert.equal(child.exitCode, 0, 'the build succeeds');
    return textOf(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function textOf(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const texts = files.filter((name) => /\.(js|css|html|svg|map)$/.test(name));
  assert.ok(texts.length > 10, 'there are files');
  return texts.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
}

export const canaries: Check[] = [
  {
    promise: 'canaries: the run that they were planted in did plant them',
    async check(world) {
      const mine = await world.call('sender', {
        path: `/api/destination_accounts/${world.things.account.mine}`,
      });
      for (const field of ['first_name', 'dni', 'bank_number', 'email', 'address'] as const) {
        assert.ok(mine.text.includes(world.recipient[field]), field);
      }
      const { text } = await world.call('sender', {
        path: `/api/transfers/${world.things.transfer.mine}`,
      });
      assert.ok(text.includes(world.planted().source_amount_cents));
      assert.notEqual(world.planted().token, 'no token yet');
    },
  },
  ...(['nobody', 'other'] as const).map((as) => ({
    promise: `canaries: none in any answer to ${as === 'other' ? 'another sender' : as}`,
    check: async (world: World) =>
      mustNotHold(await answersTo(world, as), world.planted(), 'in an answer'),
  })),
  {
    promise: 'canaries: no secret in any answer to their owner or to support',
    async check(world) {
      const { client_secret, giroSecret, token, password, password_hash } = world.planted();
      const secrets = { client_secret, giroSecret, token, password, password_hash };
      for (const as of ['sender', 'support'] as const) {
        for (const row of rowsOf(world)) {
          mustNotHold((await callRow(world, row, as)).text, secrets, `${as}, ${row.path}`);
        }
      }
    },
  },
  {
    promise: 'canaries: none in the log, at its finest level',
    async check(world) {
      // What can go wrong with them: a wrong password, a refused field, an address that is searched for.
      const { people, password, recipient } = world;
      for (const [email, secret] of [
        [people.sender.email, password],
        [people.sender.email, `${password}x`],
      ]) {
        const body = JSON.stringify({ email, password: secret });
        await world.call('nobody', { method: 'POST', path: '/api/session', body });
      }
      for (const body of [
        JSON.stringify({ ...recipient, bank_type: 'x' }),
        `{"a":"${recipient.dni}`,
      ]) {
        await world.call('sender', { method: 'POST', path: '/api/destination_accounts', body });
      }
      for (const alias of ['broken', 'dropped 1', 'strange error', recipient.alias]) {
        const body = JSON.stringify({ ...recipient, alias });
        await world.call('sender', { method: 'POST', path: '/api/destination_accounts', body });
      }
      for (const path of [
        '/api/transfers?q=',
        '/api/none/',
        '/api/transfers/%zz',
        '/recipients?q=',
      ]) {
        await world.call('support', { path: path + recipient.first_name });
      }
      assert.ok(world.lines.length > 100);
      assert.ok(world.lines.some((line) => line.includes('"route":"/api/transfers/:id"')));
      mustNotHold(world.lines.join(''), world.planted(), 'in the log');
      assert.doesNotMatch(world.lines.join(''), /Bearer |Basic /);
    },
  },
  {
    promise: 'canaries: none in the built files, nor the sandbox',
    async check(world) {
      const env = {
        REMITTANCE_BASE_URL: 'https://service.example',
        REMITTANCE_CLIENT_ID: canary('id'),
        REMITTANCE_CLIENT_SECRET: canary('secret'),
        GIRO_SECRET: canary('giro-secret'),
        DATABASE_URL: `postgres://giro:${canary('database')}@db.example/giro`,
        OIDC_CLIENT_SECRET: canary('oidc'),
        METRICS_TOKEN: canary('metrics'),
      };
      const text = await builtWith(env);
      mustNotHold(text, { ...env, ...world.planted() }, 'in a built file');
      assert.doesNotMatch(text, /sandbox-secret|\/api\/v3\/|distination_accounts|sourceMappingURL/);
    },
  },
  {
    promise: 'the ledger holds no token, password or session id as it is',
    async check(world) {
      const tables = ['users', 'sessions', 'service_tokens'] as const;
      const rows = await Promise.all(
        tables.map((table) => world.db.selectFrom(table).selectAll().execute()),
      );
      const { token, password, 'session of the sender': session, client_secret } = world.planted();
      const secrets = { token, password, session, client_secret };
      mustNotHold(JSON.stringify(rows), secrets, 'in the ledger');
      assert.ok(accessTable.length > 0 && rows.every((table) => table.length > 0));
    },
  },
];
