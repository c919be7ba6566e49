import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { createSessions, sessionHash } from '../../../src/bff/auth/sessions.ts';
import { findUserByEmail } from '../../../src/bff/ledger/people/users.ts';
import { accountPaths } from '../../../src/contract/api/own-account.ts';
import { apiPaths } from '../../../src/contract/api/paths.ts';
import { canary } from '../../support/canary.ts';
import { openStream } from '../../support/event-stream.ts';
import { addPerson } from '../../support/people.ts';
import { type Answer, ask } from '../ask.ts';
import type { Check, Fixture } from '../fixture.ts';

const hour = 3_600_000;
const password = 'a password of twelve';

/** A person of this check alone, because it changes their password, with so many sessions. */
async function startPerson({ db, url }: Fixture, count: number) {
  const email = `${canary('own')}@example.com`;
  await addPerson(db, { email, password });
  const sessions = createSessions(db, Date.now, { idle: hour, max: hour });
  const user = await findUserByEmail(db, email);
  if (!user) throw new Error('the person was not added');
  const open = () => sessions.open(user);
  const ids = await Promise.all(Array.from({ length: count }, open));
  const send = (id: string, method: 'PUT' | 'DELETE', path: string, body: object) =>
    ask(url, {
      method,
      path,
      headers: {
        cookie: `giro=${id}`,
        origin: url,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
  const statusOf = async (id: string) =>
    (await ask(url, { path: apiPaths.session, headers: { cookie: `giro=${id}` } })).status;
  return { email, user, ids, send, statusOf };
}

const idIn = ({ headers }: Answer) =>
  /^giro=([^;]+)/.exec(headers['set-cookie']?.[0] ?? '')?.[1] ?? '';
const own = z.object({ sessions: z.array(z.object({ id: z.string() })) });

export const ownAccountChecks: Check[] = [
  {
    name: 'fixation: a changed password gives the session a new id, and the old one is refused',
    async check(fixture) {
      const person = await startPerson(fixture, 2);
      const [mine = '', other = ''] = person.ids;
      const body = { current_password: password, new_password: `${password} more` };
      const changed = await person.send(mine, 'PUT', accountPaths.password, body);
      assert.equal(changed.status, 200);
      const next = idIn(changed);
      assert.equal(Buffer.from(next, 'base64url').length, 32);
      assert.match(String(changed.headers['set-cookie']), /; HttpOnly; SameSite=Strict$/);
      assert.deepEqual(
        [await person.statusOf(mine), await person.statusOf(other), await person.statusOf(next)],
        [401, 401, 200],
      );
      assert.ok(!changed.text.includes(next), 'the answer does not show the id');
    },
  },
  {
    name: 'a session is no way around the limit of passwords',
    async check(fixture) {
      const person = await startPerson(fixture, 1);
      const [mine = ''] = person.ids;
      const wrong = { current_password: 'wrong', new_password: `${password} more` };
      const statuses: number[] = [];
      for (let count = 0; count < 7; count += 1) {
        statuses.push((await person.send(mine, 'PUT', accountPaths.password, wrong)).status);
      }
      assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429]);
    },
  },
  {
    name: 'the streams of ended sessions end at once',
    async check(fixture) {
      const person = await startPerson(fixture, 3);
      const [mine = '', one = '', two = ''] = person.ids;
      const open = (id: string) => openStream(fixture.url, id);
      const [ofOne, ofTwo] = [await open(one), await open(two)];
      await person.send(mine, 'DELETE', accountPaths.sessions, { id: sessionHash(one) });
      await ofOne.ended;
      const body = { current_password: password, new_password: `${password} more` };
      await person.send(mine, 'PUT', accountPaths.password, body);
      await ofTwo.ended;
    },
  },
  {
    name: "another person's session can't be ended, nor told from one that does not exist",
    async check(fixture) {
      const [person, other] = [await startPerson(fixture, 1), await startPerson(fixture, 1)];
      const [mine = ''] = person.ids;
      const [theirs = ''] = other.ids;
      const end = async (id: string) => {
        const answer = await person.send(mine, 'DELETE', accountPaths.sessions, { id });
        assert.equal(answer.status, 200);
        return z.parse(own, JSON.parse(answer.text)).sessions.map(({ id }) => id);
      };
      assert.deepEqual(await end(sessionHash(theirs)), await end(sessionHash('none')));
      await person.send(mine, 'DELETE', accountPaths.sessions, { others: true });
      assert.equal(await other.statusOf(theirs), 200);
    },
  },
];
