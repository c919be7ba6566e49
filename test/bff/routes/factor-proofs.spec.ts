import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { ownAccount } from '../../../src/contract/api/own-account.ts';
import {
  passkeyCreationOptions,
  passkeyPaths,
  passkeyRequestOptions,
} from '../../../src/contract/api/passkeys.ts';
import { apiPaths } from '../../../src/contract/api/paths.ts';
import { factorPaths, ownFactors, totpEnrolment } from '../../../src/contract/api/second-factor.ts';
import { newFactorHours, stepUpChallenge, stepUpPaths } from '../../../src/contract/api/step-up.ts';
import { type Authenticator, createAuthenticator } from '../../support/authenticator.ts';
import { createBrowser } from '../../support/browser.ts';
import { openStore } from '../../support/open-store.ts';
import { addPerson } from '../../support/people.ts';
import { stores } from '../../support/stores.ts';
import { codeAt, enrolTotp } from '../../support/totp.ts';
import { startInstance } from './start-instance.ts';

const origin = 'http://localhost';
const step = 30_000;
const day = newFactorHours * 3_600_000;
const start = Date.parse('2026-01-01T12:00:00Z');
const password = 'an old password';
const ana = { email: 'ana@example.com', password };
const transfer = {
  ...{ destination_account_id: '7', destination_account_fingerprint: 'shown' },
  ...{ source_amount_cents: '5001', source_amount_currency: 'CLP' },
  destination_amount_currency: 'COP',
};

type Browser = ReturnType<typeof createBrowser>;

