import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { proveStepUpChallenge } from '../../../src/bff/ledger/people/step-up.ts';
import { changeUser } from '../../../src/bff/ledger/people/users.ts';
import { stepUpIdHash } from '../../../src/bff/sends/step-up.ts';
import { approvalPaths } from '../../../src/contract/api/approvals.ts';
import { stepUpPaths } from '../../../src/contract/api/step-up.ts';
import { createBrowser } from '../../support/browser.ts';
import { addPerson } from '../../support/people.ts';
import { addRecipient, asShown } from '../../support/recipients.ts';
import { startBff } from '../../support/start-bff.ts';
import { stores } from '../../support/stores.ts';

const ben = { email: 'ben@giro.example', password: 'a long enough password' };

describe.each(stores())('the calls of an approver, on $name', ({ create }) => {
  async function start(env: Record<string, string> = {}) {
    const store = await create();
    const bff = await startBff({
      env: { DATABASE_URL: store.url, APPROVE_ABOVE: '{"CLP":"10000"}', ...env },
      orders: { everyMs: 20 },
    });
    onTestFinished(async () => {
      await bff.close();
      await store.remove();
    });
    const [maker, approver] = [createBrowser(bff.app), createBrowser(bff.app)];
    await maker.signIn('sender');
    await approver.signIn('approver');
    const { id } = await addRecipient(maker);
    const transfer = await asShown(maker, {
      destination_account_id: id,
      ...{ source_amount_cents: '10001', source_amount_currency: 'CLP' },
      ...{ destination_amount_currency: 'COP', reference: 'Invoice 7' },
    });
    /** Presses Send. */
    async function press() {
      const key = randomUUID();
      const header = { 'idempotency-key': key };
      const { status, body } = await maker.call('POST', '/api/transfers', transfer, header);
      return { key, status, body };
    }
    return { bff, maker, approver, press, transfer };
  }
  const seen = { revision: 1 };

  test('list, show and approve what waits: its maker sees who did, and it is sent', async () => {
    const { bff, maker, approver, press, transfer } = await start();
    const { key, status, body } = await press();
    expect([status, body.order.waits_for]).toEqual([202, 'approval']);
    const list = await approver.call('GET', approvalPaths.all);
    expect(list.body.items).toMatchObject([
      {
        ...{ id: key, revision: 1, kind: 'held', is_own: false, source_amount_cents: '10001' },
        ...{
          maker: { name: 'Sam Sender', email: 'sender@giro.example' },
          alias: 'Mamá Bogotá',
          country_code: 'CO',
          oddities: 1,
        },
      },
    ]);
    const one = await approver.call('GET', approvalPaths.one(key));
    expect(one.body).toMatchObject({
      ...{ id: key, reference: 'Invoice 7', days: null, needs_proof: false, sent_before: 0 },
      unusual: [{ what: 'first-payment' }],
      account: { alias: 'Mamá Bogotá', fingerprint: transfer.destination_account_fingerprint },
      destination_account_fingerprint: transfer.destination_account_fingerprint,
    });
    expect(one.body.account.masked).toBeUndefined();
    const { destination_account_fingerprint } = one.body;
    const approve = { ...seen, destination_account_fingerprint };
    expect((await maker.call('POST', approvalPaths.approve(key), approve)).status).toBe(403);
    const done = await approver.call('POST', approvalPaths.approve(key), approve);
    expect([done.status, done.body.order.approval]).toMatchObject([
      200,
      { decision: 'approved', by: 'Ari Approver', reason: null },
    ]);
    const page = async () => (await maker.call('GET', `/api/sends/${key}`)).body;
    await expect
      .poll(async () => (await page()).order?.send?.state ?? (await page()).state)
      .toBe('sent');
    const late = await approver.call('POST', approvalPaths.decline(key), {
      ...{ ...seen, reason: 'This came too late' },
    });
    expect([late.status, late.body.type, late.body.order.approval.decision]).toEqual([
      ...[409, '/problems/order-changed', 'approved'],
    ]);
    expect((await approver.call('GET', approvalPaths.one(key))).status).toBe(409);
    expect((await approver.call('GET', approvalPaths.all)).body.items).toEqual([]);
    const audit = await bff.db
      .selectFrom('audit')
      .select(['action', 'outcome'])
      .where('subject', '=', `send ${key}`)
      .where('action', 'in', ['order-approve', 'order-decline', 'look-up'])
      .orderBy('number')
      .execute();
    expect(audit).toEqual([
      { action: 'look-up', outcome: 'done' },
      { action: 'order-approve', outcome: 'done' },
      { action: 'order-decline', outcome: 'order-changed' },
    ]);
  });

  test('decline with a reason that its maker reads', async () => {
    const { maker, approver, press } = await start();
    const { key } = await press();
    const reason = 'We do not know this account';
    const empty = await approver.call('POST', approvalPaths.decline(key), { ...seen, reason: ' ' });
    expect(empty.status).toBe(422);
    const done = await approver.call('POST', approvalPaths.decline(key), { ...seen, reason });
    expect([done.status, done.body.order.state]).toEqual([200, 'declined']);
    expect((await maker.call('GET', `/api/sends/${key}`)).body.order).toMatchObject({
      state: 'declined',
      approval: { decision: 'declined', by: 'Ari Approver', reason },
    });
  });

  test('know nothing of what never waited for a second person', async () => {
    const { maker, approver, transfer } = await start({ HOLD_SECONDS: '3600' });
    const key = randomUUID();
    const small = { ...transfer, source_amount_cents: '9000' };
    const made = await maker.call('POST', '/api/transfers', small, { 'idempotency-key': key });
    expect([made.status, made.body.order.waits_for]).toEqual([202, 'time']);
    for (const path of [approvalPaths.one(key), approvalPaths.one('nothing')]) {
      expect((await approver.call('GET', path)).status).toBe(404);
    }
    const body = { ...seen, reason: 'No such thing' };
    expect((await approver.call('POST', approvalPaths.decline(key), body)).status).toBe(404);
    expect((await approver.call('GET', `/api/sends/${key}`)).status).toBe(403);
  });

  test('are also a colleague’s where senders approve, and never one’s own', async () => {
    const { bff, maker, press } = await start({ SENDERS_SEE: 'all', SENDERS_APPROVE: 'true' });
    expect((await maker.call('GET', '/api/settings')).body.approvals).toEqual({ by_senders: true });
    await addPerson(bff.db, ben);
    const colleague = createBrowser(bff.app);
    await colleague.call('POST', '/api/session', ben);
    const { key } = await press();
    const own = await maker.call('GET', approvalPaths.all);
    expect(own.body.items).toMatchObject([{ id: key, is_own: true }]);
    const { body } = await colleague.call('GET', approvalPaths.one(key));
    const { destination_account_fingerprint } = body;
    const approve = { ...seen, destination_account_fingerprint };
    const by = (who: typeof maker) => who.call('POST', approvalPaths.approve(key), approve);
    expect((await by(maker)).body.type).toBe('/problems/same-person');
    await changeUser(bff.db, 'sender@giro.example', { role: 'approver' });
    expect((await by(maker)).body.type).toBe('/problems/same-person');
    await changeUser(bff.db, 'sender@giro.example', { role: 'sender' });
    expect((await by(colleague)).status).toBe(200);
  });

  test('are refused to senders where the operator did not let them', async () => {
    const { maker, press } = await start({ SENDERS_SEE: 'all' });
    expect((await maker.call('GET', '/api/settings')).body.approvals).toEqual({
      by_senders: false,
    });
    const { key } = await press();
    for (const path of [approvalPaths.all, approvalPaths.one(key)]) {
      expect((await maker.call('GET', path)).status).toBe(403);
    }
  });

  test('take a proof of this approval, asked for by its revision', async () => {
    const env = { STEP_UP_ABOVE: '{"CLP":"10000"}' };
    const { bff, maker, approver, transfer } = await start(env);
    /** A challenge that its person is taken to have answered. */
    async function prove(by: typeof maker, key: string, more: object = {}) {
      const { reference: _, ...asked } = transfer;
      const made = await by.call('POST', stepUpPaths.proof, { key, ...asked, ...more });
      expect(made.status).toBe(201);
      const now = new Date().toISOString();
      const times = { createdAfter: new Date(0).toISOString(), now };
      await proveStepUpChallenge(bff.db, stepUpIdHash(made.body.id), 'totp', times);
      return made.body.id;
    }
    const key = randomUUID();
    const proven = { ...transfer, proof: await prove(maker, key) };
    const header = { 'idempotency-key': key };
    expect((await maker.call('POST', '/api/transfers', proven, header)).status).toBe(202);
    const { body } = await approver.call('GET', approvalPaths.one(key));
    expect(body.needs_proof).toBe(true);
    const { destination_account_fingerprint } = body;
    const approve = async (proof?: string) => {
      const asked = { ...seen, destination_account_fingerprint, ...(proof && { proof }) };
      return (await approver.call('POST', approvalPaths.approve(key), asked)).body;
    };
    expect((await approve()).type).toBe('/problems/step-up-required');
    // As for a transfer of one's own.
    expect((await approve(await prove(approver, key))).type).toBe('/problems/step-up-refused');
    const proof = await prove(approver, key, { approves: 1 });
    expect((await approve(proof)).order.approval.decision).toBe('approved');
  });
});
