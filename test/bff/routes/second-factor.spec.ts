import { beforeEach, describe, expect, test } from 'vitest';
import { createSessions, sessionHash } from '../../../src/bff/auth/sessions.ts';
import { runCommand } from '../../../src/bff/cli/cli.ts';
import { readAudit } from '../../../src/bff/ledger/people/audit.ts';
import { findSession } from '../../../src/bff/ledger/people/sessions.ts';
import { addUser, changeUser } from '../../../src/bff/ledger/people/users.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { silentLog } from '../../../src/bff/service/log.ts';
import { accountPaths } from '../../../src/contract/api/own-account.ts';
import { apiPaths } from '../../../src/contract/api/paths.ts';
import {
  changedFactors,
  enrolledSession,
  factorPaths,
  ownFactors,
  totpEnrolment,
} from '../../../src/contract/api/second-factor.ts';
import { createBrowser } from '../../support/browser.ts';
import { openStore } from '../../support/open-store.ts';
import { addPerson } from '../../support/people.ts';
import { stores } from '../../support/stores.ts';
import { codeAt } from '../../support/totp.ts';
import { startInstance } from './start-instance.ts';

const minute = 60_000;
const step = 30_000;
const start = Date.parse('2026-01-01T12:00:00Z');
const secret = 'a secret of the tests, thirty-two or more';
const ana = { email: 'ana@example.com', password: 'an old password' };
const sue = { email: 'sue@example.com', password: 'of the support', role: 'support' } as const;
const wrong = 'not the password';

type Browser = ReturnType<typeof createBrowser>;

