import { beforeEach, describe, expect, test } from 'vitest';
import { createPasskeys } from '../../../src/bff/auth/passkeys.ts';
import { resetSecondFactor } from '../../../src/bff/auth/second-factors.ts';
import { readAudit } from '../../../src/bff/ledger/people/audit.ts';
import { passkeysOf } from '../../../src/bff/ledger/people/passkeys.ts';
import { changeUser, findUserByEmail } from '../../../src/bff/ledger/people/users.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { accountPaths, ownAccount } from '../../../src/contract/api/own-account.ts';
import {
  addedPasskey,
  maxPasskeys,
  type PasskeyAssertion,
  passkeyCreationOptions,
  passkeyPaths,
  passkeyRequestOptions,
  passkeyTimeoutMs,
} from '../../../src/contract/api/passkeys.ts';
import { apiPaths } from '../../../src/contract/api/paths.ts';
import { factorPaths } from '../../../src/contract/api/second-factor.ts';
import { settings } from '../../../src/contract/api/session.ts';
import { type Authenticator, createAuthenticator } from '../../support/authenticator.ts';
import { createBrowser } from '../../support/browser.ts';
import { openStore } from '../../support/open-store.ts';
import { addPerson } from '../../support/people.ts';
import { stores } from '../../support/stores.ts';
import { startInstance } from './start-instance.ts';

const ana = { email: 'ana@example.com', password: 'an old password' };
const ben = { email: 'ben@example.com', password: 'of another person' };
const origin = 'http://localhost';

