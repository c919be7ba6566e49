import { beforeEach, describe, expect, test } from 'vitest';
import { changeUser } from '../../../src/bff/ledger/people/users.ts';
import {
  listApprovals,
  orderToApprove,
  showApproval,
} from '../../../src/bff/orders/read-approvals.ts';
import { orderFor } from '../../../src/bff/orders/read-order.ts';
import { releaseOrder } from '../../../src/bff/orders/release.ts';
import { changeScheduled, pauseScheduled } from '../../../src/bff/orders/scheduled-orders.ts';
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

  const readDeps = () => ({
    ...all.newDeps(),
    recipients: {
      current: async () => new Map(),
      searched: async () => ({ recipients: new Map(), missing: [], odd: [] }),
      known: () => new Map(),
    },
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

  test('is sent at once when its day has passed by then', async () => {
    const { ana, clock } = all;
    const days = { first_day: '2026-01-10', time: '09:00', zone: 'America/Santiago' };
    const row = await all.schedule(figure + 1n, { kind: 'once', days });
    clock.time = Date.parse('2026-01-09T13:00:00Z');
    const put = await all.now(row);
    expect(put).toMatchObject({ state: 'waiting', waits_for: 'approval' });
    await all.db
      .updateTable('orders')
      .set({ expires_at: '2026-01-20T00:00:00.000Z' })
      .where('id', '=', row.id)
      .execute();
    clock.time = Date.parse('2026-01-12T15:00:00Z');
    await all.look();
    await all.approve(put);
    await all.look();
    expect(all.posted).toHaveLength(1);
    expect(await all.now(row)).toMatchObject({ state: 'released' });
    expect(await all.newsOf(ana)).toEqual(['order-approved']);
  });

  test('waits when its sum needs it on its day, is another revision then, and its maker is told', async () => {
    const { ana, ari, clock } = all;
    const days = { first_day: '2026-01-10', time: '09:00', zone: 'America/Santiago' };
    const row = await all.schedule(6_000n, { kind: 'once', days });
    clock.time = Date.parse('2026-01-10T11:59:00Z');
    // Before Giro asked anybody.
    const nobody = { above: new Map(), expiresAfter: 1, bySenders: false };
    const before = all.newDeps({ sumRules: { limits: new Map(), approvals: nobody } });
    await all.press(5_000n, undefined, undefined, before);
    clock.time = Date.parse('2026-01-10T12:00:01Z');
    const due = await all.now(row);
    await all.look();
    const put = await all.now(row);
    expect(put).toMatchObject({ state: 'waiting', waits_for: 'approval' });
    expect(put.revision).toBe(due.revision + 1);
    expect(await all.newsOf(ana)).toEqual(['order-waits']);
    expect(await all.newsOf(ari)).toEqual(['approval-asked']);
    expect(await showApproval(readDeps(), put, ari.id, clock.time)).toMatchObject({
      ...{ others_cents: 5_000n, all_days: false },
    });
    // An instance that saw it due before takes nothing up.
    await releaseOrder(all.newDeps(), due);
    expect(await all.now(row)).toEqual(put);
    expect(all.posted).toHaveLength(1);
  });

  test('is told of as it is, and not of what it was before a change', async () => {
    const { ana, db } = all;
    const days = { first_day: '2026-01-10', time: '09:00', zone: 'America/Santiago' };
    const row = await all.schedule(figure + 1n);
    const approved = await all.approve(row);
    const viewer = { user_id: ana.id, canSee: 'own' } as const;
    expect((await orderFor(db, approved, viewer)).approval).toMatchObject({
      decision: 'approved',
    });
    const edited = await changeScheduled(
      all.newDeps(),
      { id: row.id, revision: approved.revision, user_id: ana.id },
      { ...all.requestOf(900n), kind: 'weekly', days, revision: approved.revision },
      all.sessionOf(ana),
    );
    expect(edited.waits_for).toBe('time');
    expect(await orderFor(db, edited, viewer)).not.toHaveProperty('approval');
    await expect(orderToApprove(db, row.id)).rejects.toMatchObject(is('not-found'));
  });

  test('is asked for again when it goes on after a pause', async () => {
    const { ana, ari } = all;
    const row = await all.schedule(figure + 1n);
    const by = { id: row.id, user_id: ana.id };
    const paused = await pauseScheduled(all.newDeps(), { ...by, revision: row.revision }, true);
    expect(paused.waits_for).toBe('person');
    const on = await pauseScheduled(all.newDeps(), { ...by, revision: paused.revision }, false);
    expect(on.waits_for).toBe('approval');
    expect(await all.newsOf(ari)).toEqual(['approval-asked', 'approval-asked']);
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
    const deps = readDeps();
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
    const { items, has_more } = await listApprovals(deps, bea.id, all.clock.time);
    expect(items.map(({ id, is_own, oddities }) => [id, is_own, oddities])).toEqual([
      [changed.id, false, 2],
      // Somebody else judges it.
      [same.id, true, 0],
    ]);
    expect(has_more).toBe(false);
  });

  test('are listed up to a number, and one’s own keep none of the others out', async () => {
    const { clock } = all;
    const bea = await all.person('sender');
    const own = [await all.waiting(figure + 1n, bea), await all.waiting(figure + 2n, bea)];
    const others: string[] = [];
    for (const more of [3n, 4n, 5n]) {
      clock.time += 1_000;
      others.push((await all.waiting(figure + more)).id);
    }
    const listed = async (most: number) => {
      const list = await listApprovals({ ...readDeps(), most }, bea.id, clock.time);
      return { ...list, items: list.items.map(({ id }) => id) };
    };
    const ownIds = own.map(({ id }) => id).sort();
    expect(await listed(2)).toEqual({ items: [...others.slice(0, 2), ...ownIds], has_more: true });
    expect(await listed(3)).toEqual({ items: [...others, ...ownIds], has_more: false });
  });
});