describe.each(stores())('who changes second factors, on $name', ({ create }) => {
  let url: string;
  let db: LedgerDb;
  let time: number;
  /** Happens when the store's clock is next read. */
  let meanwhile: (() => Promise<unknown>) | null;

  beforeEach(async () => {
    const store = await openStore(create);
    url = store.url;
    db = await store.open();
    [time, meanwhile] = [start, null];
    await addPerson(db, ana);
  });

  async function instance(env: Record<string, string> = {}) {
    async function readStoreClock() {
      const work = meanwhile;
      meanwhile = null;
      await work?.();
      return time;
    }
    return startInstance(url, {
      env: { PUBLIC_ORIGIN: origin, STEP_UP_ABOVE: '{"CLP":5000}', ...env },
      clock: { now: () => time, readStoreClock },
    });
  }
  type App = Awaited<ReturnType<typeof instance>>;

  async function signedIn(app: App, code?: string) {
    const browser = createBrowser(app);
    expect((await browser.call('POST', apiPaths.session, ana)).status).toBe(200);
    if (code !== undefined) {
      const body = { method: 'totp', code };
      expect((await browser.call('POST', factorPaths.signIn, body)).status).toBe(200);
    }
    return browser;
  }

  const typeOf = ({ status, body }: { status: number; body: { type?: string } | null }) =>
    body?.type?.replace('/problems/', '') ?? status;
  const enrol = (browser: Browser) => enrolTotp(browser, password, time);
  /** A code that was not used before. */
  function nextCode(secret: string) {
    time += step;
    return codeAt(secret, time);
  }

  async function beginApp(browser: Browser, proof: object) {
    const { status, body } = await browser.call('POST', factorPaths.totp, proof);
    return status === 200 ? totpEnrolment.parse(body).secret : typeOf({ status, body });
  }
  async function changeApp(browser: Browser, proof: object) {
    const secret = String(await beginApp(browser, proof));
    const code = codeAt(secret, time - step);
    expect((await browser.call('PUT', factorPaths.totp, { code })).status).toBe(200);
    return secret;
  }
  const addOptions = (browser: Browser, proof: object) =>
    browser.call('POST', passkeyPaths.addOptions, { proof });
  async function addPasskey(browser: Browser, proof: object) {
    const device = createAuthenticator(origin);
    const { body } = await addOptions(browser, proof);
    const passkey = device.create(passkeyCreationOptions.parse(body));
    const added = await browser.call('POST', passkeyPaths.own, { name: 'Phone', passkey });
    expect(added.status).toBe(201);
    return device;
  }
  async function proofBy(browser: Browser, device: Authenticator) {
    const { body } = await browser.call('POST', passkeyPaths.proofOptions);
    return { passkey: device.get(passkeyRequestOptions.parse(body)) };
  }

  /** Each way to change the person's factors. */
  const changes = (browser: Browser, passkeyId: string) => ({
    'turn off the app': (proof: object) => browser.call('DELETE', factorPaths.totp, proof),
    'change the app': (proof: object) => browser.call('POST', factorPaths.totp, proof),
    'make recovery codes': (proof: object) =>
      browser.call('POST', factorPaths.recoveryCodes, proof),
    'add a passkey': (proof: object) => addOptions(browser, proof),
    'remove a passkey': (proof: object) =>
      browser.call('DELETE', passkeyPaths.own, { id: passkeyId, proof }),
  });

  const need = async (browser: Browser) => {
    const query = 'source_amount_cents=5001&source_amount_currency=CLP';
    const { methods, counts_from } = (await browser.call('GET', `${stepUpPaths.proof}?${query}`))
      .body;
    return { methods, counts_from };
  };
  const begin = async (browser: Browser) => {
    const body = { key: randomUUID(), ...transfer };
    return stepUpChallenge.parse((await browser.call('POST', stepUpPaths.proof, body)).body);
  };
  const answer = async (browser: Browser, body: object) =>
    typeOf(await browser.call('POST', stepUpPaths.answer, body));
  /** Proves a large transfer with a code of the app. */
  const proveWith = async (browser: Browser, secret: string) => {
    const { id } = await begin(browser);
    return answer(browser, { id, method: 'totp', code: nextCode(secret) });
  };
  const at = (ms: number) => new Date(ms).toISOString();

  test('the password alone changes nothing once there is a factor', async () => {
    const app = await instance();
    const browser = await signedIn(app);
    const { secret } = await enrol(browser);
    const device = await addPasskey(browser, { code: nextCode(secret) });
    const before = (await browser.call('GET', factorPaths.own)).body;
    for (const [name, change] of Object.entries(changes(browser, device.id))) {
      expect([name, typeOf(await change({ password }))]).toEqual([name, 'own-factor-required']);
    }
    expect((await browser.call('GET', factorPaths.own)).body).toEqual(before);
    const pending = await db.selectFrom('totp_factors').select('pending_sealed').execute();
    expect(pending).toEqual([{ pending_sealed: null }]);
  });

  test('nor where the only factor is a passkey, which changes them', async () => {
    const app = await instance();
    const browser = await signedIn(app);
    const device = await addPasskey(browser, { password });
    expect(await beginApp(browser, { password })).toBe('own-factor-required');
    const change = changes(browser, device.id);
    expect((await change['change the app'](await proofBy(browser, device))).status).toBe(200);
    expect((await change['make recovery codes'](await proofBy(browser, device))).status).toBe(200);
    expect((await change['remove a passkey'](await proofBy(browser, device))).status).toBe(200);
    // The password is enough again.
    expect(await beginApp(browser, { password })).toMatch(/^[A-Z2-7]{32}$/);
  });

  test('a recovery code changes them, once', async () => {
    const app = await instance();
    const browser = await signedIn(app);
    const { codes } = await enrol(browser);
    const [one = '', two = ''] = codes;
    expect(await beginApp(browser, { recovery_code: one })).toMatch(/^[A-Z2-7]{32}$/);
    expect(await beginApp(browser, { recovery_code: one })).toBe('wrong-code');
    const off = await browser.call('DELETE', factorPaths.totp, { recovery_code: two });
    expect(off.status).toBe(200);
    const told = await db.selectFrom('news').select('kind').execute();
    expect(told.filter(({ kind }) => kind === 'recovery-code-used')).toHaveLength(2);
  });

  test('a first factor confirms large transfers a day later, and says when', async () => {
    const app = await instance();
    const browser = await signedIn(app);
    expect(await need(browser)).toEqual({ methods: [], counts_from: null });
    const { secret } = await enrol(browser);
    const counts_from = at(time + day);
    expect(await need(browser)).toEqual({ methods: [], counts_from });
    const { totp } = ownFactors.parse((await browser.call('GET', factorPaths.own)).body);
    expect(totp?.counts_from).toBe(counts_from);
    expect(await proveWith(browser, secret)).toBe('forbidden');

    time = start + day - 1;
    const early = await signedIn(app, codeAt(secret, time));
    expect(await need(early)).toEqual({ methods: [], counts_from });
    time = start + day;
    expect(await need(early)).toEqual({ methods: ['totp'], counts_from: null });
    expect(await proveWith(early, secret)).toBe(204);
    const later = ownFactors.parse((await early.call('GET', factorPaths.own)).body);
    expect(later.totp?.counts_from).toBeNull();
  });

  test('so does one that a sign-in asked for: it took the password alone', async () => {
    const app = await instance({ REQUIRE_SECOND_FACTOR: 'sender' });
    const browser = createBrowser(app);
    expect((await browser.call('POST', apiPaths.session, ana)).body.second_factor.enrol).toEqual([
      'totp',
    ]);
    const { body } = await browser.call('POST', factorPaths.signInTotp, {});
    const code = codeAt(totpEnrolment.parse(body).secret, time);
    expect((await browser.call('PUT', factorPaths.signInTotp, { code })).status).toBe(200);
    expect(await need(browser)).toEqual({ methods: [], counts_from: at(time + day) });
  });

  test('a factor that an old one confirmed counts at once, any other a day later', async () => {
    const app = await instance();
    const first = await signedIn(app);
    const { secret, codes } = await enrol(first);
    // Too new itself to make another one count.
    const young = await addPasskey(first, { code: nextCode(secret) });
    await first.call('DELETE', passkeyPaths.own, {
      ...{ id: young.id, proof: { code: nextCode(secret) } },
    });
    expect(await need(first)).toMatchObject({ methods: [] });

    time = start + day;
    const browser = await signedIn(app, codeAt(secret, time));
    expect(await need(browser)).toMatchObject({ methods: ['totp'] });
    const [code = '', other = ''] = codes;
    await addPasskey(browser, { recovery_code: code });
    expect(await need(browser)).toMatchObject({ methods: ['totp'] });
    const { passkeys } = ownAccount.parse((await browser.call('GET', apiPaths.ownAccount)).body);
    expect(passkeys.map(({ counts_from }) => counts_from)).toEqual([at(time + day)]);

    const device = await addPasskey(browser, { code: nextCode(secret) });
    expect((await need(browser)).methods).toEqual(['passkey', 'totp']);
    const asked = await begin(browser);
    expect(asked.passkey?.allowCredentials?.map(({ id }) => id)).toEqual([device.id]);

    // The app is changed with a recovery code, and then with the passkey that counts.
    const late = await changeApp(browser, { recovery_code: other });
    expect((await need(browser)).methods).toEqual(['passkey']);
    expect(await proveWith(browser, late)).toBe('forbidden');
    const now = await changeApp(browser, await proofBy(browser, device));
    expect((await need(browser)).methods).toEqual(['passkey', 'totp']);
    expect(await proveWith(browser, now)).toBe(204);
  });

  test('a passkey that does not count proves nothing beside one that does', async () => {
    const app = await instance();
    const first = await signedIn(app);
    const { secret, codes } = await enrol(first);
    time = start + day;
    const browser = await signedIn(app, codeAt(secret, time));
    await addPasskey(browser, { code: nextCode(secret) });
    const late = await addPasskey(browser, { recovery_code: codes[0] ?? '' });
    const { id, passkey } = await begin(browser);
    if (!passkey) throw new Error('no passkey is asked for');
    const signed = late.get(passkey);
    expect(await answer(browser, { id, method: 'passkey', passkey: signed })).toBe(
      'passkey-refused',
    );
  });

  test('what was begun with the password is not added beside a factor that came meanwhile', async () => {
    const app = await instance();
    const [mine, stranger] = [await signedIn(app), await signedIn(app)];
    const theirs = String(await beginApp(stranger, { password }));
    const device = createAuthenticator(origin);
    const { body } = await addOptions(stranger, { password });
    const passkey = device.create(passkeyCreationOptions.parse(body));
    await addPasskey(mine, { password });
    const code = codeAt(theirs, time);
    expect(typeOf(await stranger.call('PUT', factorPaths.totp, { code }))).toBe(
      'own-factor-required',
    );
    expect(typeOf(await stranger.call('POST', passkeyPaths.own, { name: 'x', passkey }))).toBe(
      'own-factor-required',
    );
  });

  test.each(['turn off the app', 'make recovery codes', 'remove a passkey'] as const)(
    'the password does not %s where the factor came right after it was checked',
    async (name) => {
      const app = await instance();
      const [mine, stranger] = [await signedIn(app), await signedIn(app)];
      const secret = String(await beginApp(mine, { password }));
      const device = createAuthenticator(origin);
      const { body } = await addOptions(mine, { password });
      const passkey = device.create(passkeyCreationOptions.parse(body));
      meanwhile = () =>
        name === 'remove a passkey'
          ? mine.call('POST', passkeyPaths.own, { name: 'Phone', passkey })
          : mine.call('PUT', factorPaths.totp, { code: codeAt(secret, time) });
      const answer = await changes(stranger, device.id)[name]({ password });
      expect(typeOf(answer)).toBe('own-factor-required');
      const kept = await db.selectFrom('recovery_codes').select('created_at').execute();
      expect(kept.map(({ created_at }) => created_at)).toEqual(Array(10).fill(at(start)));
      const { totp, passkeys } = ownFactors.parse((await mine.call('GET', factorPaths.own)).body);
      expect([totp !== null, passkeys]).toEqual(
        name === 'remove a passkey' ? [false, 1] : [true, 0],
      );
    },
  );

  test('of two first factors at once one is added', async () => {
    const apps = [await instance(), await instance()] as const;
    const browsers = await Promise.all(apps.map((app) => signedIn(app)));
    const made = await Promise.all(
      browsers.map(async (browser) => {
        const { body } = await addOptions(browser, { password });
        const passkey = createAuthenticator(origin).create(passkeyCreationOptions.parse(body));
        return { browser, body: { name: 'x', passkey } };
      }),
    );
    const answers = await Promise.all(
      made.map(({ browser, body }) => browser.call('POST', passkeyPaths.own, body)),
    );
    expect(answers.map(typeOf).toSorted()).toEqual([201, 'own-factor-required']);
  });
});
