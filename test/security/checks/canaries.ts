import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessTable } from '../../../src/bff/auth/access-table.ts';
import { casePaths, transferCasePaths } from '../../../src/contract/api/case.ts';
import { buildCanaries } from '../../support/canary.ts';
import type { Check, Fixture } from '../fixture.ts';
import { callRow, rowsOf, teamNote } from '../role-table.ts';

/**
 * Checks that no planted value is in the text.
 * @throws AssertionError with the names of leaked values only
 */
function mustNotHold(text: string, planted: Record<string, string>, where: string) {
  const leaked = Object.entries(planted).filter(([, value]) => text.includes(value));
  assert.deepEqual(
    leaked.map(([name]) => name),
    [],
    where,
  );
}

/** Every answer that an actor without own records can get, as text. */
async function answersTo(fixture: Fixture, as: 'anonymous' | 'other') {
  const texts: string[] = [];
  const keep = ({ headers, text }: { headers: object; text: string }) =>
    texts.push(text, JSON.stringify(headers));
  for (const row of rowsOf(fixture)) {
    for (const whose of ['mine', 'unowned', 'absent'] as const) {
      keep(await callRow(fixture, row, as, whose));
    }
  }
  const { recipient, things } = fixture;
  for (const q of [recipient.first_name, recipient.dni, things.transfer.mine, '']) {
    const query = new URLSearchParams({ q });
    keep(await fixture.call(as, { path: `/api/transfers?${query}` }));
  }
  const account = { destination_account_id: things.account.mine };
  keep(await fixture.call(as, { path: `/api/transfers?${new URLSearchParams(account)}` }));
  return texts.join('\n');
}

/** Builds the app with secrets in the environment and returns the text of every built file. */
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
    name: 'canaries: the owner sees them, so they were planted',
    async check(fixture) {
      const mine = await fixture.call('sender', {
        path: `/api/destination_accounts/${fixture.things.account.mine}`,
      });
      for (const field of ['first_name', 'dni', 'bank_number', 'email', 'address'] as const) {
        assert.ok(mine.text.includes(fixture.recipient[field]), field);
      }
      const { text } = await fixture.call('sender', {
        path: `/api/transfers/${fixture.things.transfer.mine}`,
      });
      assert.ok(text.includes(fixture.planted().source_amount_cents));
      assert.notEqual(fixture.planted().token, 'no token yet');
    },
  },
  ...(['anonymous', 'other'] as const).map((as) => ({
    name: `canaries: none in any answer to ${as === 'other' ? 'another sender' : 'a stranger'}`,
    check: async (fixture: Fixture) =>
      mustNotHold(await answersTo(fixture, as), fixture.planted(), 'in an answer'),
  })),
  {
    name: 'canaries: no secret in any answer to the owner or to support',
    async check(fixture) {
      const { client_secret, giroSecret, token, password, password_hash } = fixture.planted();
      const secrets = { client_secret, giroSecret, token, password, password_hash };
      for (const as of ['sender', 'support'] as const) {
        for (const row of rowsOf(fixture)) {
          mustNotHold((await callRow(fixture, row, as)).text, secrets, `${as}, ${row.path}`);
        }
      }
    },
  },
  {
    name: 'canaries: no team note, and not who has the case, in any answer to the sender of it',
    async check(fixture) {
      const of = (path: string) =>
        accessTable.find((row) => row.path === path && row.method !== 'GET');
      const opening = of(transferCasePaths.case(':id'));
      assert.ok(opening);
      // It may be open already.
      assert.ok([201, 409].includes((await callRow(fixture, opening, 'support')).status));
      for (const path of [
        ...[casePaths.assignment(':key'), casePaths.notes(':key')],
        transferCasePaths.notes(':id'),
      ]) {
        const row = of(path);
        assert.ok(row);
        assert.ok((await callRow(fixture, row, 'support')).status < 300, path);
      }
      const planted = {
        'team note': teamNote,
        'name of support': fixture.planted()['name of support'],
      };
      for (const row of rowsOf(fixture)) {
        mustNotHold((await callRow(fixture, row, 'sender')).text, planted, `sender, ${row.path}`);
      }
    },
  },
  {
    name: 'canaries: none in the log at level trace',
    async check(fixture) {
      // Calls that could log them: wrong passwords, refused fields, malformed JSON, searches.
      const { people, password, recipient } = fixture;
      for (const [email, secret] of [
        [people.sender.email, password],
        [people.sender.email, `${password}x`],
      ]) {
        const body = JSON.stringify({ email, password: secret });
        await fixture.call('anonymous', { method: 'POST', path: '/api/session', body });
      }
      for (const body of [
        JSON.stringify({ ...recipient, bank_type: 'x' }),
        `{"a":"${recipient.dni}`,
      ]) {
        await fixture.call('sender', { method: 'POST', path: '/api/destination_accounts', body });
      }
      for (const alias of ['broken', 'dropped 1', 'strange error', recipient.alias]) {
        const body = JSON.stringify({ ...recipient, alias });
        await fixture.call('sender', { method: 'POST', path: '/api/destination_accounts', body });
      }
      for (const path of [
        '/api/transfers?q=',
        '/api/none/',
        '/api/transfers/%zz',
        '/recipients?q=',
      ]) {
        await fixture.call('support', { path: path + recipient.first_name });
      }
      assert.ok(fixture.lines.length > 100);
      assert.ok(fixture.lines.some((line) => line.includes('"route":"/api/transfers/:id"')));
      mustNotHold(fixture.lines.join(''), fixture.planted(), 'in the log');
      assert.doesNotMatch(fixture.lines.join(''), /Bearer |Basic /);
    },
  },
  {
    name: 'canaries: none in the built files, and no code of the sandbox',
    async check(fixture) {
      const env = fixture.built?.env ?? buildCanaries();
      const text = fixture.built ? textOf(fixture.built.folder) : await builtWith(env);
      mustNotHold(text, { ...env, ...fixture.planted() }, 'in a built file');
      assert.doesNotMatch(text, /sandbox-secret|\/api\/v3\/|distination_accounts|sourceMappingURL/);
    },
  },
  {
    name: 'the ledger has no token, password or session id in plain text',
    async check(fixture) {
      const tables = ['users', 'sessions', 'service_tokens'] as const;
      const rows = await Promise.all(
        tables.map((table) => fixture.db.selectFrom(table).selectAll().execute()),
      );
      const {
        token,
        password,
        'session of the sender': session,
        client_secret,
      } = fixture.planted();
      const secrets = { token, password, session, client_secret };
      mustNotHold(JSON.stringify(rows), secrets, 'in the ledger');
      assert.ok(accessTable.length > 0 && rows.every((table) => table.length > 0));
    },
  },
];
