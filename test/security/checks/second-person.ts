import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createSessions } from '../../../src/bff/auth/sessions.ts';
import { changeUser, type UserRow } from '../../../src/bff/ledger/people/users.ts';
import { findSend, intend, moveSend } from '../../../src/bff/ledger/sends/sends.ts';
import { casePaths } from '../../../src/contract/api/case.ts';
import { apiPaths } from '../../../src/contract/api/paths.ts';
import { problem } from '../../../src/contract/api/problem.ts';
import type { Role } from '../../../src/contract/api/session.ts';
import { canary } from '../../support/canary.ts';
import { addPerson } from '../../support/people.ts';
import { ask } from '../ask.ts';
import type { Check, Fixture } from '../fixture.ts';

// The fixture asks for two people above 100.00 Argentine pesos.
const hour = 3_600_000;
const reason = 'Not in the books of the service';

/** A transfer that needs review, and two people of support who are of one check alone. */
async function startCase({ db, url }: Fixture, amount = '10001') {
  const add = (role: Role) => addPerson(db, { email: `${canary('second')}@example.com`, role });
  const [sender, one, two] = [await add('sender'), await add('support'), await add('support')];
  const key = randomUUID();
  const stamp = new Date().toISOString();
  const intent = {
    ...{ key, user_id: sender.id, guard_scope: sender.id, body_hash: key, quote: null },
    ...{ destination_account_id: '501', source_amount_cents: amount, after_unresolved: null },
    ...{ source_amount_currency: 'ARS', destination_amount_currency: 'COP' },
    known_transfer_ids: '[]',
  };
  await intend(db, intent, stamp);
  await moveSend(db, key, 'lost', { reason: 'timeout' }, stamp);
  await moveSend(db, key, 'gave-up', { reason: 'none-found' }, stamp);

  /** Posts in a new session of a person. @returns the status, or the name of the problem */
  async function post(who: UserRow, path: string, body: object) {
    const session = await createSessions(db, Date.now, { idle: hour, max: hour }).open(who);
    const { status, text } = await ask(url, {
      ...{ method: 'POST', path, body: JSON.stringify(body) },
      headers: {
        ...{ cookie: `giro=${session}`, origin: url, 'sec-fetch-site': 'same-origin' },
        'content-type': 'application/json',
      },
    });
    return status === 200 ? 200 : problem.parse(JSON.parse(text)).type.replace('/problems/', '');
  }
  return {
    ...{ sender, one, two },
    settle: (who: UserRow) => post(who, apiPaths.settle(key), { outcome: 'not_sent', reason }),
    propose: (who: UserRow, id: string) => post(who, casePaths.proposal(key), { id, reason }),
    confirm: (who: UserRow, id: string) => post(who, casePaths.confirmation(key), { proposal: id }),
    decline: (who: UserRow, id: string) =>
      post(who, casePaths.decline(key), { proposal: id, reason }),
    withdraw: (who: UserRow, id: string) => post(who, casePaths.withdrawal(key), { proposal: id }),
    state: async () => (await findSend(db, key))?.state,
  };
}

export const secondPersonChecks: Check[] = [
  {
    name: 'one person alone does not resolve as not sent above the limit, and does at it',
    async check(fixture) {
      const { settle, one, state } = await startCase(fixture);
      assert.equal(await settle(one), 'second-person-required');
      assert.equal(await state(), 'unresolved');
      const small = await startCase(fixture, '10000');
      assert.equal(await small.settle(small.one), 200);
    },
  },
  {
    name: 'nobody confirms their own proposal: in another session, nor after a change of role',
    async check(fixture) {
      const { propose, confirm, decline, state, one, two } = await startCase(fixture);
      const id = randomUUID();
      assert.equal(await propose(one, id), 200);
      assert.equal(await confirm(one, id), 'same-person');
      for (const role of ['admin', 'auditor', 'sender', 'support'] as const) {
        await changeUser(fixture.db, one.email, { role });
        const expected = role === 'support' ? 'same-person' : 'forbidden';
        assert.deepEqual([await confirm(one, id), await decline(one, id)], [expected, expected]);
      }
      assert.equal(await state(), 'unresolved');
      assert.equal(await confirm(two, id), 200);
      assert.equal(await state(), 'not_sent');
    },
  },
  {
    name: 'a sender who works for support now neither proposes, confirms, declines nor resolves it',
    async check(fixture) {
      const { sender, one, propose, confirm, decline, settle, state } = await startCase(fixture);
      const id = randomUUID();
      await changeUser(fixture.db, sender.email, { role: 'support' });
      const own = await startCase(fixture, '1');
      await changeUser(fixture.db, own.sender.email, { role: 'support' });
      const answers = [await propose(sender, id), await settle(sender)];
      assert.equal(await propose(one, id), 200);
      answers.push(await confirm(sender, id), await decline(sender, id));
      answers.push(await own.settle(own.sender));
      assert.deepEqual(new Set(answers), new Set(['same-person']));
      assert.equal(await state(), 'unresolved');
    },
  },
  {
    name: 'a proposal is withdrawn only by who made it, and is then nothing to confirm',
    async check(fixture) {
      const { propose, confirm, withdraw, state, one, two } = await startCase(fixture);
      const id = randomUUID();
      await propose(one, id);
      assert.equal(await withdraw(two, id), 'forbidden');
      assert.equal(await withdraw(one, id), 200);
      assert.equal(await confirm(two, id), 'case-changed');
      assert.equal(await state(), 'unresolved');
    },
  },
  {
    name: 'race: of five who confirm, decline and withdraw at once one does',
    async check(fixture) {
      const { propose, confirm, decline, withdraw, one, two } = await startCase(fixture);
      const id = randomUUID();
      await propose(one, id);
      const answers = await Promise.all([
        ...[confirm(two, id), confirm(two, id), decline(two, id)],
        ...[withdraw(one, id), confirm(one, id)],
      ]);
      assert.equal(answers.filter((answer) => answer === 200).length, 1);
    },
  },
];
