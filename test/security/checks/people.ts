import assert from 'node:assert/strict';
import { changeUser, findUser } from '../../../src/bff/ledger/people/users.ts';
import { accountPaths } from '../../../src/contract/api/own-account.ts';
import { apiPaths } from '../../../src/contract/api/paths.ts';
import { peoplePaths } from '../../../src/contract/api/people.ts';
import type { Role } from '../../../src/contract/api/session.ts';
import { canary } from '../../support/canary.ts';
import { openStream } from '../../support/event-stream.ts';
import { addPerson } from '../../support/people.ts';
import { ask } from '../ask.ts';
import type { Actor, Check, Fixture } from '../fixture.ts';

const sessionOf = async ({ newCookie }: Fixture, actor: Actor) =>
  (await newCookie(actor)).replace('giro=', '');

const put = (fixture: Fixture, session: string, path: string, body: object) =>
  ask(fixture.url, {
    method: 'PUT',
    path,
    headers: {
      cookie: `giro=${session}`,
      origin: fixture.url,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });

/** A person of one check, signed in. */
async function addOwn(fixture: Fixture, role: Role) {
  const email = `${canary('person')}@example.com`;
  const user = await addPerson(fixture.db, { email, password: 'a password of theirs', role });
  if (!user) throw new Error('the person was not added');
  const answer = await ask(fixture.url, {
    method: 'POST',
    path: apiPaths.session,
    headers: { origin: fixture.url, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'a password of theirs' }),
  });
  const session = /^giro=([^;]+)/.exec(answer.headers['set-cookie']?.[0] ?? '')?.[1];
  assert.ok(session, `sign-in is answered ${answer.status}`);
  return { ...user, session };
}

const stateOf = async ({ db }: Fixture, id: string) => {
  const user = await findUser(db, id);
  return [user?.role, user?.disabled_at === null ? 'enabled' : 'disabled'];
};

export const peopleChecks: Check[] = [
  {
    name: 'race: of two admins who demote each other at once one is refused, and an admin stays',
    async check(fixture) {
      const [one, two] = [await addOwn(fixture, 'admin'), await addOwn(fixture, 'admin')];
      const { admin } = fixture.people;
      // Only these two are left.
      await changeUser(fixture.db, admin.email, { disabled_at: new Date().toISOString() });
      try {
        const answers = await Promise.all([
          put(fixture, one.session, peoplePaths.role(two.id), { role: 'sender' }),
          put(fixture, two.session, peoplePaths.access(one.id), { disabled: true }),
        ]);
        const won = answers.filter(({ status }) => status === 200);
        assert.equal(won.length, 1);
        const states = [await stateOf(fixture, one.id), await stateOf(fixture, two.id)];
        const admins = states.filter((state) => state.join() === 'admin,enabled');
        assert.equal(admins.length, 1);
      } finally {
        await changeUser(fixture.db, admin.email, { disabled_at: null });
      }
      for (const { email } of [one, two]) await changeUser(fixture.db, email, { role: 'sender' });
    },
  },
  {
    name: 'nobody changes their own role or access, by any route',
    async check(fixture) {
      for (const role of ['sender', 'support', 'admin'] as const) {
        const { id, session } = await addOwn(fixture, role);
        for (const [path, body] of [
          [peoplePaths.role(id), { role: role === 'admin' ? 'support' : 'admin' }],
          [peoplePaths.access(id), { disabled: true }],
        ] as const) {
          assert.equal((await put(fixture, session, path, body)).status, 403);
        }
        // The own account takes no role.
        await put(fixture, session, apiPaths.ownAccount, { name: 'Ana', role: 'admin' });
        assert.deepEqual(await stateOf(fixture, id), [role, 'enabled']);
        await changeUser(fixture.db, (await findUser(fixture.db, id))?.email ?? '', {
          role: 'sender',
        });
      }
    },
  },
  {
    name: 'a disabled person with an open stream is out at once',
    async check(fixture) {
      const { id, session } = await addOwn(fixture, 'sender');
      const stream = await openStream(fixture.url, session);
      const admin = await sessionOf(fixture, 'admin');
      const { status } = await put(fixture, admin, peoplePaths.access(id), { disabled: true });
      assert.equal(status, 200);
      await stream.ended;
      const after = await ask(fixture.url, {
        path: apiPaths.session,
        headers: { cookie: `giro=${session}` },
      });
      assert.equal(after.status, 401);
    },
  },
  {
    name: 'an admin sees no transfer, recipient or send, also of a known number',
    async check(fixture) {
      const { account, transfer, send } = fixture.things;
      for (const path of [
        apiPaths.transfers,
        apiPaths.transfer(transfer.mine),
        apiPaths.accounts,
        apiPaths.account(account.mine),
        apiPaths.sends,
        apiPaths.send(send.mine),
        apiPaths.transferEvents,
        `${apiPaths.supportSearch}?q=${transfer.mine}`,
        apiPaths.supportTotals,
      ]) {
        assert.equal((await fixture.call('admin', { path })).status, 403, path);
      }
    },
  },
  {
    name: 'no password, session id or hash is in what an admin reads of people',
    async check(fixture) {
      const { spare, sender } = fixture.people;
      const answers = [];
      for (const path of [apiPaths.people, apiPaths.person(spare.id), apiPaths.person(sender.id)]) {
        answers.push((await fixture.call('admin', { path })).text);
      }
      const rows = await fixture.db.selectFrom('sessions').select('id_hash').execute();
      const text = answers.join();
      assert.ok(text.includes(sender.email));
      assert.ok(!/argon2|password_hash/.test(text));
      for (const { id_hash } of rows) assert.ok(!text.includes(id_hash));
    },
  },
  {
    name: 'replay: an invitation works once, and an unknown one is answered like a used one',
    async check(fixture) {
      const body = { email: `${canary('invited')}@example.com`, name: 'Ivo', role: 'sender' };
      const invited = await fixture.call('admin', {
        method: 'POST',
        path: apiPaths.people,
        body: JSON.stringify(body),
      });
      const token = /#([\w-]{43})/.exec(invited.text)?.[1] ?? '';
      const use = (token: string) =>
        fixture.call('anonymous', {
          method: 'POST',
          path: accountPaths.acceptInvitation,
          body: JSON.stringify({ token, new_password: 'a first password' }),
        });
      const first = await use(token);
      assert.equal(first.status, 204);
      assert.ok(!String(first.headers['set-cookie']).includes('giro='));
      const [used, unknown] = [await use(token), await use('A'.repeat(43))];
      assert.deepEqual([used.status, unknown.status], [404, 404]);
      const plain = (text: string) => text.replace(/"request_id":"[^"]+"/, '');
      assert.equal(plain(used.text), plain(unknown.text));
      assert.ok(!fixture.lines.join('').includes(token));
    },
  },
];
