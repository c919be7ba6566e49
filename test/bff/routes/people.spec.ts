import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createSessions } from '../../../src/bff/auth/sessions.ts';
import { erasePerson } from '../../../src/bff/ledger/keep/personal-data.ts';
import { readAudit } from '../../../src/bff/ledger/people/audit.ts';
import { addSubject } from '../../../src/bff/ledger/people/oidc.ts';
import {
  addUser,
  changeUser,
  erasedEmail,
  findUserByEmail,
} from '../../../src/bff/ledger/people/users.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { sandboxMails } from '../../../src/contract/api/news.ts';
import { accountPaths } from '../../../src/contract/api/own-account.ts';
import { apiPaths } from '../../../src/contract/api/paths.ts';
import { invited, people, peoplePaths, personDetail } from '../../../src/contract/api/people.ts';
import type { Role } from '../../../src/contract/api/session.ts';
import { createBrowser } from '../../support/browser.ts';
import { openStream } from '../../support/event-stream.ts';
import { refusal, startMailServer } from '../../support/mail-server.ts';
import { openStore } from '../../support/open-store.ts';
import { addPerson } from '../../support/people.ts';
import { stores } from '../../support/stores.ts';
import { enrolTotp } from '../../support/totp.ts';
import { startInstance } from './start-instance.ts';

const password = 'a long password';
const day = 24 * 60 * 60_000;