describe.each(stores())('passkeys, on $name', ({ create }) => {
  let url: string;
  let db: LedgerDb;
  /** Of the passkey that was added last. */
  let codes: string[] | null;

  beforeEach(async () => {
    const store = await openStore(create);
    url = store.url;
    db = await store.open();
    await addPerson(db, { ...ana, name: 'Ana' });
    await addPerson(db, ben);
  });

  /** Starts an instance of the server on the test's store. @param ahead of the clock, in milliseconds */
  async function instance({ publicOrigin = origin, ahead = 0, roles = '' } = {}) {
    const required = roles ? { REQUIRE_SECOND_FACTOR: roles } : {};
    const now = () => Date.now() + ahead;
    return startInstance(url, {
      env: { PUBLIC_ORIGIN: publicOrigin, ...required },
      clock: { now, readStoreClock: async () => now() },
    });
  }
  type App = Awaited<ReturnType<typeof instance>>;
  type Browser = ReturnType<typeof createBrowser>;

  async function signedIn(app: App, person = ana) {
    const browser = createBrowser(app);
    expect((await browser.call('POST', apiPaths.session, person)).status).toBe(200);
    return browser;
  }

  const isIn = async (browser: Browser) =>
    (await browser.call('GET', apiPaths.session)).status === 200;

  /** With a passkey that the person has, or the password while they have none. */
  async function addOptions(browser: Browser, by: string | Authenticator = ana.password) {
    const proof =
      typeof by === 'string' ? { password: by } : { passkey: by.get(await proofOptions(browser)) };
    const { body } = await browser.call('POST', passkeyPaths.addOptions, { proof });
    return passkeyCreationOptions.parse(body);
  }

  async function addTo(
    browser: Browser,
    by: string | Authenticator = ana.password,
    name = 'Phone',
  ) {
    const device = createAuthenticator(origin);
    const passkey = device.create(await addOptions(browser, by));
    const { status, body } = await browser.call('POST', passkeyPaths.own, { name, passkey });
    expect(status).toBe(201);
    const { account, recovery_codes } = addedPasskey.parse(body);
    expect(account.passkeys.map(({ id }) => id)).toContain(device.id);
    codes = recovery_codes;
    return device;
  }

  async function signInOptions(browser: Browser) {
    const { status, body } = await browser.call('POST', passkeyPaths.signInOptions);
    expect(status).toBe(200);
    return passkeyRequestOptions.parse(body);
  }

  const signIn = async (browser: Browser, passkey: PasskeyAssertion) => {
    const { status, body } = await browser.call('POST', passkeyPaths.signIn, { passkey });
    return status === 200 ? body.user.email : body.type;
  };
  const enter = async (browser: Browser, device: Authenticator) =>
    signIn(browser, device.get(await signInOptions(browser)));

  async function proofOptions(browser: Browser) {
    const { body } = await browser.call('POST', passkeyPaths.proofOptions);
    return passkeyRequestOptions.parse(body);
  }

  const audited = async (action: string) =>
    (await readAudit(db, { action, limit: 10 })).map(({ email, outcome }) => ({ email, outcome }));
  const refused = '/problems/passkey-refused';
  const unknown = '/problems/passkey-unknown';

  test('a passkey alone signs in, at any instance, and is told by mail', async () => {
    const [one, other] = [await instance(), await instance()];
    const mine = await signedIn(one);
    const device = await addTo(mine);
    const browser = createBrowser(other);
    const options = await signInOptions(browser);
    expect(await signIn(browser, device.get(options))).toBe(ana.email);
    expect(await isIn(browser)).toBe(true);
    const [{ used_at = null } = {}] = ownAccount.parse(
      (await mine.call('GET', apiPaths.ownAccount)).body,
    ).passkeys;
    expect(used_at).not.toBeNull();
    expect(await audited('sign-in')).toContainEqual({ email: ana.email, outcome: 'passkey' });
    expect(await audited('passkey-add')).toEqual([{ email: ana.email, outcome: 'done' }]);
    const kinds = (await db.selectFrom('news').select('kind').execute()).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'passkey-added')).toHaveLength(1);
    // Signed in on a device that had not signed in before.
    expect(kinds).toContain('new-device');
  });

  test('the options name no passkey and require verification', async () => {
    const browser = createBrowser(await instance());
    const [first, second] = [await signInOptions(browser), await signInOptions(browser)];
    expect({ ...first, challenge: '' }).toEqual({
      ...{ challenge: '', rpId: 'localhost', timeout: passkeyTimeoutMs },
      userVerification: 'required',
    });
    expect({ ...second, challenge: first.challenge }).toEqual(first);
    expect(second.challenge).not.toBe(first.challenge);
  });

  test('a signature works once, for the browser that asked, and not late', async () => {
    const app = await instance();
    const device = await addTo(await signedIn(app));
    const [browser, stranger] = [createBrowser(app), createBrowser(app)];
    const once = device.get(await signInOptions(browser));
    await signInOptions(stranger);
    expect(await signIn(stranger, once)).toBe(refused);
    expect(await signIn(browser, once)).toBe(ana.email);
    expect(await signIn(browser, once)).toBe(refused);
    const tabs = [await signInOptions(browser), await signInOptions(browser)];
    for (const options of tabs) expect(await signIn(browser, device.get(options))).toBe(ana.email);
    const late = device.get(await signInOptions(browser));
    const later = createBrowser(await instance({ ahead: passkeyTimeoutMs + 1_000 }));
    for (const [name, value] of browser.cookies) later.cookies.set(name, value);
    expect(await signIn(later, late)).toBe(refused);
  });

  test('two uses of one signature at once sign in once', async () => {
    const apps = [await instance(), await instance()];
    const device = await addTo(await signedIn(await instance()));
    const browser = createBrowser(await instance());
    const passkey = device.get(await signInOptions(browser));
    const answers = await Promise.all(
      apps.map((app) => {
        const same = createBrowser(app);
        for (const [name, value] of browser.cookies) same.cookies.set(name, value);
        return signIn(same, passkey);
      }),
    );
    expect(answers.toSorted()).toEqual([refused, ana.email]);
  });

  test.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of a page inside another', { crossOrigin: true }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['without verification of the person', { verified: false }],
    ['with a counter that went back', { counter: 1 }],
  ])('refuses a signature %s', async (_, way) => {
    const app = await instance();
    const device = await addTo(await signedIn(app));
    const browser = createBrowser(app);
    expect(await enter(browser, device)).toBe(ana.email);
    expect(await signIn(browser, device.get(await signInOptions(browser), way))).toBe(refused);
  });

  test('refuses a changed signature, another key and another handle', async () => {
    const app = await instance();
    const device = await addTo(await signedIn(app));
    const browser = createBrowser(app);
    const { response, ...rest } = device.get(await signInOptions(browser));
    const userHandle = Buffer.from('another person').toString('base64url');
    expect(await signIn(browser, { ...rest, response: { ...response, userHandle } })).toBe(refused);
    const other = createAuthenticator(origin).get(await signInOptions(browser));
    expect(await signIn(browser, { ...other, id: device.id, rawId: device.id })).toBe(refused);
    expect(await signIn(browser, other)).toBe(refused);
    const asked = await signInOptions(browser);
    const signed = device.get(asked);
    const clientDataJSON = Buffer.from('{}').toString('base64url');
    const changed = { ...signed, response: { ...signed.response, clientDataJSON } };
    expect(await signIn(browser, changed)).toBe(refused);
  });

  test('a disabled person’s passkey is refused, and only one that nobody has is called unknown', async () => {
    const app = await instance();
    const device = await addTo(await signedIn(app));
    await changeUser(db, ana.email, { disabled_at: new Date().toISOString() });
    expect(await enter(createBrowser(app), device)).toBe(refused);
    expect(await enter(createBrowser(app), createAuthenticator(origin))).toBe(unknown);
  });

  test('a person of an OpenID provider has no passkeys here', async () => {
    const app = await instance();
    const browser = await signedIn(app);
    const device = await addTo(browser);
    await changeUser(db, ana.email, { password_hash: null });
    const { body } = await browser.call('GET', apiPaths.ownAccount);
    expect(body).toEqual({ has_password: false, sessions: [], passkeys: [] });
    expect((await browser.call('POST', passkeyPaths.proofOptions)).status).toBe(403);
    expect(await enter(createBrowser(app), device)).toBe(refused);
  });

  test('adding a first one needs the password, a further one and removing a passkey', async () => {
    const app = await instance();
    const browser = await signedIn(app);
    const wrong = await browser.call('POST', passkeyPaths.addOptions, { proof: { password: '?' } });
    expect(wrong.body.type).toBe('/problems/wrong-password');
    expect((await browser.call('POST', passkeyPaths.addOptions)).status).toBe(422);
    const device = await addTo(browser);
    const remove = (proof: object) =>
      browser.call('DELETE', passkeyPaths.own, { id: device.id, proof });
    expect((await remove({ password: ana.password })).body.type).toBe(
      '/problems/own-factor-required',
    );

    const asked = await proofOptions(browser);
    expect(asked.allowCredentials?.map(({ id }) => id)).toEqual([device.id]);
    const passkey = device.get(asked);
    const added = await browser.call('POST', passkeyPaths.addOptions, { proof: { passkey } });
    expect(added.status).toBe(200);
    expect((await remove({ passkey })).body.type).toBe(refused);
    const again = device.get(await proofOptions(browser));
    const removed = await remove({ passkey: again });
    expect(ownAccount.parse(removed.body).passkeys).toEqual([]);
    expect(await audited('passkey-remove')).toContainEqual({ email: ana.email, outcome: 'done' });
    const told = await db.selectFrom('news').select('kind').execute();
    expect(told.filter(({ kind }) => kind === 'passkey-removed')).toHaveLength(1);
    expect(await enter(createBrowser(app), device)).toBe(unknown);
  });

  test('after the password a passkey is asked for, or a recovery code', async () => {
    const app = await instance();
    const device = await addTo(await signedIn(app));
    expect(codes).toHaveLength(10);
    const bensDevice = await addTo(await signedIn(app, ben), ben.password);
    const browser = createBrowser(app);
    const step = async (by: Authenticator) => {
      const { body } = await browser.call('POST', passkeyPaths.secondStepOptions);
      const passkey = by.get(passkeyRequestOptions.parse(body));
      return browser.call('POST', passkeyPaths.secondStep, { passkey });
    };
    const begun = await browser.call('POST', apiPaths.session, ana);
    expect(begun.body).toEqual({
      second_factor: { methods: ['passkey', 'recovery_code'], enrol: [] },
    });
    expect(await isIn(browser)).toBe(false);
    expect((await step(bensDevice)).body.type).toBe(refused);
    const { body } = await browser.call('POST', passkeyPaths.secondStepOptions);
    const options = passkeyRequestOptions.parse(body);
    expect(options.allowCredentials?.map(({ id }) => id)).toEqual([device.id]);
    expect(await signIn(browser, device.get(options))).toBe(refused);
    expect((await step(device)).body.user.email).toBe(ana.email);
    expect(await isIn(browser)).toBe(true);
    // The sign-in has ended: its challenge opens nothing more.
    expect((await browser.call('POST', passkeyPaths.secondStepOptions)).status).toBe(410);
    await addTo(browser, device);
    expect(codes).toBeNull();
  });

  test('the last factor of a role that needs one is not removed', async () => {
    const app = await instance();
    const browser = await signedIn(app);
    const one = await addTo(browser);
    const two = await addTo(browser, one);
    const strict = createBrowser(await instance({ roles: 'sender' }));
    for (const [name, value] of browser.cookies) strict.cookies.set(name, value);
    const remove = async ({ id }: Authenticator) => {
      const proof = { passkey: two.get(await proofOptions(strict)) };
      return strict.call('DELETE', passkeyPaths.own, { id, proof });
    };
    expect((await remove(one)).status).toBe(200);
    expect((await remove(two)).body.type).toBe('/problems/second-factor-required');
    expect(await enter(strict, two)).toBe(ana.email);
    const factors = await strict.call('GET', factorPaths.own);
    expect(factors.body).toMatchObject({ required: true, passkeys: 1, recovery_codes: 10 });
  });

  test('challenges of another session, person or purpose are refused', async () => {
    const app = await instance();
    const [mine, second] = [await signedIn(app), await signedIn(app)];
    const bens = await signedIn(app, ben);
    const device = await addTo(mine);
    const bensDevice = await addTo(bens, ben.password);
    const ask = (browser: Browser, passkey: PasskeyAssertion) =>
      browser.call('POST', passkeyPaths.addOptions, { proof: { passkey } });

    const ofSecond = device.get(await proofOptions(second));
    expect((await ask(mine, ofSecond)).body.type).toBe(refused);
    const ofSignIn = device.get(await signInOptions(mine));
    expect((await ask(mine, ofSignIn)).body.type).toBe(refused);
    const bensKey = bensDevice.get(await proofOptions(mine));
    expect((await ask(mine, bensKey)).body.type).toBe(refused);
    const ofProof = device.get(await proofOptions(mine));
    expect(await signIn(mine, ofProof)).toBe(refused);

    const name = 'Laptop';
    const fresh = createAuthenticator(origin).create(await addOptions(second, device));
    const stolen = await mine.call('POST', passkeyPaths.own, { name, passkey: fresh });
    expect(stolen.body.type).toBe(refused);
    expect((await bens.call('POST', passkeyPaths.own, { name, passkey: fresh })).status).toBe(401);
  });

  test('refuses a new passkey that is unverified, of another origin, or somebody’s', async () => {
    const app = await instance();
    const [mine, bens] = [await signedIn(app), await signedIn(app, ben)];
    const device = await addTo(mine);
    const add = async (
      browser: Browser,
      proof: string | Authenticator,
      by: Authenticator,
      way = {},
    ) => {
      const passkey = by.create(await addOptions(browser, proof), way);
      return (await browser.call('POST', passkeyPaths.own, { name: 'x', passkey })).body.type;
    };
    const next = createAuthenticator(origin);
    expect(await add(mine, device, next, { verified: false })).toBe(refused);
    expect(await add(mine, device, next, { origin: 'https://evil.example' })).toBe(refused);
    expect(await add(mine, device, next, { rpId: 'evil.example' })).toBe(refused);
    expect(await add(bens, ben.password, device)).toBe(refused);
  });

  test('names, up to 20, and only one’s own', async () => {
    const app = await instance();
    const [mine, bens] = [await signedIn(app), await signedIn(app, ben)];
    const device = await addTo(mine, ana.password, '  Chrome on Linux ');
    const rename = (browser: Browser, name: string) =>
      browser.call('PUT', passkeyPaths.own, { id: device.id, name });
    expect((await rename(bens, 'Mine')).status).toBe(404);
    const proof = { password: ben.password };
    const taken = await bens.call('DELETE', passkeyPaths.own, { id: device.id, proof });
    expect(taken.status).toBe(404);
    expect((await rename(mine, ' ')).status).toBe(422);
    expect((await rename(mine, 'a\nb')).status).toBe(422);
    const { body } = await rename(mine, 'Phone');
    expect(ownAccount.parse(body).passkeys).toMatchObject([{ id: device.id, name: 'Phone' }]);

    const [row] = await passkeysOf(db, (await findUserByEmail(db, ana.email))?.id ?? '');
    if (!row) throw new Error('no passkey');
    const more = Array.from({ length: maxPasskeys - 1 }, (_, at) => ({ ...row, id: `k${at}` }));
    await db.insertInto('passkeys').values(more).execute();
    const full = await mine.call('POST', passkeyPaths.addOptions, {
      proof: { passkey: device.get(await proofOptions(mine)) },
    });
    expect(full.body.type).toBe('/problems/passkeys-full');
  });

  test('a changed password ends what its sessions were asked to sign', async () => {
    const app = await instance();
    const browser = await signedIn(app);
    const passkey = createAuthenticator(origin).create(await addOptions(browser));
    const body = { current_password: ana.password, new_password: 'a new password' };
    expect((await browser.call('PUT', accountPaths.password, body)).status).toBe(200);
    const added = await browser.call('POST', passkeyPaths.own, { name: 'x', passkey });
    expect(added.body.type).toBe(refused);
  });

  test('a reset removes passkeys and open challenges', async () => {
    const app = await instance();
    const browser = await signedIn(app);
    const device = await addTo(browser);
    const begun = createAuthenticator(origin).create(await addOptions(browser, device));
    const { id = '' } = (await findUserByEmail(db, ana.email)) ?? {};
    const reset = () => db.transaction().execute((tx) => resetSecondFactor(tx, id, Date.now()));
    expect(await reset()).toMatchObject({ had: true, ended: [expect.any(String)] });
    expect(await passkeysOf(db, id)).toEqual([]);
    expect(await db.selectFrom('passkey_challenges').selectAll().execute()).toEqual([]);
    expect(await enter(createBrowser(app), device)).toBe(unknown);
    const added = await browser.call('POST', passkeyPaths.own, { name: 'x', passkey: begun });
    expect(added.status).toBe(401);
    expect(await reset()).toMatchObject({ had: false });
  });

  test.each(['http://send.example.com', 'http://127.0.0.1:3000', 'https://192.0.2.1'])(
    'there are none at %s',
    async (publicOrigin) => {
      const app = await instance({ publicOrigin });
      const browser = createBrowser(app);
      const headers = { origin: publicOrigin };
      const asked = await browser.call('POST', passkeyPaths.signInOptions, undefined, headers);
      expect([asked.status, asked.body.type]).toEqual([409, '/problems/passkeys-off']);
      const { body } = await browser.call('GET', apiPaths.settings);
      expect(settings.parse(body).passkeys).toBe(false);
    },
  );

  test('expired challenges are deleted', async () => {
    const browser = createBrowser(await instance());
    await signInOptions(browser);
    const at = (ahead: number) =>
      createPasskeys({
        ...{ db, publicOrigin: origin, name: 'Giro', log: { warn() {} } },
        now: async () => Date.now() + ahead,
      });
    const count = async () =>
      (await db.selectFrom('passkey_challenges').select('purpose').execute()).length;
    await at(0).purgeExpired();
    expect(await count()).toBe(1);
    await at(passkeyTimeoutMs + 1_000).purgeExpired();
    expect(await count()).toBe(0);
  });

  test('a proof is bound to the challenge that the caller gives', async () => {
    const app = await instance();
    const device = await addTo(await signedIn(app));
    const bensDevice = await addTo(await signedIn(app, ben), ben.password);
    const id = (await findUserByEmail(db, ana.email))?.id ?? '';
    const { bindProof, verifyProof } = createPasskeys({
      ...{ db, publicOrigin: origin, name: 'Giro', log: { warn() {} } },
      now: async () => Date.now(),
    });
    const [challenge, other] = ['a'.repeat(43), 'b'.repeat(43)];
    const options = await bindProof(id, challenge);
    const signed = device.get(options);
    expect(await verifyProof(id, signed, other)).toEqual({ ok: false, reason: 'invalid' });
    expect(await verifyProof(id, bensDevice.get(options), challenge)).toEqual({
      ...{ ok: false, reason: 'unknown' },
    });
    expect(await verifyProof(id, signed, challenge)).toMatchObject({ ok: true });
    expect(await verifyProof(id, signed, challenge)).toEqual({ ok: false, reason: 'counter' });
  });
});
