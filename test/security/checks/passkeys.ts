import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { createSessions } from '../../../src/bff/auth/sessions.ts';
import { changeUser, findUserByEmail } from '../../../src/bff/ledger/people/users.ts';
import {
  type PasskeyAssertion,
  passkeyCreationOptions,
  passkeyPaths,
  passkeyRequestOptions,
  passkeyTimeoutMs,
} from '../../../src/contract/api/passkeys.ts';
import { createAuthenticator } from '../../support/authenticator.ts';
import { canary } from '../../support/canary.ts';
import { addPerson } from '../../support/people.ts';
import { ask } from '../ask.ts';
import type { Check } from '../fixture.ts';
import { startServer } from '../server.ts';

const hour = 3_600_000;
const password = 'a password of twelve';
const origin = 'http://localhost:3000';

/** A server where passkeys work, and people with one each. */
async function withServer(check: (world: World) => Promise<void>) {
  const server = await startServer({ env: { PUBLIC_ORIGIN: origin } });
  try {
    await check(worldOf(server));
  } finally {
    await server.close();
  }
}

type World = ReturnType<typeof worldOf>;

function worldOf({ db, url }: Awaited<ReturnType<typeof startServer>>) {
  const sessions = createSessions(db, Date.now, { idle: hour, max: hour });

  async function post(cookie: string, path: string, body: object = {}) {
    const headers = {
      ...(cookie && { cookie }),
      ...{ origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    };
    return ask(url, { method: 'POST', path, headers, body: JSON.stringify(body) });
  }

  /** A browser that asks to sign in: its cookie, and what it is asked to sign. */
  async function visit(cookie = '') {
    const { headers, text } = await post(cookie, passkeyPaths.signInOptions);
    const own = /^giro-passkey=[^;]+/.exec(headers['set-cookie']?.[0] ?? '')?.[0] ?? '';
    return { cookie: own, text, options: passkeyRequestOptions.parse(JSON.parse(text)) };
  }

  const signIn = async (cookie: string, passkey: PasskeyAssertion) =>
    (await post(cookie, passkeyPaths.signIn, { passkey })).status;

  async function person() {
    const email = `${canary('passkey')}@example.com`;
    await addPerson(db, { email, password });
    const user = await findUserByEmail(db, email);
    if (!user) throw new Error('the person was not added');
    const session = async () => `giro=${await sessions.open(user)}`;
    const mine = await session();
    const addOptions = async (cookie: string, proof: object = { password }) => {
      const asked = await post(cookie, passkeyPaths.addOptions, { proof });
      return passkeyCreationOptions.parse(JSON.parse(asked.text));
    };
    const device = createAuthenticator(origin);
    const passkey = device.create(await addOptions(mine));
    assert.equal((await post(mine, passkeyPaths.own, { name: 'x', passkey })).status, 201);
    const proofOptions = async (cookie: string) =>
      passkeyRequestOptions.parse(JSON.parse((await post(cookie, passkeyPaths.proofOptions)).text));
    const prove = async (cookie: string, signed: PasskeyAssertion) =>
      (await post(cookie, passkeyPaths.addOptions, { proof: { passkey: signed } })).status;
    return { email, user, device, mine, session, addOptions, proofOptions, prove };
  }

  return { db, post, visit, signIn, person };
}

const check = (name: string, run: (world: World) => Promise<void>): Check => ({
  name,
  check: () => withServer(run),
});

const invalid = [
  ['wrong origin', { origin: 'https://evil.example' }],
  ['a page inside another', { crossOrigin: true }],
  ['wrong RP id', { rpId: 'evil.example' }],
  ['missing user verification', { verified: false }],
  ['a counter that went back', { counter: 1 }],
] as const;

export const passkeyChecks: Check[] = [
  check('replay: an assertion signs in once', async ({ person, visit, signIn }) => {
    const { device } = await person();
    const { cookie, options } = await visit();
    const signed = device.get(options);
    assert.deepEqual([await signIn(cookie, signed), await signIn(cookie, signed)], [200, 401]);
  }),
  check('a challenge of another browser is refused', async ({ person, visit, signIn }) => {
    const { device } = await person();
    const [theirs, mine] = [await visit(), await visit()];
    const signed = device.get(theirs.options);
    assert.equal(await signIn(mine.cookie, signed), 401);
    assert.equal(await signIn('', signed), 401);
    assert.equal(await signIn(theirs.cookie, signed), 200);
  }),
  check('a challenge of another session, person or purpose is refused', async (world) => {
    const [ana, ben] = [await world.person(), await world.person()];
    const second = await ana.session();
    const ofSecond = ana.device.get(await ana.proofOptions(second));
    assert.equal(await ana.prove(ana.mine, ofSecond), 401);
    const ofBen = ben.device.get(await ben.proofOptions(ben.mine));
    assert.equal(await ana.prove(ana.mine, ofBen), 401);
    const byBen = ben.device.get(await ana.proofOptions(ana.mine));
    assert.equal(await ana.prove(ana.mine, byBen), 401);
    const { cookie, options } = await world.visit();
    assert.equal(await ana.prove(`${ana.mine}; ${cookie}`, ana.device.get(options)), 401);
    assert.equal(await ana.prove(ana.mine, ana.device.get(await ana.proofOptions(ana.mine))), 200);
    const proof = { passkey: ana.device.get(await ana.proofOptions(second)) };
    const passkey = createAuthenticator(origin).create(await ana.addOptions(second, proof));
    const added = await world.post(ana.mine, passkeyPaths.own, { name: 'x', passkey });
    assert.equal(added.status, 401);
  }),
  ...invalid.map(([name, way]) =>
    check(`${name} is refused`, async ({ person, visit, signIn }) => {
      const { device } = await person();
      const { cookie, options } = await visit();
      assert.equal(await signIn(cookie, device.get(options)), 200);
      const again = await visit(cookie);
      assert.equal(await signIn(cookie, device.get(again.options, way)), 401);
    }),
  ),
  check('a challenge used late is refused', async ({ db, person, visit, signIn }) => {
    const { device } = await person();
    const { cookie, options } = await visit();
    const created_at = new Date(Date.now() - passkeyTimeoutMs - 1_000).toISOString();
    await db.updateTable('passkey_challenges').set({ created_at }).execute();
    assert.equal(await signIn(cookie, device.get(options)), 401);
  }),
  check("a disabled person's passkey is refused", async ({ db, person, visit, signIn }) => {
    const { device, email } = await person();
    await changeUser(db, email, { disabled_at: new Date().toISOString() });
    const { cookie, options } = await visit();
    assert.equal(await signIn(cookie, device.get(options)), 401);
  }),
  check(
    'enumeration: the options are the same for any visitor',
    async ({ person, visit, post }) => {
      const { mine, user, email } = await person();
      const without = (text: string) => ({
        ...z.record(z.string(), z.unknown()).parse(JSON.parse(text)),
        challenge: '',
      });
      const stranger = await visit();
      assert.deepEqual(Object.keys(stranger.options).sort(), [
        'challenge',
        'rpId',
        'timeout',
        'userVerification',
      ]);
      assert.deepEqual(without((await visit(mine)).text), without(stranger.text));
      const named = await post('', passkeyPaths.signInOptions, { email, user_id: user.id });
      assert.deepEqual(without(named.text), without(stranger.text));
    },
  ),
  check('the ledger holds no challenge and no cookie', async ({ db, visit }) => {
    const { cookie, options } = await visit();
    const rows = JSON.stringify(await db.selectFrom('passkey_challenges').selectAll().execute());
    assert.ok(!rows.includes(options.challenge));
    assert.ok(!rows.includes(cookie.replace('giro-passkey=', '')));
  }),
  {
    name: 'without https, or at an address, there are no passkeys',
    async check({ call }) {
      const answer = await call('anonymous', {
        ...{ method: 'POST', path: passkeyPaths.signInOptions, body: '{}' },
        // The fixture's PUBLIC_ORIGIN is an address: no header changes that.
        headers: { 'x-forwarded-host': 'localhost', 'x-forwarded-proto': 'https' },
      });
      assert.equal(answer.status, 409);
    },
  },
];
