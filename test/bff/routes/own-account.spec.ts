import { beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '../../../src/bff/auth/passwords.ts';
import { createSessions, sessionHash } from '../../../src/bff/auth/sessions.ts';
import { readAudit } from '../../../src/bff/ledger/people/audit.ts';
import { markSecondFactor } from '../../../src/bff/ledger/people/sessions.ts';
import { addUser, findUserByEmail } from '../../../src/bff/ledger/people/users.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { accountPaths, ownAccount } from '../../../src/contract/api/own-account.ts';
import { apiPaths } from '../../../src/contract/api/paths.ts';
import { createBrowser } from '../../support/browser.ts';
import { openStream } from '../../support/event-stream.ts';
import { openStore } from '../../support/open-store.ts';
import { addPerson } from '../../support/people.ts';
import { stores } from '../../support/stores.ts';
import { startInstance } from './start-instance.ts';

const ana = { email: 'ana@example.com', password: 'an old password' };
const ben = { email: 'ben@example.com', password: 'of another person' };
const next = 'a new password';
const hour = 3_600_000;
const phone =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

describe.each(stores())('own account, on $name', ({ create }) => {
  let url: string;
  let db: LedgerDb;

  beforeEach(async () => {
    const store = await openStore(create);
    url = store.url;
    db = await store.open();
    await addPerson(db, { ...ana, name: 'Ana' });
    await addPerson(db, ben);
  });

  /** Starts an instance of the server on the test's store. */
  async function instance() {
    const app = await startInstance(url);
    const signedIn = async (person = ana, userAgent = 'unknown') => {
      const browser = createBrowser(app);
      const headers = { 'user-agent': userAgent };
      const { status } = await browser.call('POST', apiPaths.session, person, headers);
      expect(status).toBe(200);
      return browser;
    };
    return { app, signedIn };
  }

  type Browser = ReturnType<typeof createBrowser>;
  const isIn = async (browser: Browser) =>
    (await browser.call('GET', apiPaths.session)).status === 200;
  const sessionOf = (browser: Browser) => browser.cookies.get('giro') ?? '';
  const change = (browser: Browser, current_password: string, new_password = next) =>
    browser.call('PUT', accountPaths.password, { current_password, new_password });
  const sessionsOf = async (browser: Browser) =>
    ownAccount.parse((await browser.call('GET', apiPaths.ownAccount)).body).sessions;
  const audited = async (action: string) =>
    (await readAudit(db, { action, limit: 10 })).map(({ email, outcome }) => ({ email, outcome }));
  const signIn = (app: Parameters<typeof createBrowser>[0], password: string) =>
    createBrowser(app).call('POST', apiPaths.session, { ...ana, password });

  async function addDevice(browser: Browser, name: string) {
    const endpoint = `https://fcm.googleapis.com/fcm/send/${name}`;
    const keys = { p256dh: 'BAAA', auth: 'AAAA' };
    expect((await browser.call('POST', apiPaths.newsDevices, { endpoint, keys })).status).toBe(200);
  }

  /** The names of all devices with notifications. */
  const devices = async () => {
    const rows = await db.selectFrom('push_devices').select('endpoint').execute();
    return rows.map(({ endpoint }) => endpoint.replace(/^.*\//, '')).toSorted();
  };

  test('a new password ends all other sessions, and this one goes on with a new id', async () => {
    const { app, signedIn } = await instance();
    const [mine, other, bens] = [await signedIn(), await signedIn(), await signedIn(ben)];
    const before = sessionOf(mine);
    await addDevice(mine, 'mine');
    await addDevice(other, 'other');
    const changed = await change(mine, ana.password);
    expect(changed.status).toBe(200);
    expect(changed.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Strict$/);
    expect(sessionOf(mine)).not.toBe(before);
    expect(ownAccount.parse(changed.body).sessions).toMatchObject([{ is_current: true }]);
    expect([await isIn(mine), await isIn(other), await isIn(bens)]).toEqual([true, false, true]);
    mine.cookies.set('giro', before);
    expect(await isIn(mine)).toBe(false);
    expect((await signIn(app, ana.password)).status).toBe(401);
    expect((await signIn(app, next)).status).toBe(200);
    // Notifications follow the session that goes on, and end with the others.
    expect(await devices()).toEqual(['mine']);
    expect(await audited('password-change')).toEqual([{ email: ana.email, outcome: 'done' }]);
    const told = await db.selectFrom('news').select('kind').execute();
    expect(told.filter(({ kind }) => kind === 'password-changed')).toHaveLength(1);
  });

  test('wrong current passwords are counted with wrong sign-ins', async () => {
    const { app, signedIn } = await instance();
    const browser = await signedIn();
    for (const wrong of ['1', '2', '3', '4', '5']) {
      const { status, body } = await change(browser, wrong);
      expect([status, body.type]).toEqual([401, '/problems/wrong-password']);
    }
    const refused = await change(browser, ana.password);
    expect([refused.status, refused.body.type]).toEqual([429, '/problems/too-many-requests']);
    expect(refused.headers.get('retry-after')).toBe('60');
    // The same device may not sign in either; the session itself goes on.
    expect((await browser.call('POST', apiPaths.session, ana)).status).toBe(429);
    expect(await isIn(browser)).toBe(true);
    expect(await audited('password-change')).toHaveLength(5);
    expect((await signIn(app, ana.password)).status).toBe(200);
  });

  test('refuses passwords that do not fit, with errors by field', async () => {
    const { signedIn } = await instance();
    const browser = await signedIn();
    for (const [current, wanted, field] of [
      ['', next, 'current_password'],
      [ana.password, 'eleven char', 'new_password'],
      [ana.password, 'x'.repeat(1_025), 'new_password'],
    ] as const) {
      const { status, body } = await change(browser, current, wanted);
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    }
    expect((await browser.call('POST', apiPaths.session, ana)).status).toBe(200);
  });

  test('of two changes at once, at two instances, one counts', async () => {
    const [one, two] = [await instance(), await instance()];
    const browsers = [await one.signedIn(), await two.signedIn()];
    const answers = await Promise.all(
      browsers.map((browser, at) => change(browser, ana.password, `${next} ${at}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const won = answers.findIndex(({ status }) => status === 200);
    expect((await signIn(one.app, `${next} ${won}`)).status).toBe(200);
    expect((await signIn(one.app, `${next} ${1 - won}`)).status).toBe(401);
  });

  test('no session is opened with a password that has changed since it was checked', async () => {
    const { signedIn } = await instance();
    const known = await findUserByEmail(db, ana.email);
    if (!known) throw new Error('no person');
    await change(await signedIn(), ana.password);
    const sessions = createSessions(db, Date.now, { idle: hour, max: hour });
    await expect(sessions.open(known)).rejects.toMatchObject({ problem: 'wrong-password' });
    expect(await db.selectFrom('sessions').selectAll().execute()).toHaveLength(1);
  });

  test('a session that ended meanwhile changes nothing', async () => {
    // Takes about a second to check, in which the session ends.
    const slow = await hashPassword(ana.password, { memory: 65_536, passes: 12, parallelism: 1 });
    await db.updateTable('users').set({ password_hash: slow }).execute();
    const { app, signedIn } = await instance();
    const [mine, other] = [await signedIn(), await signedIn()];
    const changing = change(mine, ana.password);
    await other.call('DELETE', accountPaths.sessions, { others: true });
    expect((await changing).status).toBe(401);
    expect((await signIn(app, ana.password)).status).toBe(200);
  });

  test('the name is changed, and a wrong one refused', async () => {
    const { signedIn } = await instance();
    const browser = await signedIn();
    const { status, body } = await browser.call('PUT', apiPaths.ownAccount, { name: ' Ana Ruiz ' });
    expect([status, body.user.name]).toEqual([200, 'Ana Ruiz']);
    expect((await browser.call('GET', apiPaths.session)).body.user.name).toBe('Ana Ruiz');
    for (const name of ['', '  ', 'x'.repeat(101), 'Ana\nRuiz', 7]) {
      const refused = await browser.call('PUT', apiPaths.ownAccount, { name });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['name']]);
    }
    expect(await audited('name-change')).toContainEqual({ email: ana.email, outcome: 'done' });
  });

  test('sessions are listed in words, this one first; no User-Agent and no address is kept', async () => {
    const { signedIn } = await instance();
    const [mine] = [await signedIn(), await signedIn(ana, phone), await signedIn(ben, phone)];
    expect(await sessionsOf(mine)).toMatchObject([
      { browser: null, system: null, is_current: true, id: sessionHash(sessionOf(mine)) },
      { browser: 'Chrome', system: 'Android', is_current: false },
    ]);
    const kept = JSON.stringify(await db.selectFrom('sessions').selectAll().execute());
    expect(kept).not.toMatch(/Mozilla|AppleWebKit|131\.0|127\.0\.0\.1/);
  });

  test('a session says since when and how, unless another factor was shown in it later', async () => {
    const { signedIn } = await instance();
    const mine = await signedIn();
    const user = await findUserByEmail(db, ana.email);
    if (!user) throw new Error('no person');
    const sessions = createSessions(db, Date.now, { idle: hour, max: hour });
    const origins = [
      { browser: 'a', issuer: 'https://id.example' },
      { browser: 'b', second_factor: 'passkey' },
      { browser: 'c', second_factor: 'recovery_code' },
      { browser: 'd' },
    ];
    for (const origin of origins) await sessions.open(user, origin);
    const later = sessionHash(await sessions.open(user, { browser: 'e' }));
    await markSecondFactor(db, later, 'totp', '2026-01-01T00:00:00.000Z');
    const listed = await sessionsOf(mine);
    const ways = listed.map(({ browser, signed_in_by }) => [browser ?? '', signed_in_by]);
    expect(Object.fromEntries(ways)).toEqual({
      ...{ '': 'password', a: 'organisation', b: 'passkey', c: 'code', d: 'password', e: null },
    });
    const kept = await db.selectFrom('sessions').select(['id_hash', 'created_at']).execute();
    const since = new Map(kept.map(({ id_hash, created_at }) => [id_hash, created_at]));
    for (const { id, created_at } of listed) expect(created_at).toBe(since.get(id));
  });

  test('an expired session is not listed', async () => {
    const { signedIn } = await instance();
    const [mine, other] = [await signedIn(), await signedIn()];
    await db
      .updateTable('sessions')
      .set({ seen_at: '2026-01-01T00:00:00.000Z' })
      .where('id_hash', '=', sessionHash(sessionOf(other)))
      .execute();
    expect(await sessionsOf(mine)).toHaveLength(1);
  });

  test.each<[string, (mine: Browser) => Promise<unknown>]>([
    ['a new password', (mine) => change(mine, ana.password)],
    [
      'the end of all other sessions',
      (mine) => mine.call('DELETE', accountPaths.sessions, { others: true }),
    ],
  ])('%s ends the notifications of a session that has expired', async (_name, end) => {
    const { signedIn } = await instance();
    const [mine, lost, bens] = [await signedIn(), await signedIn(), await signedIn(ben)];
    await addDevice(mine, 'mine');
    await addDevice(lost, 'lost');
    await addDevice(bens, 'bens');
    await db
      .updateTable('sessions')
      .set({ seen_at: '2026-01-01T00:00:00.000Z' })
      .where('id_hash', '=', sessionHash(sessionOf(lost)))
      .execute();
    expect(await isIn(lost)).toBe(false);
    // They come while the app is closed.
    expect(await devices()).toEqual(['bens', 'lost', 'mine']);
    await end(mine);
    expect(await devices()).toEqual(['bens', 'mine']);
  });

  test('a sign-in takes over the notifications of the session before in this browser', async () => {
    const { signedIn } = await instance();
    const [mine, other] = [await signedIn(), await signedIn()];
    await addDevice(mine, 'mine');
    const device = () =>
      db.selectFrom('push_devices').select(['user_id', 'session_hash']).executeTakeFirst();
    const before = await device();
    expect((await mine.call('POST', apiPaths.session, ana)).status).toBe(200);
    const moved = { ...before, session_hash: sessionHash(sessionOf(mine)) };
    expect(await device()).toEqual(moved);
    await mine.call('DELETE', accountPaths.sessions, { others: true });
    expect([await isIn(other), await devices()]).toEqual([false, ['mine']]);
    // Another person has not chosen them.
    expect((await mine.call('POST', apiPaths.session, ben)).status).toBe(200);
    expect(await device()).toEqual(moved);
  });

  test('one other session is ended, or all of them, at the next request', async () => {
    const { signedIn } = await instance();
    const [mine, one, two, three] = [
      await signedIn(),
      await signedIn(),
      await signedIn(),
      await signedIn(),
    ];
    await addDevice(one, 'one');
    const id = sessionHash(sessionOf(one));
    const ended = await mine.call('DELETE', accountPaths.sessions, { id });
    expect(ownAccount.parse(ended.body).sessions).toHaveLength(3);
    const refused = await one.call('GET', apiPaths.session);
    expect([refused.status, refused.body.type]).toEqual([401, '/problems/not-signed-in']);
    expect(await db.selectFrom('push_devices').selectAll().execute()).toEqual([]);
    expect(await isIn(two)).toBe(true);
    await mine.call('DELETE', accountPaths.sessions, { others: true });
    expect([await isIn(mine), await isIn(two), await isIn(three)]).toEqual([true, false, false]);
    expect((await audited('session-end')).map(({ outcome }) => outcome)).toEqual([
      '1 ended',
      '2 ended',
    ]);
  });

  test('the session of another person is not ended, and is answered as an unknown one', async () => {
    const { signedIn } = await instance();
    const [mine, bens] = [await signedIn(), await signedIn(ben)];
    const end = async (id: string) =>
      (await mine.call('DELETE', accountPaths.sessions, { id })).body;
    const answered = await end(sessionHash(sessionOf(bens)));
    expect(answered).toEqual(await end('unknown'));
    await mine.call('DELETE', accountPaths.sessions, { others: true });
    expect(await isIn(bens)).toBe(true);
  });

  test('refuses to end what is not named clearly', async () => {
    const { signedIn } = await instance();
    const [mine, other] = [await signedIn(), await signedIn()];
    for (const body of [{}, { id: 7 }, { others: false }, { id: 'one', others: true }]) {
      expect((await mine.call('DELETE', accountPaths.sessions, body)).status).toBe(422);
    }
    expect(await isIn(other)).toBe(true);
  });

  test('open streams end with their sessions', async () => {
    const { app, signedIn } = await instance();
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const [mine, one, two, bens] = [
      await signedIn(),
      await signedIn(),
      await signedIn(),
      await signedIn(ben),
    ];
    const open = (browser: Browser) => openStream(address, sessionOf(browser));
    const [own, ofOne, ofTwo, ofBen] = await Promise.all([mine, one, two, bens].map(open));
    await mine.call('DELETE', accountPaths.sessions, { id: sessionHash(sessionOf(one)) });
    await ofOne?.ended;
    // Its own stream ends too, because its id has changed; the browser opens it again.
    await change(mine, ana.password);
    await Promise.all([own?.ended, ofTwo?.ended]);
    const again = await open(mine);
    expect(again.response.statusCode).toBe(200);
    expect((await open(two)).response.statusCode).toBe(401);
    expect(ofBen?.response.destroyed).toBe(false);
    again.drop();
    ofBen?.drop();
  });

  test('a person of an OpenID provider has nothing to look after here', async () => {
    const { app } = await instance();
    const row = { email: 'oli@example.com', name: 'Oli', role: 'sender', password_hash: null };
    const user = await addUser(db, { ...row, role: 'sender' }, '2026-01-01T00:00:00.000Z');
    if (!user) throw new Error('no person');
    const sessions = createSessions(db, Date.now, { idle: hour, max: hour });
    const browser = createBrowser(app);
    browser.cookies.set('giro', await sessions.open(user, { issuer: 'https://id.example' }));
    expect((await browser.call('GET', apiPaths.ownAccount)).body).toEqual({
      has_password: false,
      sessions: [],
      passkeys: [],
    });
    const refused = [
      await browser.call('PUT', apiPaths.ownAccount, { name: 'Other' }),
      await change(browser, 'anything'),
      await browser.call('DELETE', accountPaths.sessions, { others: true }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
  });
});
