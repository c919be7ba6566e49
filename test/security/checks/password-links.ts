import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { createSessions } from '../../../src/bff/auth/sessions.ts';
import { changeUser, findUserByEmail } from '../../../src/bff/ledger/people/users.ts';
import { sandboxMails } from '../../../src/contract/api/news.ts';
import { accountPaths } from '../../../src/contract/api/own-account.ts';
import { apiPaths } from '../../../src/contract/api/paths.ts';
import { canary } from '../../support/canary.ts';
import { openStream } from '../../support/event-stream.ts';
import { addPerson } from '../../support/people.ts';
import { type Answer, ask } from '../ask.ts';
import type { Check, Fixture } from '../fixture.ts';

const hour = 3_600_000;
const next = 'a new password, long';

const post = (url: string, path: string, body: object, cookie = '') =>
  ask(url, {
    method: 'POST',
    path,
    headers: {
      cookie,
      origin: url,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });

/** A person of one check, because their password changes. */
async function addOwn({ db }: Fixture) {
  const email = `${canary('forgot')}@example.com`;
  await addPerson(db, { email, password: 'a forgotten password' });
  const user = await findUserByEmail(db, email);
  if (!user) throw new Error('the person was not added');
  const sessions = createSessions(db, Date.now, { idle: hour, max: hour });
  return { email, user, openSession: () => sessions.open(user) };
}

/** Asks for a link and reads its token in the sandbox's mail. */
async function linkFor(fixture: Fixture, email: string): Promise<string> {
  assert.equal((await post(fixture.url, accountPaths.passwordLink, { email })).status, 204);
  for (;;) {
    const { text } = await fixture.call('support', { path: apiPaths.sandboxMail });
    const { mails } = z.parse(sandboxMails, JSON.parse(text));
    const mail = mails.find(({ to, text }) => to === email && text.includes('/new-password#'));
    const token = /#([\w-]{43})/.exec(mail?.text ?? '')?.[1];
    if (token !== undefined) return token;
  }
}

const use = ({ url }: Fixture, token: string, cookie = '') =>
  post(url, accountPaths.passwordReset, { token, new_password: next }, cookie);

/** An answer without what differs each time. */
const plain = ({ status, headers, text }: Answer) => {
  const { date: _date, 'x-request-id': id = '', ...rest } = headers;
  const fixed = Object.entries(rest).filter(([name]) => !name.startsWith('x-ratelimit'));
  return { status, headers: fixed, text: text.replaceAll(String(id), '') };
};

export const passwordLinkChecks: Check[] = [
  {
    name: 'enumeration: asking for a link is answered alike for every address',
    async check(fixture) {
      const [known, gone] = [await addOwn(fixture), await addOwn(fixture)];
      await changeUser(fixture.db, gone.email, { disabled_at: new Date().toISOString() });
      const told = async (email: string) => {
        const answers = [];
        for (let count = 0; count < 4; count += 1) {
          answers.push(plain(await post(fixture.url, accountPaths.passwordLink, { email })));
        }
        return answers;
      };
      const wanted = await told(known.email);
      assert.deepEqual(
        wanted.map(({ status }) => status),
        [204, 204, 204, 429],
      );
      assert.deepEqual(await told(gone.email), wanted);
      assert.deepEqual(await told(`${canary('nobody')}@example.com`), wanted);
    },
  },
  {
    name: 'replay: a link works once, and an unknown one is answered like a used one',
    async check(fixture) {
      const { email } = await addOwn(fixture);
      const token = await linkFor(fixture, email);
      assert.equal((await use(fixture, token)).status, 204);
      const replayed = await use(fixture, token);
      assert.equal(replayed.status, 404);
      assert.deepEqual(plain(replayed), plain(await use(fixture, 'A'.repeat(43))));
    },
  },
  {
    name: 'race: of two uses of a link at once one wins',
    async check(fixture) {
      const { email } = await addOwn(fixture);
      const token = await linkFor(fixture, email);
      const answers = await Promise.all([use(fixture, token), use(fixture, token)]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 404]);
    },
  },
  {
    name: 'a link does not work after the password was changed',
    async check(fixture) {
      const { email, openSession } = await addOwn(fixture);
      const token = await linkFor(fixture, email);
      const changed = await ask(fixture.url, {
        method: 'PUT',
        path: accountPaths.password,
        headers: {
          cookie: `giro=${await openSession()}`,
          origin: fixture.url,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ current_password: 'a forgotten password', new_password: next }),
      });
      assert.equal(changed.status, 200);
      assert.equal((await use(fixture, token)).status, 404);
    },
  },
  {
    name: 'fixation: a used link opens no session, and ends all, with their streams',
    async check(fixture) {
      const { email, openSession } = await addOwn(fixture);
      const session = await openSession();
      const stream = await openStream(fixture.url, session);
      const token = await linkFor(fixture, email);
      const used = await use(fixture, token, `giro=${session}`);
      assert.deepEqual([used.status, used.headers['set-cookie']], [204, undefined]);
      await stream.ended;
      const { status } = await ask(fixture.url, {
        path: apiPaths.session,
        headers: { cookie: `giro=${session}` },
      });
      assert.equal(status, 401);
    },
  },
  {
    name: 'the token of a link is in no log line and in no table',
    async check(fixture) {
      const { email } = await addOwn(fixture);
      const token = await linkFor(fixture, email);
      await use(fixture, token);
      assert.ok(!fixture.lines.join('').includes(token));
      for (const table of ['password_links', 'news', 'deliveries', 'audit'] as const) {
        const rows = await fixture.db.selectFrom(table).selectAll().execute();
        assert.ok(!JSON.stringify(rows).includes(token), table);
      }
    },
  },
];
