import assert from 'node:assert/strict';
import { createSessions } from '../../../src/bff/auth/sessions.ts';
import { changeUser } from '../../../src/bff/ledger/people/users.ts';
import { type Answer, ask } from '../ask.ts';
import type { Check, Fixture } from '../fixture.ts';
import { startServer } from '../server.ts';

const cookieOf = ({ headers }: Answer) => headers['set-cookie']?.[0]?.split(';')[0] ?? '';

function signIn(
  fixture: Fixture,
  { url = fixture.url, headers = {} as Record<string, string> } = {},
) {
  const { email } = fixture.people.other;
  return ask(url, {
    method: 'POST',
    path: '/api/session',
    headers: { origin: url, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email, password: fixture.password }),
  });
}

const statusAt = async (url: string, cookie: string, path = '/api/session') =>
  (await ask(url, { path, headers: { cookie } })).status;

/** Runs the work with a second instance on the same ledger. */
async function withSecond(fixture: Fixture, work: (url: string) => Promise<void>) {
  const second = await startServer({ env: { DATABASE_URL: fixture.databaseUrl } });
  try {
    await work(second.url);
  } finally {
    await second.close();
  }
}

export const sessions: Check[] = [
  {
    name: 'a session id has 256 random bits, and only its hash is stored',
    async check(fixture) {
      const answer = await signIn(fixture);
      const cookie = cookieOf(answer);
      const id = cookie.replace('giro=', '');
      assert.equal(Buffer.from(id, 'base64url').length, 32);
      assert.match(String(answer.headers['set-cookie']), /; HttpOnly; SameSite=Strict$/);
      const stored = await fixture.db.selectFrom('sessions').selectAll().execute();
      assert.ok(!JSON.stringify(stored).includes(id));
      assert.ok(stored.length > 0);
      for (const { id_hash } of stored.slice(0, 20)) {
        assert.equal(await statusAt(fixture.url, `giro=${id_hash}`), 401);
      }
    },
  },
  {
    name: 'fixation: a session id chosen by the caller is never accepted',
    async check(fixture) {
      const chosen = `giro=${'A'.repeat(43)}`;
      const cookie = cookieOf(await signIn(fixture, { headers: { cookie: chosen } }));
      assert.notEqual(cookie, chosen);
      assert.equal(await statusAt(fixture.url, chosen), 401);
      assert.equal(await statusAt(fixture.url, cookie), 200);
    },
  },
  {
    name: 'rotation: a sign-in closes the old session',
    async check(fixture) {
      const before = await fixture.newCookie('other');
      const after = cookieOf(await signIn(fixture, { headers: { cookie: before } }));
      assert.equal(await statusAt(fixture.url, before), 401);
      assert.equal(await statusAt(fixture.url, after), 200);
    },
  },
  {
    name: 'replay: a cookie is invalid after sign-out, in every instance',
    check: (fixture) =>
      withSecond(fixture, async (url) => {
        const cookie = await fixture.newCookie('other');
        assert.deepEqual(
          [await statusAt(fixture.url, cookie), await statusAt(url, cookie)],
          [200, 200],
        );
        const left = await ask(fixture.url, {
          method: 'DELETE',
          path: '/api/session',
          headers: { cookie, origin: fixture.url },
        });
        assert.match(
          String(left.headers['set-cookie']),
          /^giro=; Max-Age=0|Expires=Thu, 01 Jan 1970/,
        );
        assert.deepEqual(
          [await statusAt(fixture.url, cookie), await statusAt(url, cookie)],
          [401, 401],
        );
      }),
  },
  {
    name: 'a changed role takes effect on the next request, in every instance',
    check: (fixture) =>
      withSecond(fixture, async (url) => {
        const { email } = fixture.people.other;
        const cookie = await fixture.newCookie('other');
        const candidates = `/api/sends/${fixture.things.send.mine}/candidates`;
        assert.equal(await statusAt(url, cookie, candidates), 403);
        await changeUser(fixture.db, email, { role: 'support' });
        assert.equal(await statusAt(url, cookie, candidates), 200);
        await changeUser(fixture.db, email, { role: 'sender' });
        assert.equal(await statusAt(fixture.url, cookie, candidates), 403);
        assert.equal(await statusAt(url, cookie, candidates), 403);
      }),
  },
  {
    name: 'a disabled user is signed out on the next request, in every instance',
    check: (fixture) =>
      withSecond(fixture, async (url) => {
        const { email } = fixture.people.other;
        const cookie = await fixture.newCookie('other');
        assert.deepEqual(
          [await statusAt(fixture.url, cookie), await statusAt(url, cookie)],
          [200, 200],
        );
        await changeUser(fixture.db, email, { disabled_at: new Date().toISOString() });
        assert.deepEqual(
          [await statusAt(fixture.url, cookie), await statusAt(url, cookie)],
          [401, 401],
        );
        assert.equal((await signIn(fixture)).status, 401);
        await changeUser(fixture.db, email, { disabled_at: null });
      }),
  },
  {
    name: 'a session expires by the configured idle and maximum times',
    async check(fixture) {
      const minute = 60_000;
      for (const [env, waited] of [
        [{ SESSION_IDLE_MINUTES: '5' }, 6],
        [{ SESSION_MAX_MINUTES: '5' }, 6],
        [{ SESSION_IDLE_MINUTES: '5' }, 4],
        [{}, 29],
        [{}, 31],
      ] as const) {
        const server = await startServer({ env: { ...env, DATABASE_URL: fixture.databaseUrl } });
        const ago = () => Date.now() - waited * minute;
        const id = await createSessions(fixture.db, ago, { idle: minute, max: minute }).open(
          fixture.people.other,
        );
        const wanted = waited === 6 || waited === 31 ? 401 : 200;
        try {
          assert.equal(await statusAt(server.url, `giro=${id}`), wanted, `${waited} minutes`);
        } finally {
          await server.close();
        }
      }
    },
  },
];