describe.each(stores())('a second factor, on $name', ({ create }) => {
  let url: string;
  let db: LedgerDb;
  let time: number;

  beforeEach(async () => {
    const store = await openStore(create);
    url = store.url;
    db = await store.open();
    time = start;
    await addPerson(db, ana);
    await addPerson(db, sue);
  });

  async function instance(env: Record<string, string> = {}) {
    return startInstance(url, {
      env: { GIRO_SECRET: secret, ...env },
      clock: { now: () => time, readStoreClock: async () => time },
    });
  }
  type App = Awaited<ReturnType<typeof instance>>;

  const signIn = async (app: App, person: { email: string; password: string } = ana) => {
    const browser = createBrowser(app);
    const answer = await browser.call('POST', apiPaths.session, person);
    return { browser, answer };
  };
  const give = (browser: Browser, code: string, method = 'totp') =>
    browser.call('POST', factorPaths.signIn, { method, code });
  const isIn = async (browser: Browser) =>
    (await browser.call('GET', apiPaths.session)).status === 200;
  const typeOf = ({ status, body }: { status: number; body: { type?: string } }) => [
    status,
    body.type?.replace('/problems/', ''),
  ];
  const news = async () =>
    (await db.selectFrom('news').select('kind').orderBy('number').execute()).map(
      ({ kind }) => kind,
    );

  /** Signs in and adds an authenticator app. @returns its secret, recovery codes and the browser */
  async function enrolled(app: App, person: { email: string; password: string } = ana) {
    const { browser } = await signIn(app, person);
    const { body } = await browser.call('POST', factorPaths.totp, { password: person.password });
    const { secret } = totpEnrolment.parse(body);
    const confirmed = await browser.call('PUT', factorPaths.totp, { code: codeAt(secret, time) });
    expect(confirmed.status).toBe(200);
    const { recovery_codes } = changedFactors.parse(confirmed.body);
    // The step of the first code signs nobody in.
    time += step;
    return { browser, secret, codes: recovery_codes ?? [] };
  }

  test('a sign-in asks for the code, and opens no session before it', async () => {
    const app = await instance();
    const { secret, browser: before } = await enrolled(app);
    const { browser, answer } = await signIn(app);
    expect([answer.status, answer.body]).toEqual([
      200,
      { second_factor: { methods: ['totp', 'recovery_code'], enrol: [] } },
    ]);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^giro-challenge=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(await isIn(browser)).toBe(false);
    const challenge = browser.cookies.get('giro-challenge') ?? '';
    browser.cookies.set('giro', challenge);
    expect(await isIn(browser)).toBe(false);
    const entered = await give(browser, codeAt(secret, time));
    expect([entered.status, entered.body.user.email]).toEqual([200, ana.email]);
    const session = browser.cookies.get('giro') ?? '';
    expect(session).not.toBe(challenge);
    expect(browser.cookies.has('giro-challenge')).toBe(false);
    expect(await findSession(db, sessionHash(session))).toMatchObject({
      ...{ second_factor: 'totp', second_factor_at: new Date(time).toISOString() },
    });
    // The session that added the factor stays, and is marked too.
    expect(await isIn(before)).toBe(true);
    const { second_factor } =
      (await findSession(db, sessionHash(before.cookies.get('giro') ?? ''))) ?? {};
    expect(second_factor).toBe('totp');
  });

  test('a code works once, and not within its step at another instance', async () => {
    const [app, other] = [await instance(), await instance()];
    const { secret } = await enrolled(app);
    const code = codeAt(secret, time);
    expect((await give((await signIn(app)).browser, code)).status).toBe(200);
    for (const at of [app, other]) {
      const { browser } = await signIn(at);
      expect(typeOf(await give(browser, code))).toEqual([401, 'code-used']);
      // One of an earlier step that a slow phone shows is no longer accepted either.
      expect(typeOf(await give(browser, codeAt(secret, time - step)))).toEqual([401, 'code-used']);
      expect(await isIn(browser)).toBe(false);
    }
    time += step;
    const { browser } = await signIn(other);
    expect((await give(browser, codeAt(secret, time))).status).toBe(200);
  });

  test('a code of the step before or after is accepted, further ones are not', async () => {
    const app = await instance();
    const { secret } = await enrolled(app);
    time += 10 * step;
    const { browser } = await signIn(app);
    for (const off of [-2, 2]) {
      const answer = await give(browser, codeAt(secret, time + off * step));
      expect(typeOf(answer)).toEqual([401, 'wrong-code']);
    }
    expect((await give(browser, codeAt(secret, time - step))).status).toBe(200);
    const next = (await signIn(app)).browser;
    expect((await give(next, codeAt(secret, time + step))).status).toBe(200);
  });

  test.each([
    ['full-width', 0xff10],
    ['Arabic', 0x660],
    ['Devanagari', 0x966],
  ])('a code in %s digits is right', async (_name, zero) => {
    const app = await instance();
    const { secret } = await enrolled(app);
    const code = codeAt(secret, time).replace(/\d/g, (digit) =>
      String.fromCharCode(zero + Number(digit)),
    );
    expect((await give((await signIn(app)).browser, code)).status).toBe(200);
  });

  test('five wrong codes block further ones, at every instance and in every sign-in', async () => {
    const [app, other] = [await instance(), await instance()];
    const { secret } = await enrolled(app);
    const { browser } = await signIn(app);
    for (const code of ['000000', '1', 'abcdef', '000 000', '9999999']) {
      expect(typeOf(await give(browser, code))).toEqual([401, 'wrong-code']);
    }
    const { browser: next } = await signIn(other);
    const blocked = await give(next, codeAt(secret, time));
    expect([blocked.status, blocked.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await give(next, 'abcd', 'recovery_code')).status).toBe(429);
    time += minute;
    expect((await give(next, codeAt(secret, time))).status).toBe(200);
  });

  test('a challenge ends after 10 minutes, with a new password, and once used', async () => {
    const app = await instance();
    const { secret, browser: owner } = await enrolled(app);
    const late = (await signIn(app)).browser;
    time += 10 * minute + 1;
    expect(typeOf(await give(late, codeAt(secret, time)))).toEqual([410, 'sign-in-expired']);

    const before = (await signIn(app)).browser;
    const passwords = { current_password: ana.password, new_password: 'a new password' };
    expect((await owner.call('PUT', accountPaths.password, passwords)).status).toBe(200);
    expect(typeOf(await give(before, codeAt(secret, time)))).toEqual([410, 'sign-in-expired']);

    const { browser } = await signIn(app, { ...ana, password: passwords.new_password });
    const challenge = browser.cookies.get('giro-challenge') ?? '';
    expect((await give(browser, codeAt(secret, time))).status).toBe(200);
    time += step;
    browser.cookies.set('giro-challenge', challenge);
    expect(typeOf(await give(browser, codeAt(secret, time)))).toEqual([410, 'sign-in-expired']);
    await changeUser(db, ana.email, { disabled_at: new Date(time).toISOString() });
    expect(typeOf(await give(createBrowser(app), '123456'))).toEqual([410, 'sign-in-expired']);
  });

  test('a wrong password is answered alike with and without a factor', async () => {
    const app = await instance();
    await enrolled(app);
    const answers = await Promise.all(
      [ana.email, sue.email, 'nobody@example.com'].map(async (email) => {
        const { answer, browser } = await signIn(app, { email, password: wrong });
        const { request_id: _, ...body } = answer.body;
        return { status: answer.status, body, cookies: [...browser.cookies] };
      }),
    );
    expect(answers[0]).toMatchObject({ status: 401, body: { type: '/problems/wrong-password' } });
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test('a recovery code works once, in any spelling, and is told by mail with how many are left', async () => {
    const app = await instance();
    const { codes } = await enrolled(app);
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    const [code = '', other = ''] = codes;
    expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
    const typed = code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'L');
    const { browser } = await signIn(app);
    expect((await give(browser, typed, 'recovery_code')).status).toBe(200);
    const next = (await signIn(app)).browser;
    expect(typeOf(await give(next, code, 'recovery_code'))).toEqual([401, 'wrong-code']);
    // As an input method writes it, with a dash that is no hyphen.
    const wide = other
      .replaceAll('-', '–')
      .replace(/[\da-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
    expect((await give(next, `\u200b${wide}\u00a0`, 'recovery_code')).status).toBe(200);
    const told = await db
      .selectFrom('news')
      .select('subject')
      .where('kind', '=', 'recovery-code-used')
      .orderBy('number')
      .execute();
    expect(told.map(({ subject }) => subject.split(' ')[1])).toEqual(['9', '8']);
    const kept = JSON.stringify(await db.selectFrom('recovery_codes').selectAll().execute());
    for (const one of codes) expect(kept).not.toContain(one.replaceAll('-', ''));
    expect(ownFactors.parse((await browser.call('GET', factorPaths.own)).body).recovery_codes).toBe(
      8,
    );
  });

  test('of three recovery codes at once for one sign-in one is used up', async () => {
    const apps = [await instance(), await instance(), await instance()] as const;
    const { codes } = await enrolled(apps[0]);
    const { browser } = await signIn(apps[0]);
    const answers = await Promise.all(
      apps.map((app, at) => {
        const same = createBrowser(app);
        for (const [name, value] of browser.cookies) same.cookies.set(name, value);
        return give(same, codes[at] ?? '', 'recovery_code');
      }),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410]);
    const left = await db.selectFrom('recovery_codes').select('code_hash').execute();
    expect(left).toHaveLength(9);
  });

  test('new recovery codes replace the old ones, after a code', async () => {
    const app = await instance();
    const { browser, secret, codes } = await enrolled(app);
    const make = (proof: object) => browser.call('POST', factorPaths.recoveryCodes, proof);
    expect(typeOf(await make({ code: '000000' }))).toEqual([401, 'wrong-code']);
    expect((await make({})).status).toBe(422);
    const made = await make({ code: codeAt(secret, time) });
    const { recovery_codes } = changedFactors.parse(made.body);
    const next = (await signIn(app)).browser;
    expect((await give(next, codes[0] ?? '', 'recovery_code')).status).toBe(401);
    expect((await give(next, recovery_codes?.[0] ?? '', 'recovery_code')).status).toBe(200);
  });

  test('an app that was not confirmed dies in 15 minutes and asks for nothing', async () => {
    const app = await instance();
    const { browser } = await signIn(app);
    const begin = (proof: object) => browser.call('POST', factorPaths.totp, proof);
    expect(typeOf(await begin({ password: wrong }))).toEqual([401, 'wrong-password']);
    const begun = totpEnrolment.parse((await begin({ password: ana.password })).body);
    expect(begun.uri).toContain(`secret=${begun.secret}`);
    expect((await signIn(app)).answer.body.user.email).toBe(ana.email);
    time += 15 * minute + 1;
    const confirm = (code: string) => browser.call('PUT', factorPaths.totp, { code });
    expect(typeOf(await confirm(codeAt(begun.secret, time)))).toEqual([410, 'enrolment-expired']);
    const again = totpEnrolment.parse((await begin({ password: ana.password })).body);
    expect(typeOf(await confirm(codeAt(begun.secret, time)))).toEqual([401, 'wrong-code']);
    expect((await confirm(codeAt(again.secret, time))).status).toBe(200);
    const kept = JSON.stringify(await db.selectFrom('totp_factors').selectAll().execute());
    expect(kept).not.toContain(again.secret);
  });

  test('a new app takes the place of the old one when it is confirmed', async () => {
    const app = await instance();
    const { browser, secret: old } = await enrolled(app);
    const begun = await browser.call('POST', factorPaths.totp, { code: codeAt(old, time) });
    time += step;
    const { secret } = totpEnrolment.parse(begun.body);
    expect((await give((await signIn(app)).browser, codeAt(old, time))).status).toBe(200);
    const confirmed = await browser.call('PUT', factorPaths.totp, { code: codeAt(secret, time) });
    // The recovery codes go on.
    expect(changedFactors.parse(confirmed.body).recovery_codes).toBeNull();
    time += step;
    const next = (await signIn(app)).browser;
    expect((await give(next, codeAt(old, time))).status).toBe(401);
    expect((await give(next, codeAt(secret, time))).status).toBe(200);
  });

  test('turning it off needs proof, takes the recovery codes, and is told by mail', async () => {
    const app = await instance();
    const { browser, secret } = await enrolled(app);
    const off = (proof: object) => browser.call('DELETE', factorPaths.totp, proof);
    expect(typeOf(await off({ code: '000000' }))).toEqual([401, 'wrong-code']);
    const { factors } = changedFactors.parse((await off({ code: codeAt(secret, time) })).body);
    expect(factors).toEqual({
      available: true,
      required: false,
      totp: null,
      passkeys: 0,
      recovery_codes: 0,
    });
    expect(typeOf(await off({ password: ana.password }))).toEqual([404, 'not-found']);
    expect((await signIn(app)).answer.body.user.email).toBe(ana.email);
    expect((await news()).slice(0, 2)).toEqual(['factor-added', 'factor-removed']);
  });

  test('a role that needs one adds it at sign-in, and cannot turn it off', async () => {
    const app = await instance({ REQUIRE_SECOND_FACTOR: 'support,admin' });
    const { browser, answer } = await signIn(app, sue);
    expect(answer.body).toEqual({ second_factor: { methods: [], enrol: ['totp'] } });
    expect(await isIn(browser)).toBe(false);
    const { secret } = totpEnrolment.parse(
      (await browser.call('POST', factorPaths.signInTotp, {})).body,
    );
    const confirm = (code: string) => browser.call('PUT', factorPaths.signInTotp, { code });
    expect(typeOf(await confirm('000000'))).toEqual([401, 'wrong-code']);
    const entered = enrolledSession.parse((await confirm(codeAt(secret, time))).body);
    expect([entered.user.role, entered.recovery_codes?.length]).toEqual(['support', 10]);
    expect(await isIn(browser)).toBe(true);
    time += step;
    const off = await browser.call('DELETE', factorPaths.totp, { code: codeAt(secret, time) });
    expect(typeOf(off)).toEqual([409, 'second-factor-required']);
    // Nothing of it was done.
    expect((await browser.call('GET', factorPaths.own)).body).toEqual({
      ...{ available: true, required: true, passkeys: 0, recovery_codes: 10 },
      totp: { since: new Date(start).toISOString(), counts_from: null },
    });
    expect((await signIn(app)).answer.body.user.role).toBe('sender');
  });

  test('who has a factor cannot add another by the password alone', async () => {
    const app = await instance({ REQUIRE_SECOND_FACTOR: 'sender' });
    const { browser } = await signIn(app);
    const begun = await browser.call('POST', factorPaths.signInTotp, {});
    const late = (await signIn(app)).browser;
    const { secret } = totpEnrolment.parse(begun.body);
    expect(
      (await browser.call('PUT', factorPaths.signInTotp, { code: codeAt(secret, time) })).status,
    ).toBe(200);
    expect((await late.call('POST', factorPaths.signInTotp, {})).status).toBe(403);
    const code = codeAt(secret, time + step);
    expect((await late.call('PUT', factorPaths.signInTotp, { code })).status).toBe(403);
    expect(await isIn(late)).toBe(false);
  });

  test('a new device is told only after the second step', async () => {
    const app = await instance();
    const { secret } = await enrolled(app);
    const { browser } = await signIn(app);
    expect(browser.cookies.has('giro-device')).toBe(false);
    expect(await news()).toEqual(['factor-added']);
    await give(browser, codeAt(secret, time));
    expect(browser.cookies.has('giro-device')).toBe(true);
    expect(await news()).toEqual(['factor-added', 'new-device']);
  });

  test('a person of a provider has none here', async () => {
    const app = await instance({ REQUIRE_SECOND_FACTOR: 'sender' });
    const sessions = await signIn(app);
    const person = {
      email: 'oidc@example.com',
      name: '',
      role: 'sender',
      password_hash: null,
    } as const;
    const user = await addUser(db, person, new Date(time).toISOString());
    if (!user) throw new Error('not added');
    const id = await createSessions(db, () => time, { idle: minute, max: minute }).open(user, {
      issuer: 'https://login.example',
    });
    const { browser } = sessions;
    browser.cookies.set('giro', id);
    expect((await browser.call('GET', factorPaths.own)).body).toMatchObject({
      available: false,
      required: false,
    });
    expect((await browser.call('POST', factorPaths.totp, { password: 'x' })).status).toBe(403);
  });

  test('the previous secret opens a factor, and without it the sign-in fails loudly', async () => {
    const { secret: app } = await enrolled(await instance());
    const next = 'the next secret of the tests, as long as it';
    const rotated = await instance({ GIRO_SECRET: next, GIRO_SECRET_PREVIOUS: secret });
    expect((await give((await signIn(rotated)).browser, codeAt(app, time))).status).toBe(200);
    const lost = await instance({ GIRO_SECRET: next });
    time += step;
    expect((await give((await signIn(lost)).browser, codeAt(app, time))).status).toBe(500);
    const said: string[] = [];
    const doctor = async (env: Record<string, string>) => {
      said.length = 0;
      await runCommand(['doctor'], {
        ...{ env: { DATABASE_URL: url, ...env }, say: (line: string) => said.push(line) },
        ...{ readStdin: async () => '', now: () => Date.now(), log: silentLog },
      });
      return said.find((line) => line.startsWith('GIRO_SECRET '));
    };
    expect(await doctor({ GIRO_SECRET: next })).toMatch(
      /FAIL {2}1 of 1 encrypted values can't be decrypted. Set GIRO_SECRET_PREVIOUS/,
    );
    expect(await doctor({ GIRO_SECRET: next, GIRO_SECRET_PREVIOUS: secret })).toMatch(
      /ok {4}decrypts 1 values; 1 still need GIRO_SECRET_PREVIOUS/,
    );
  });

  test('the command line takes it from who lost it, and ends their sessions', async () => {
    const app = await instance();
    const { browser } = await enrolled(app);
    const waiting = (await signIn(app)).browser;
    const said: string[] = [];
    const reset = (email: string) =>
      runCommand(['users', 'reset-second-factor', email], {
        ...{ env: { DATABASE_URL: url }, say: (line: string) => said.push(line) },
        ...{ readStdin: async () => '', now: () => time, log: silentLog },
      });
    expect(await reset(ana.email)).toBe(0);
    expect(await isIn(browser)).toBe(false);
    expect(typeOf(await give(waiting, '123456'))).toEqual([410, 'sign-in-expired']);
    expect((await signIn(app)).answer.body.user.email).toBe(ana.email);
    expect(await reset(ana.email)).toBe(1);
    expect(await reset('nobody@example.com')).toBe(1);
    expect(said.filter((line) => line.startsWith('ana@'))).toEqual([
      'ana@example.com has no second factor any more',
      'ana@example.com had no second factor',
    ]);
    expect((await news()).slice(0, 2)).toEqual(['factor-added', 'factor-removed']);
    const entries = await readAudit(db, { limit: 100 });
    expect(entries.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'sign-in done',
      'factor-begin done',
      'factor-add done',
      'sign-in second factor asked',
      'factor-reset done',
      'sign-in done',
      'factor-reset none',
    ]);
  });
});
