import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { createSessions } from '../../../src/bff/auth/sessions.ts';
import { findUserByEmail } from '../../../src/bff/ledger/people/users.ts';
import { apiPaths } from '../../../src/contract/api/paths.ts';
import {
  changedFactors,
  factorPaths,
  totpEnrolment,
} from '../../../src/contract/api/second-factor.ts';
import { canary } from '../../support/canary.ts';
import { addPerson } from '../../support/people.ts';
import { seed, shuffled } from '../../support/seed.ts';
import { codeAt } from '../../support/totp.ts';
import { type Answer, ask } from '../ask.ts';
import type { Check, Fixture } from '../fixture.ts';

const hour = 3_600_000;
const step = 30_000;
const password = 'the password of one check';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
let calls = 0;
const json = (url: string, method: Method, path: string, body: object, cookie = '') =>
  ask(url, {
    method,
    path,
    // Another each time: what is limited here is the person.
    from: `127.0.0.${2 + (calls++ % 250)}`,
    headers: {
      ...{ cookie, origin: url, 'sec-fetch-site': 'same-origin' },
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });

/** The value that an answer sets for a cookie; '' for none. */
const cookieIn = ({ headers }: Answer, name: string) =>
  (headers['set-cookie'] ?? [])
    .map((line) => new RegExp(`^${name}=([^;]*)`).exec(line)?.[1] ?? '')
    .find((value) => value !== '') ?? '';

/** An answer without what differs by chance, and how long it took. */
type Took = { answer: ReturnType<typeof plain>; ms: number };

/** A person of one check, with an authenticator app whose code of now is free. */
async function addWithApp({ db, url }: Fixture) {
  const email = `${canary('factor')}@example.com`;
  await addPerson(db, { email, password });
  const user = await findUserByEmail(db, email);
  if (!user) throw new Error('the person was not added');
  const session = await createSessions(db, Date.now, { idle: hour, max: hour }).open(user);
  const cookie = `giro=${session}`;
  const begun = await json(url, 'POST', factorPaths.totp, { password }, cookie);
  const { secret } = z.parse(totpEnrolment, JSON.parse(begun.text));
  const code = codeAt(secret, Date.now() - step);
  const { text } = await json(url, 'PUT', factorPaths.totp, { code }, cookie);
  const { recovery_codes } = z.parse(changedFactors, JSON.parse(text));
  return { email, user, secret, cookie, codes: recovery_codes ?? [] };
}

const signIn = ({ url }: Fixture, email: string, typed = password) =>
  json(url, 'POST', apiPaths.session, { email, password: typed });

/** Signs in as far as the second step. @returns the id of the challenge */
const challengeOf = async (fixture: Fixture, email: string) =>
  cookieIn(await signIn(fixture, email), 'giro-challenge');

const give = ({ url }: Fixture, challenge: string, code: string, method = 'totp') =>
  json(url, 'POST', factorPaths.signIn, { method, code }, `giro-challenge=${challenge}`);

const statusOf = async ({ url }: Fixture, cookie: string, path: string = apiPaths.session) =>
  (await ask(url, { path, headers: { cookie } })).status;

/** An answer without what differs each time. */
const plain = ({ status, headers, text }: Answer) => {
  const { date: _date, 'x-request-id': id = '', ...rest } = headers;
  const fixed = Object.entries(rest).filter(([name]) => !name.startsWith('x-ratelimit'));
  return { status, headers: fixed, text: text.replaceAll(String(id), '') };
};

export const secondFactorChecks: Check[] = [
  {
    name: 'the password alone opens no session, and its challenge is none',
    async check(fixture) {
      const { email } = await addWithApp(fixture);
      const answer = await signIn(fixture, email);
      const challenge = cookieIn(answer, 'giro-challenge');
      assert.deepEqual([answer.status, cookieIn(answer, 'giro')], [200, '']);
      assert.match(String(answer.headers['set-cookie']), /; HttpOnly; SameSite=Strict$/);
      assert.equal(Buffer.from(challenge, 'base64url').length, 32);
      for (const cookie of [`giro=${challenge}`, `giro-challenge=${challenge}`]) {
        for (const path of [apiPaths.session, apiPaths.transfers, factorPaths.own]) {
          assert.equal(await statusOf(fixture, cookie, path), 401);
        }
      }
      const rows = await fixture.db.selectFrom('sign_in_challenges').selectAll().execute();
      assert.ok(!JSON.stringify(rows).includes(challenge));
    },
  },
  {
    name: 'fixation: the second step opens a session with a new id, once',
    async check(fixture) {
      const { email, secret, codes } = await addWithApp(fixture);
      const challenge = await challengeOf(fixture, email);
      const planted = 'A'.repeat(43);
      const { url } = fixture;
      const body = { method: 'totp', code: codeAt(secret, Date.now()) };
      const cookies = `giro-challenge=${challenge}; giro=${planted}`;
      const entered = await json(url, 'POST', factorPaths.signIn, body, cookies);
      const session = cookieIn(entered, 'giro');
      assert.equal(entered.status, 200);
      assert.ok(session !== challenge && session !== planted && session.length === 43);
      assert.equal(await statusOf(fixture, `giro=${planted}`), 401);
      const again = await give(fixture, challenge, codes[0] ?? '', 'recovery_code');
      assert.deepEqual([again.status, cookieIn(again, 'giro')], [410, '']);
      assert.equal((await give(fixture, planted, codes[1] ?? '', 'recovery_code')).status, 410);
    },
  },
  {
    name: 'replay: neither a code nor a recovery code works twice',
    async check(fixture) {
      const { email, secret, codes } = await addWithApp(fixture);
      const code = codeAt(secret, Date.now());
      const [recovery = ''] = codes;
      const tries = [
        ['totp', code, 200],
        ['totp', code, 401],
        ['recovery_code', recovery, 200],
        ['recovery_code', recovery, 401],
      ] as const;
      for (const [method, text, status] of tries) {
        const challenge = await challengeOf(fixture, email);
        assert.equal((await give(fixture, challenge, text, method)).status, status, method);
      }
    },
  },
  {
    name: `race: of two identical codes at once one wins (seed ${seed})`,
    async check(fixture) {
      const { email, secret } = await addWithApp(fixture);
      const challenges = [await challengeOf(fixture, email), await challengeOf(fixture, email)];
      const code = codeAt(secret, Date.now());
      const answers = await Promise.all(
        shuffled(challenges).map((challenge) => give(fixture, challenge, code)),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401]);
      const open = answers.filter((answer) => cookieIn(answer, 'giro') !== '');
      assert.equal(open.length, 1);
    },
  },
  {
    name: 'attempts: five wrong codes block all further ones, in every sign-in',
    async check(fixture) {
      const { email, secret, codes } = await addWithApp(fixture);
      const challenge = await challengeOf(fixture, email);
      const statuses = [];
      for (let count = 0; count < 6; count += 1) {
        statuses.push((await give(fixture, challenge, '000000')).status);
      }
      assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
      const next = await challengeOf(fixture, email);
      assert.equal((await give(fixture, next, codeAt(secret, Date.now()))).status, 429);
      assert.equal((await give(fixture, next, codes[0] ?? '', 'recovery_code')).status, 429);
    },
  },
  {
    name: 'enumeration: a wrong password is answered alike, in words and time, with and without a factor',
    async check(fixture) {
      const { email } = await addWithApp(fixture);
      const without = `${canary('plain')}@example.com`;
      await addPerson(fixture.db, { email: without, password });
      const took = async (who: string): Promise<Took> => {
        const begun = performance.now();
        const answer = plain(await signIn(fixture, who, 'not the password'));
        return { answer, ms: performance.now() - begun };
      };
      let [one, other] = [Infinity, Infinity];
      // An answer without a hash of the password takes a small part of the time, however often it is asked for.
      const isAlike = () => Math.min(one, other) > Math.max(one, other) / 2;
      // In turn, so that load on the machine meets both alike; more often while it meets one of them alone.
      for (let count = 0; count < 4 || (count < 40 && !isAlike()); count += 1) {
        const pair = [await took(email), await took(without)] as const;
        assert.deepEqual(pair[0].answer, pair[1].answer);
        [one, other] = [Math.min(one, pair[0].ms), Math.min(other, pair[1].ms)];
      }
      assert.ok(isAlike(), `${one} ms and ${other} ms`);
    },
  },
  {
    name: 'a second factor cannot be added, changed or read by the password alone',
    async check(fixture) {
      const { cookie, email, user } = await addWithApp(fixture);
      const { url } = fixture;
      for (const [method, path] of [
        ['POST', factorPaths.totp],
        ['DELETE', factorPaths.totp],
        ['POST', factorPaths.recoveryCodes],
      ] as const) {
        assert.equal((await json(url, method, path, {}, cookie)).status, 422);
        assert.equal((await json(url, method, path, { password }, cookie)).status, 409);
        const wrong = { code: '000000' };
        assert.equal((await json(url, method, path, wrong, cookie)).status, 401);
      }
      // Nor by the password alone, in a sign-in that waits for a code.
      const waiting = `giro-challenge=${await challengeOf(fixture, email)}`;
      assert.equal((await json(url, 'POST', factorPaths.signInTotp, {}, waiting)).status, 403);
      const row = await fixture.db
        .selectFrom('totp_factors')
        .select('pending_sealed')
        .where('user_id', '=', user.id)
        .executeTakeFirstOrThrow();
      assert.equal(row.pending_sealed, null);
    },
  },
  {
    name: 'secrets of second factors are in no log line and in no table',
    async check(fixture) {
      const { email, secret, codes } = await addWithApp(fixture);
      const challenge = await challengeOf(fixture, email);
      await give(fixture, challenge, codes[0] ?? '', 'recovery_code');
      const lines = fixture.lines.join('');
      const tables = [
        'totp_factors',
        'recovery_codes',
        'sign_in_challenges',
        'news',
        'audit',
      ] as const;
      for (const text of [
        secret,
        challenge,
        ...codes,
        ...codes.map((one) => one.replaceAll('-', '')),
      ]) {
        assert.ok(!lines.includes(text));
        for (const table of tables) {
          const rows = await fixture.db.selectFrom(table).selectAll().execute();
          assert.ok(!JSON.stringify(rows).includes(text), table);
        }
      }
    },
  },
];
