import { beforeEach, describe, expect, test } from 'vitest';
import { changeUser } from '../../../src/bff/ledger/people/users.ts';
import { listApprovals, showApproval } from '../../../src/bff/orders/read-approvals.ts';
import type { ProblemName } from '../../../src/contract/api/problem.ts';
import { stores } from '../../support/stores.ts';
import { type Approvals, createApprovals, figure } from './approval-fixture.ts';

const hourMs = 3_600_000;
const is = (problem: ProblemName) => ({ problem });

describe.each(stores())('what a second person approves, on $name', ({ create }) => {
  let all: Approvals;
  beforeEach(async () => {
    all = await createApprovals(create);
  });

  test('is sent once when it is approved, and not before', async () => {
    const row = await all.waiting();
    await all.look();
    expect(all.posted).toEqual([]);
    const approved = await all.approve(row);
    expect(approved).toMatchObject({
      waits_for: 'time',
      expires_at: null,
      approved_occurrence: null,
    });
    await all.look();
    await all.look();
    expect(all.posted).toHaveLength(1);
    expect(await all.now(row)).toMatchObject({ state: 'released' });
    // The same press, repeated after a lost answer, finds what it did.
    expect(await all.approve(row)).toMatchObject({ state: 'released' });
    await all.look();
    expect(all.posted).toHaveLength(1);
    expect(await all.newsOf(all.ari)).toEqual(['approval-asked']);
    expect(await all.newsOf(all.ana)).toEqual(['order-approved']);
    const audit = await all.db
      .selectFrom('audit')
      .select(['action', 'user_id'])
      .where('action', '=', 'order-approve')
      .execute();
    expect(audit).toEqual([{ action: 'order-approve', user_id: all.ari.id }]);
  });

  test('ends when it is declined, and its maker is told', async () => {
    const row = await all.waiting();
    expect(await all.decline(row)).toMatchObject({ state: 'declined', release_at: null });
    await all.look();
    expect(all.posted).toEqual([]);
    expect(await all.newsOf(all.ana)).toEqual(['order-declined']);
    await expect(all.approve(row)).rejects.toMatchObject(is('order-changed'));
    const made = await all.db.selectFrom('order_approvals').selectAll().execute();
    expect(made).toMatchObject([
      { revision: row.revision, decision: 'declined', reason: 'Unknown to us' },
    ]);
  });

  test('expires when nobody approves it in time', async () => {
    const row = await all.waiting();
    all.clock.time += 72 * hourMs - 1;
    await all.look();
    expect((await all.now(row)).state).toBe('waiting');
    all.clock.time += 1;
    await expect(all.approve(row)).rejects.toMatchObject(is('order-changed'));
    await Promise.all([all.look(), all.look()]);
    expect(await all.now(row)).toMatchObject({
      ...{ state: 'expired', reason: 'approval', release_at: null, revision: row.revision + 1 },
    });
    expect(await all.newsOf(all.ana)).toEqual(['order-expired']);
    expect(all.posted).toEqual([]);
  });

  test('is approved by who is able now, in a session of now, and never by its maker', async () => {
    const row = await all.waiting();
    const { db, ari, ana } = all;
    await expect(all.approve(row, ana)).rejects.toMatchObject(is('forbidden'));
    await changeUser(db, ana.email, { role: 'approver' });
    await expect(all.approve(row, ana)).rejects.toMatchObject(is('same-person'));
    await expect(all.decline(row, ana)).rejects.toMatchObject(is('same-person'));
    await changeUser(db, ari.email, { disabled_at: new Date().toISOString() });
    await expect(all.approve(row)).rejects.toMatchObject(is('not-signed-in'));
    await changeUser(db, ari.email, { disabled_at: null, role: 'support' });
    await expect(all.approve(row)).rejects.toMatchObject(is('forbidden'));
    await changeUser(db, ari.email, { role: 'approver' });
    await db.deleteFrom('sessions').where('user_id', '=', ari.id).execute();
    await expect(all.approve(row)).rejects.toMatchObject(is('not-signed-in'));
    const other = await all.person('approver');
    await expect(all.approve(row, other, { fingerprint: 'another' })).rejects.toMatchObject(
      is('recipient-changed'),
    );
    await expect(all.approve({ ...row, revision: 2 }, other)).rejects.toMatchObject(
      is('order-changed'),
    );
    expect(await db.selectFrom('order_approvals').selectAll().execute()).toEqual([]);
    expect(await all.now(row)).toEqual(row);
    // Its maker can't send any more.
    await all.approve(row, other);
    await all.look();
    expect(await all.now(row)).toMatchObject({ state: 'needs_you', reason: 'forbidden' });
    expect(all.posted).toEqual([]);
  });

  test('is approved by senders of a team where the operator says so', async () => {
    const bea = await all.person('sender');
    const row = await all.waiting();
    const approvals = { ...all.newDeps().sumRules.approvals, bySenders: true };
    const sumRules = { ...all.newDeps().sumRules, approvals };
    const own = all.newDeps({ sumRules });
    await expect(all.approve(row, bea, { deps: own })).rejects.toMatchObject(is('forbidden'));
    const team = all.newDeps({ sumRules, sendersSee: 'all' });
    await expect(all.approve(row, all.ana, { deps: team })).rejects.toMatchObject(
      is('same-person'),
    );
    await all.approve(row, bea, { deps: team });
    await all.look(team);
    expect(all.posted).toHaveLength(1);
  });

  test('takes a proof of exactly this approval where such an amount needs one', async () => {
    const row = await all.waiting();
    const deps = all.newDeps({ stepUpAbove: new Map([['USD', figure]]) });
    await expect(all.approve(row, all.ari, { deps })).rejects.toMatchObject(is('step-up-required'));
    const other = await all.person('approver');
    const wrong = [
      await all.proofOf(row, other),
      await all.proofOf(row, all.ari, row.revision + 1),
      await all.proofOf({ ...row, fingerprint: 'another' }),
      await all.proofOf({ ...row, source_amount_cents: '10002' }),
      await all.proofOf({ ...row, id: crypto.randomUUID() }),
    ];
    for (const proof of wrong) {
      await expect(all.approve(row, all.ari, { deps, proof })).rejects.toMatchObject(
        is('step-up-refused'),
      );
    }
    expect(await all.now(row)).toEqual(row);
    const proof = await all.proofOf(row);
    await all.approve(row, all.ari, { deps, proof });
    // Its maker proved nothing: the approver's proof is not theirs.
    await all.look(deps);
    expect(await all.now(row)).toMatchObject({ state: 'needs_you', reason: 'step-up-required' });
  });

  test('is shown with what is unusual about it', async () => {
    const deps = {
      ...all.newDeps(),
      recipients: {
        current: async () => new Map(),
        searched: async () => ({ recipients: new Map(), missing: [], odd: [] }),
        known: () => new Map(),
      },
    };
    const shown = async (row: Awaited<ReturnType<Approvals['waiting']>>) =>
      showApproval(deps, row, all.ari.id, all.clock.time);
    const first = await all.waiting();
    expect((await shown(first)).unusual).toEqual([{ what: 'first-payment' }]);
    await all.decline(first);
    for (const cents of [1_000n, 2_000n, 900n]) {
      await all.press(cents);
      all.clock.time += 25 * hourMs;
    }
    expect(all.posted).toHaveLength(3);
    const more = await all.waiting();
    expect(await shown(more)).toMatchObject({
      unusual: [{ what: 'far-more', usual_cents: 1_000n, times: 10, count: 3 }],
      ...{ sent_before: 3, is_own: false, needs_proof: false, account: { alias: 'Mamá' } },
    });
    const bea = await all.person('sender');
    all.account.alias = 'Papá';
    const same = await all.waiting(figure + 1n, bea);
    // Of no team: nothing was sent before in the name of the other one.
    expect((await shown(same)).unusual).toEqual([
      { what: 'first-payment' },
      { what: 'same-as-colleague', name: 'ana@giro.example', at: more.created_at },
    ]);
    await all.stop(more);
    const paid_at = expect.any(String);
    const changed = await all.waiting(9_999n * 2n);
    expect((await shown(changed)).unusual).toMatchObject([
      { what: 'changed-details', paid_at, paid_tail: null },
      { what: 'far-more', times: 19 },
    ]);
    const listed = await listApprovals(deps, bea.id, all.clock.time);
    expect(listed.map(({ id, is_own, oddities }) => [id, is_own, oddities])).toEqual([
      [changed.id, false, 2],
      [same.id, true, 1],
    ]);
  });
});