describe.each(stores())('people, on $name', ({ create }) => {
  let url: string;
  let db: LedgerDb;

  beforeEach(async () => {
    const store = await openStore(create);
    url = store.url;
    db = await store.open();
    await add('ada', 'admin');
    await add('sam', 'sender');
  });

  const emailOf = (name: string) => `${name}@example.com`;

  async function add(name: string, role: Role) {
    const person = await addPerson(db, { email: emailOf(name), password, name, role });
    return person?.id ?? '';
  }
  const idOf = async (name: string) => (await findUserByEmail(db, emailOf(name)))?.id ?? '';
  const roleOf = async (name: string) => (await findUserByEmail(db, emailOf(name)))?.role;

  /** Starts an instance of the server on the test's store. */
  async function instance(env = {}) {
    const app = await startInstance(url, { env });
    const signIn = async (name: string, given = password) => {
      const browser = createBrowser(app);
      const body = { email: emailOf(name), password: given };
      const { status } = await browser.call('POST', apiPaths.session, body);
      return { browser, status };
    };
    const signedIn = async (name: string) => (await signIn(name)).browser;
    return { app, signIn, signedIn };
  }

  type Browser = ReturnType<typeof createBrowser>;
  const isIn = async (browser: Browser) =>
    (await browser.call('GET', apiPaths.session)).status === 200;
  const setRole = async (browser: Browser, name: string, role: string) =>
    browser.call('PUT', peoplePaths.role(await idOf(name)), { role });
  const setAccess = async (browser: Browser, name: string, disabled: boolean) =>
    browser.call('PUT', peoplePaths.access(await idOf(name)), { disabled });
  const list = async (browser: Browser, query = '') =>
    people.parse((await browser.call('GET', `${apiPaths.people}${query}`)).body);
  const audited = async (action: string) =>
    (await readAudit(db, { action, limit: 20 })).map(({ email, subject, outcome }) => [
      email,
      subject,
      outcome,
    ]);
  const invite = async (browser: Browser, name: string, role: Role = 'sender') => {
    const body = { email: emailOf(name), name, role };
    const answer = await browser.call('POST', apiPaths.people, body);
    expect(answer.status).toBe(201);
    return invited.parse(answer.body);
  };
  const accept = (browser: Browser, link: string | null, new_password = password) =>
    browser.call('POST', accountPaths.acceptInvitation, {
      token: link?.split('#')[1] ?? '',
      new_password,
    });

  test('an admin changes a role, which ends the sessions of that person alone', async () => {
    const { signedIn } = await instance();
    const [ada, sam] = [await signedIn('ada'), await signedIn('sam')];
    const { status, body } = await setRole(ada, 'sam', 'support');
    expect(status).toBe(200);
    expect(personDetail.parse(body)).toMatchObject({ person: { role: 'support' }, sessions: [] });
    expect([await isIn(ada), await isIn(sam)]).toEqual([true, false]);
    const subject = `user ${await idOf('sam')}`;
    expect(await audited('user-role')).toEqual([[emailOf('ada'), subject, 'support']]);
  });

  test('a disabled person is out at once, with their stream, and in again once enabled', async () => {
    const { app, signedIn, signIn } = await instance();
    const [ada, sam] = [await signedIn('ada'), await signedIn('sam')];
    await app.listen({ host: '127.0.0.1', port: 0 });
    const address = app.server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const stream = await openStream(
      `http://127.0.0.1:${address.port}`,
      sam.cookies.get('giro') ?? '',
    );
    expect((await setAccess(ada, 'sam', true)).status).toBe(200);
    await stream.ended;
    expect(await isIn(sam)).toBe(false);
    expect((await signIn('sam')).status).toBe(401);
    expect((await setAccess(ada, 'sam', false)).status).toBe(200);
    expect((await signIn('sam')).status).toBe(200);
    expect((await audited('user-access')).map(([, , outcome]) => outcome)).toEqual([
      'disabled',
      'enabled',
    ]);
  });

  test.each([
    ['ana@bücher.example', 'ana@xn--bcher-kva.example', 'ANA@BÜCHER.Example'],
    ['ana@xn--bcher-kva.example', 'ana@xn--bcher-kva.example', 'ana@bu\u0308cher.example'],
    ['José@example.com', 'josé@example.com', 'jose\u0301@ｅxample．com'],
    ['\u200bana@пример.рф', 'ana@xn--e1afmkfd.xn--p1ai', 'ana@XN--E1AFMKFD.xn--p1ai '],
  ])('invites %s, who signs in by either form', async (email, stored, other) => {
    const { app, signedIn } = await instance();
    const ada = await signedIn('ada');
    const answer = await ada.call('POST', apiPaths.people, { email, name: 'Ana', role: 'sender' });
    expect([answer.status, answer.body.person?.email]).toEqual([201, stored]);
    const again = { email: other, name: 'Ana', role: 'sender' };
    expect((await ada.call('POST', apiPaths.people, again)).body.errors).toEqual({
      email: ['is taken'],
    });
    const browser = createBrowser(app);
    expect((await accept(browser, invited.parse(answer.body).link)).status).toBe(204);
    for (const form of [email, stored, other]) {
      const given = { email: form, password };
      expect((await browser.call('POST', apiPaths.session, given)).status).toBe(200);
    }
  });

  test.each(['ana', 'a na@example.com', 'ana@@example.com', 'ana@exa mple.com', 'ana@example'])(
    'does not invite %j',
    async (email) => {
      const { signedIn } = await instance();
      const ada = await signedIn('ada');
      const body = { email, name: 'Ana', role: 'sender' };
      expect((await ada.call('POST', apiPaths.people, body)).body.errors).toEqual({
        email: ['Invalid email address'],
      });
    },
  );

  test('ends all sessions of a person', async () => {
    const { signedIn } = await instance();
    const [ada, one, two] = [await signedIn('ada'), await signedIn('sam'), await signedIn('sam')];
    const path = peoplePaths.sessions(await idOf('sam'));
    const { status } = await ada.call('DELETE', path);
    expect([status, await isIn(one), await isIn(two)]).toEqual([200, false, false]);
    expect((await audited('user-sessions-end')).map(([, , outcome]) => outcome)).toEqual([
      '2 ended',
    ]);
  });

  test('resets the second factor of a person: it and their sessions end, and they are told', async () => {
    const { app, signedIn } = await instance();
    const [ada, sam] = [await signedIn('ada'), await signedIn('sam')];
    /** What a sign-in asks for after the password. */
    const asked = async (name: string) => {
      const body = { email: emailOf(name), password };
      return (await createBrowser(app).call('POST', apiPaths.session, body)).body.second_factor;
    };
    await enrolTotp(sam, password);
    const path = peoplePaths.secondFactor(await idOf('sam'));
    const before = await ada.call('GET', apiPaths.person(await idOf('sam')));
    expect(personDetail.parse(before.body).has_second_factor).toBe(true);
    expect(await asked('sam')).toEqual({ methods: ['totp', 'recovery_code'], enrol: [] });

    const { status, body } = await ada.call('DELETE', path);
    expect(status).toBe(200);
    expect(personDetail.parse(body)).toMatchObject({ has_second_factor: false, sessions: [] });
    expect([await isIn(sam), await asked('sam')]).toEqual([false, undefined]);
    expect((await ada.call('DELETE', path)).status).toBe(200);
    expect((await audited('factor-reset')).map(([, , outcome]) => outcome)).toEqual([
      'done',
      'none',
    ]);
    const told = await db.selectFrom('news').select('kind').execute();
    expect(told.filter(({ kind }) => kind === 'factor-removed')).toHaveLength(1);
  });

  test('nobody resets their own second factor, and only an admin another’s', async () => {
    const { signedIn } = await instance();
    const [ada, sam] = [await signedIn('ada'), await signedIn('sam')];
    await enrolTotp(ada, password);
    const path = peoplePaths.secondFactor(await idOf('ada'));
    expect((await ada.call('DELETE', path)).status).toBe(403);
    expect((await sam.call('DELETE', path)).status).toBe(403);
    const { body } = await ada.call('GET', apiPaths.person(await idOf('ada')));
    expect(personDetail.parse(body).has_second_factor).toBe(true);
  });

  test('nobody changes their own role or access, also with another admin', async () => {
    await add('ben', 'admin');
    const { signedIn } = await instance();
    const ada = await signedIn('ada');
    expect((await setRole(ada, 'ada', 'sender')).status).toBe(403);
    expect((await setAccess(ada, 'ada', true)).status).toBe(403);
    expect([await roleOf('ada'), await isIn(ada)]).toEqual(['admin', true]);
    expect((await audited('refused')).map(([email]) => email)).toEqual([
      emailOf('ada'),
      emailOf('ada'),
    ]);
  });

  test('of two admins who demote each other at once, at two instances, one is refused', async () => {
    await add('ben', 'admin');
    const [one, two] = [await instance(), await instance()];
    for (let round = 0; round < 5; round += 1) {
      await changeUser(db, emailOf('ada'), { role: 'admin' });
      await changeUser(db, emailOf('ben'), { role: 'admin' });
      const [ada, ben] = [await one.signedIn('ada'), await two.signedIn('ben')];
      const answers = await Promise.all([
        setRole(ada, 'ben', 'sender'),
        setRole(ben, 'ada', 'sender'),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect([await roleOf('ada'), await roleOf('ben')].sort()).toEqual(['admin', 'sender']);
    }
  });

  test('of two admins who demote and disable each other at once, one stays', async () => {
    await add('ben', 'admin');
    const [one, two] = [await instance(), await instance()];
    const [ada, ben] = [await one.signedIn('ada'), await two.signedIn('ben')];
    const answers = await Promise.all([setRole(ada, 'ben', 'sender'), setAccess(ben, 'ada', true)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('somebody who is only invited does not count as another admin', async () => {
    const { signedIn } = await instance();
    const ada = await signedIn('ada');
    await invite(ada, 'ivo', 'admin');
    const { body } = await ada.call('GET', apiPaths.person(await idOf('ada')));
    expect(personDetail.parse(body)).toMatchObject({ is_self: true, is_last_admin: true });
  });

  test('an invited person sets a password by the link, once, and signs in', async () => {
    const { app, signedIn, signIn } = await instance();
    const ada = await signedIn('ada');
    const { person, link } = await invite(ada, 'ivo', 'support');
    expect(person).toMatchObject({ status: 'invited', role: 'support' });
    expect(link).toMatch(/^\/welcome#[\w-]{43}$/);
    expect((await signIn('ivo')).status).toBe(401);
    const ivo = createBrowser(app);
    expect((await accept(ivo, link, 'short')).status).toBe(422);
    expect((await accept(ivo, link)).status).toBe(204);
    // A used link, or one that never was, opens nothing.
    expect((await accept(ivo, link, 'another password')).status).toBe(404);
    expect((await accept(ivo, '#wrong')).status).toBe(404);
    expect(await isIn(ivo)).toBe(false);
    expect((await signIn('ivo')).status).toBe(200);
    expect(await audited('user-invite')).toEqual([
      [emailOf('ada'), `user ${person.id}`, 'support'],
    ]);
    expect((await audited('user-accept')).map(([email, , outcome]) => [email, outcome])).toEqual([
      [emailOf('ivo'), 'done'],
      [null, 'not-found'],
      [null, 'not-found'],
    ]);
  });

  test('of two uses of an invitation at once one wins', async () => {
    const [one, two] = [await instance(), await instance()];
    const { link } = await invite(await one.signedIn('ada'), 'ivo');
    const answers = await Promise.all([
      accept(createBrowser(one.app), link),
      accept(createBrowser(two.app), link, 'another password'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
  });

  test('a new link replaces the one before; disabling, time and a password end it', async () => {
    const { app, signedIn } = await instance();
    const ada = await signedIn('ada');
    const { link: first } = await invite(ada, 'ivo');
    const again = await ada.call('POST', peoplePaths.invitation(await idOf('ivo')), {});
    const { link: second } = invited.parse(again.body);
    const ivo = createBrowser(app);
    expect((await accept(ivo, first)).status).toBe(404);
    await db
      .updateTable('invitations')
      .set({ created_at: new Date(Date.now() - 7 * day - 1_000).toISOString() })
      .execute();
    expect((await accept(ivo, second)).status).toBe(404);
    await db.updateTable('invitations').set({ created_at: new Date().toISOString() }).execute();
    await setAccess(ada, 'ivo', true);
    await setAccess(ada, 'ivo', false);
    expect((await accept(ivo, second)).status).toBe(404);
    // Nobody is invited who has a password already.
    const taken = await ada.call('POST', peoplePaths.invitation(await idOf('sam')), {});
    expect(taken.status).toBe(404);
  });

  test('mails the invitation, and keeps its token nowhere', async () => {
    const { signedIn } = await instance();
    const ada = await signedIn('ada');
    const { link } = await invite(ada, 'ivo');
    const token = link?.split('#')[1] ?? 'none';
    await expect
      .poll(async () => {
        const { body } = await ada.call('GET', apiPaths.sandboxMail);
        return sandboxMails.parse(body).mails.map(({ to, text }) => [to, text.includes(token)]);
      })
      .toEqual([[emailOf('ivo'), true]]);
    for (const table of ['invitations', 'news', 'deliveries', 'audit'] as const) {
      const rows = await db.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(token);
    }
  });

  test('refuses an invitation of somebody who has an account, by field', async () => {
    const { signedIn } = await instance();
    const ada = await signedIn('ada');
    const body = { email: ' SAM@example.com', name: 'Sam', role: 'sender' };
    const taken = await ada.call('POST', apiPaths.people, body);
    expect([taken.status, Object.keys(taken.body.errors)]).toEqual([422, ['email']]);
    const bad = await ada.call('POST', apiPaths.people, { email: 'x', name: '', role: 'root' });
    expect([bad.status, Object.keys(bad.body.errors).sort()]).toEqual([
      422,
      ['email', 'name', 'role'],
    ]);
  });

  test('tells whether an invitation still works, and uses nothing up', async () => {
    const { app, signedIn } = await instance();
    const { link } = await invite(await signedIn('ada'), 'ivo');
    const browser = createBrowser(app);
    const check = async (token = link?.split('#')[1] ?? '') =>
      (await browser.call('POST', accountPaths.checkInvitation, { token })).status;
    expect([await check(), await check(), await check('other')]).toEqual([204, 204, 404]);
    expect((await accept(browser, link)).status).toBe(204);
    expect(await check()).toBe(404);
  });

  test('finds people by parts of name and email, role and status', async () => {
    await add('josé', 'support');
    const { signedIn } = await instance();
    const ada = await signedIn('ada');
    await invite(ada, 'ivo');
    const names = async (query: string) => (await list(ada, query)).items.map(({ name }) => name);
    expect(await names('')).toEqual(['ada', 'ivo', 'josé', 'sam']);
    expect(await names('?q=JOSE')).toEqual(['josé']);
    expect(await names('?q=example%20ad')).toEqual(['ada']);
    expect(await names('?role=sender')).toEqual(['ivo', 'sam']);
    for (const name of ["Ann O'Brien", 'Bea O’Brien']) {
      await addPerson(db, { email: `${name.slice(0, 3)}@irish.example`, name, role: 'support' });
    }
    for (const typed of ["O'Brien", 'o’brien', 'OBrien']) {
      const found = await names(`?${new URLSearchParams({ q: typed, role: 'support' })}`);
      expect(found).toEqual(["Ann O'Brien", 'Bea O’Brien']);
    }
    expect(await names('?role=sender&status=invited')).toEqual(['ivo']);
    expect(await list(ada, '?limit=1')).toMatchObject({ total: 6, items: [{ name: 'ada' }] });
    expect(JSON.stringify(await list(ada))).not.toContain('argon2');
  });

  test("leaves the role of a provider's person to the provider, and disables them", async () => {
    const at = new Date().toISOString();
    const row = { email: emailOf('olga'), name: 'olga', password_hash: null };
    const olga = await addUser(db, { ...row, role: 'sender' }, at);
    if (!olga) throw new Error('not added');
    await addSubject(db, { issuer: 'https://id.example', subject: '1' }, olga.id);
    const { signedIn } = await instance();
    const ada = await signedIn('ada');
    expect((await list(ada, '?q=olga')).items).toMatchObject([
      { status: 'active', is_provider: true },
    ]);
    expect((await setRole(ada, 'olga', 'support')).status).toBe(403);
    const again = await ada.call('POST', peoplePaths.invitation(olga.id), {});
    expect(again.status).toBe(404);
    const sessions = createSessions(db, Date.now, { idle: day, max: day });
    const session = await sessions.open(olga, { issuer: 'https://id.example' });
    expect((await setAccess(ada, 'olga', true)).status).toBe(200);
    expect(await sessions.look(session)).toBeNull();
  });

  /** Erases the sender, and returns their id. */
  async function eraseSam() {
    const sam = await findUserByEmail(db, emailOf('sam'));
    if (!sam) throw new Error('no person');
    await db.transaction().execute((tx) => erasePerson(tx, sam, new Date().toISOString()));
    return sam.id;
  }

  test('an erased person is neither enabled, changed nor invited', async () => {
    const id = await eraseSam();
    const { signedIn } = await instance();
    const ada = await signedIn('ada');
    const row = () => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
    const erased = await row();
    const answers = [
      await ada.call('PUT', peoplePaths.access(id), { disabled: false }),
      await ada.call('PUT', peoplePaths.role(id), { role: 'support' }),
      await ada.call('DELETE', peoplePaths.secondFactor(id)),
      await ada.call('POST', peoplePaths.invitation(id), {}),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await row()).toEqual(erased);
    expect((await list(ada, '?q=erased')).items).toMatchObject([{ id, status: 'disabled' }]);
  });

  test('a link that invites an erased person sets no password', async () => {
    const { app, signedIn } = await instance();
    const ada = await signedIn('ada');
    const { person, link } = await invite(ada, 'ivo');
    // Such a link may be in a ledger that an earlier version wrote.
    await db
      .updateTable('users')
      .set({ email: erasedEmail(person.id) })
      .where('id', '=', person.id)
      .execute();
    expect((await accept(createBrowser(app), link)).status).toBe(404);
    expect((await ada.call('POST', peoplePaths.invitation(person.id), {})).status).toBe(404);
    expect((await findUserByEmail(db, erasedEmail(person.id)))?.password_hash).toBeNull();
  });

  test('answers an unknown or malformed id with 404', async () => {
    const { signedIn } = await instance();
    const ada = await signedIn('ada');
    for (const id of [crypto.randomUUID(), 'nobody', '1']) {
      expect((await ada.call('GET', apiPaths.person(id))).status).toBe(404);
      expect((await ada.call('PUT', peoplePaths.role(id), { role: 'sender' })).status).toBe(404);
    }
  });

  test('an invitation that the mail server refuses is told, and its new link is handed over', async () => {
    const server = await startMailServer();
    onTestFinished(() => server.stop());
    let status = 554;
    server.state.refuse = (command) => {
      if (command === 'RCPT') throw refusal(status, status === 550 ? '5.1.1' : '5.7.1');
    };
    const { signedIn } = await instance({
      SMTP_URL: `smtp://127.0.0.1:${server.state.port}`,
      MAIL_FROM: 'news@giro.example',
      PUBLIC_ORIGIN: 'http://localhost',
    });
    const browser = await signedIn('ada');
    const late = async (name: string) => {
      const { body } = await browser.call('GET', apiPaths.person(await idOf(name)));
      return personDetail.parse(body).late_mail;
    };
    expect(await late('sam')).toBeNull();
    const body = { email: emailOf('ana'), name: 'ana', role: 'sender' };
    const first = invited.parse((await browser.call('POST', apiPaths.people, body)).body);
    expect(first.link).toBeNull();
    await expect
      .poll(() => late('ana'))
      .toMatchObject({ kind: 'invitation', why: 'refused', code: '554 5.7.1' });

    const again = await browser.call('POST', peoplePaths.invitation(await idOf('ana')));
    const { link } = invited.parse(again.body);
    expect(link).toMatch(/^\/welcome#[\w-]{43}$/);
    expect((await late('ana'))?.since).toBe((await firstNews()).created_at);

    status = 550;
    await browser.call('POST', apiPaths.people, { ...body, email: emailOf('bo') });
    await expect
      .poll(() => late('bo'))
      .toMatchObject({ kind: 'invitation', why: 'address', code: null });
  });

  const firstNews = () =>
    db.selectFrom('news').selectAll().orderBy('number').executeTakeFirstOrThrow();
});
