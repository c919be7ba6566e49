import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { changeUser } from '../../../src/bff/ledger/people/users.ts';
import { approval, approvalPaths } from '../../../src/contract/api/approvals.ts';
import { apiPaths } from '../../../src/contract/api/paths.ts';
import { problem } from '../../../src/contract/api/problem.ts';
import { type Actor, type Check, type Fixture, monthly } from '../fixture.ts';

/** An order of the sender that waits for a second person: the fixture asks for one above 100.00 soles. */
async function waiting({ call, payment }: Fixture): Promise<string> {
  const id = randomUUID();
  const order = { ...payment, ...monthly, id, source_amount_currency: 'PEN' };
  const body = JSON.stringify({ ...order, source_amount_cents: '10002' });
  const { status } = await call('sender', { method: 'POST', path: apiPaths.orders, body });
  assert.equal(status, 201);
  return id;
}

const shown = async ({ call }: Fixture, key: string) => {
  const { status, text } = await call('approver', { path: approvalPaths.one(key) });
  assert.equal(status, 200);
  return approval.parse(JSON.parse(text));
};

/** @returns the status, or the name of the problem */
async function approve(
  { call }: Fixture,
  as: Actor,
  key: string,
  body: { revision: number; destination_account_fingerprint: string },
) {
  const path = approvalPaths.approve(key);
  const { status, text } = await call(as, { method: 'POST', path, body: JSON.stringify(body) });
  return status === 200 ? 200 : problem.parse(JSON.parse(text)).type.replace('/problems/', '');
}

export const approvalChecks: Check[] = [
  {
    name: 'is never given by who made the transfer, whatever role they have by then',
    async check(fixture) {
      const key = await waiting(fixture);
      const { revision, destination_account_fingerprint } = await shown(fixture, key);
      const body = { revision, destination_account_fingerprint };
      const { db, people } = fixture;
      assert.equal(await approve(fixture, 'sender', key, body), 'forbidden');
      try {
        await changeUser(db, people.sender.email, { role: 'approver' });
        assert.equal(await approve(fixture, 'sender', key, body), 'same-person');
      } finally {
        await changeUser(db, people.sender.email, { role: 'sender' });
      }
      for (const as of ['other', 'support', 'auditor', 'admin'] as const) {
        assert.equal(await approve(fixture, as, key, body), 'forbidden', as);
      }
      assert.equal(await approve(fixture, 'approver', key, body), 200);
    },
  },
  {
    name: 'is given for exactly what was shown',
    async check(fixture) {
      const key = await waiting(fixture);
      const { revision, destination_account_fingerprint } = await shown(fixture, key);
      const body = { revision, destination_account_fingerprint };
      const other = { ...body, destination_account_fingerprint: 'another' };
      assert.equal(await approve(fixture, 'approver', key, other), 'recipient-changed');
      const next = { ...body, revision: revision + 1 };
      assert.equal(await approve(fixture, 'approver', key, next), 'order-changed');
      assert.equal((await shown(fixture, key)).revision, revision);
    },
  },
  {
    name: 'shows the recipient in full to an approver alone, and each look is in the audit',
    async check(fixture) {
      const key = await waiting(fixture);
      const { account } = await shown(fixture, key);
      assert.equal(account?.bank_number, fixture.recipient.bank_number);
      for (const as of ['sender', 'other', 'support', 'auditor', 'admin'] as const) {
        for (const path of [approvalPaths.one(key), approvalPaths.all]) {
          assert.equal((await fixture.call(as, { path })).status, 403, `${as} ${path}`);
        }
      }
      const looks = await fixture.db
        .selectFrom('audit')
        .select('user_id')
        .where('action', '=', 'look-up')
        .where('subject', '=', `send ${key}`)
        .execute();
      assert.deepEqual(looks, [{ user_id: fixture.people.approver.id }]);
    },
  },
];
