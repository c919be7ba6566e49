import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { erasePerson } from '../../../src/bff/ledger/keep/personal-data.ts';
import { askAfterLoss } from '../../../src/bff/ledger/orders/after-loss.ts';
import { addSubject, findUserBySubject, refreshUser } from '../../../src/bff/ledger/people/oidc.ts';
import { resumeAsSeen } from '../../../src/bff/orders/change-order.ts';
import {
  changeScheduled,
  pauseScheduled,
  skipDay,
} from '../../../src/bff/orders/scheduled-orders.ts';
import type { ProblemName } from '../../../src/contract/api/problem.ts';
import { stores } from '../../support/stores.ts';
import { type Approvals, createApprovals, figure } from './approval-fixture.ts';

const is = (problem: ProblemName) => ({ problem });
const above = figure + 1n;
const onDay = Date.parse('2026-01-10T12:00:00Z');

test('no command of the command line approves', () => {
  const folder = 'src/bff/cli';
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(texts.length).toBeGreaterThan(10);
  expect(texts.filter((text) => /approve(AsSeen|Order)|orders\/approve/.test(text))).toEqual([]);
});

describe.each(stores())('the roads round a second person, on $name', ({ create }) => {
  let all: Approvals;
  beforeEach(async () => {
    all = await createApprovals(create);
  });
  const change = ({ id, revision }: { id: string; revision: number }) => ({
    ...{ id, revision, user_id: all.ana.id },
  });
  /** Before Giro asked anybody. */
  const pressUnasked = (cents: bigint) => {
    const nobody = { above: new Map(), expiresAfter: 1, bySenders: false };
    const deps = all.newDeps({ sumRules: { limits: new Map(), approvals: nobody } });
    return all.press(cents, undefined, undefined, deps);
  };
  const resume = async (id: string, fingerprint?: string) => {
    const row = await all.now({ id });
    const { revision } = row;
    const seen = fingerprint === undefined ? {} : { destination_account_fingerprint: fingerprint };
    return resumeAsSeen(all.newDeps(), row, { revision, ...seen }, all.sessionOf(all.ana));
  };

  test('a maker is the same person under another name of their provider', async () => {
    const { db, ana } = all;
    const subject = { issuer: 'https://id.example', subject: 'ana' };
    await addSubject(db, subject, ana.id);
    const row = await all.waiting();
    const renamed = { email: 'anna@giro.example', name: 'Anna', role: 'approver' as const };
    const again = await refreshUser(db, (await findUserBySubject(db, subject))?.id ?? '', renamed);
    await expect(all.approve(row, again)).rejects.toMatchObject(is('same-person'));
    // A subject has one account.
    const other = await all.person('approver');
    await expect(addSubject(db, subject, other.id)).rejects.toThrow();
    expect(await all.now(row)).toEqual(row);
  });

  test('a maker who was erased, and comes back with the same subject, finds nothing to approve', async () => {
    const { db, ana } = all;
    const subject = { issuer: 'https://id.example', subject: 'ana' };
    await addSubject(db, subject, ana.id);
    const row = await all.waiting();
    await db.transaction().execute((tx) => erasePerson(tx, ana, new Date().toISOString()));
    const back = await all.person('approver');
    await addSubject(db, subject, back.id);
    const now = await all.now(row);
    expect(now).toMatchObject({ state: 'stopped', reason: 'erased' });
    await expect(all.approve(now, back)).rejects.toMatchObject(is('order-changed'));
    await expect(all.approve(row, back)).rejects.toMatchObject(is('order-changed'));
    await all.look();
    expect(all.posted).toEqual([]);
  });

  test('an edit after the approval voids it, whatever it changes', async () => {
    const row = await all.schedule(above);
    expect(row).toMatchObject({ waits_for: 'approval', approved_revision: null });
    const approved = await all.approve(row);
    expect(approved.approved_revision).toBe(approved.revision);
    const { id: _id, ...same } = { id: row.id, ...all.requestOf(above), kind: 'weekly' as const };
    const days = { first_day: '2026-01-10', time: '09:00', zone: 'America/Santiago' };
    const edited = await changeScheduled(
      all.newDeps(),
      change(approved),
      { revision: approved.revision, ...same, days, note: 'rent' },
      all.sessionOf(all.ana),
    );
    expect(edited).toMatchObject({ waits_for: 'approval', expires_at: expect.any(String) });
    all.clock.time = onDay;
    await all.look();
    expect(all.posted).toEqual([]);
    // The approver who had the page of before open.
    await expect(all.approve({ ...row, revision: approved.revision })).rejects.toMatchObject(
      is('order-changed'),
    );
  });

  test('a skipped day and a pause keep the approval, for all days of what is above the figure', async () => {
    const row = await all.approve(await all.schedule(above));
    const skipped = await skipDay(all.newDeps(), change(row), '2026-01-17');
    const paused = await pauseScheduled(all.newDeps(), change(skipped), true);
    const on = await pauseScheduled(all.newDeps(), change(paused), false);
    expect(on.approved_revision).toBe(on.revision);
    for (const day of [onDay, onDay + 14 * 86_400_000]) {
      all.clock.time = day;
      await all.look();
    }
    expect(all.posted).toHaveLength(2);
  });

  test('an order that is paused while it waits asks again when it goes on', async () => {
    const row = await all.schedule(above);
    const paused = await pauseScheduled(all.newDeps(), change(row), true);
    expect(paused).toMatchObject({ waits_for: 'person', expires_at: null });
    await expect(all.approve(row)).rejects.toMatchObject(is('order-changed'));
    await expect(all.approve(paused)).rejects.toMatchObject(is('order-changed'));
    const on = await pauseScheduled(all.newDeps(), change(paused), false);
    expect(on).toMatchObject({ state: 'waiting', waits_for: 'approval' });
    await expect(all.approve(row)).rejects.toMatchObject(is('order-changed'));
    await all.approve(on);
    all.clock.time = onDay;
    await all.look();
    expect(all.posted).toHaveLength(1);
  });

  test('a resume with a changed recipient asks again, one with the same does not', async () => {
    const row = await all.waiting();
    await all.approve(row);
    all.account.alias = 'Papá';
    await all.look();
    expect(await all.now(row)).toMatchObject({ state: 'needs_you', reason: 'recipient-changed' });
    all.account.alias = 'Mamá';
    const same = await resume(row.id);
    expect(same.approved_revision).toBe(same.revision);
    all.account.alias = 'Papá';
    await all.look();
    const { destination_account_fingerprint } = all.requestOf(above);
    const other = await resume(row.id, destination_account_fingerprint);
    expect(other.approved_revision).toBeNull();
    await all.look();
    const asked = await all.now(row);
    expect(asked).toMatchObject({ state: 'waiting', waits_for: 'approval' });
    expect(all.posted).toEqual([]);
    await all.approve(asked);
    await all.look();
    expect(all.posted).toHaveLength(1);
  });

  test('a sum that was approved is judged again when it goes on after a question', async () => {
    const { clock, db } = all;
    await all.press(5_000n);
    const row = await all.waiting(6_000n);
    await all.approve(row);
    all.account.alias = 'Papá';
    await all.look();
    expect(await all.now(row)).toMatchObject({ state: 'needs_you', reason: 'recipient-changed' });
    all.account.alias = 'Mamá';
    // While it asks it counts in no sum, and by then those before are none either.
    clock.time += 25 * 3_600_000;
    await all.press(figure);
    expect(all.posted).toHaveLength(2);
    const on = await resume(row.id);
    expect(on.approved_revision).toBeNull();
    await all.look();
    const asked = await all.now(row);
    expect(asked).toMatchObject({ state: 'waiting', waits_for: 'approval' });
    expect(all.posted).toHaveLength(2);
    await all.approve(asked);
    await all.look();
    expect(all.posted).toHaveLength(3);
    expect(await db.selectFrom('order_approvals').select('order_id').execute()).toHaveLength(2);
  });

  test('a sum that waits for a day that is skipped is judged on the next day', async () => {
    const { clock } = all;
    const row = await all.schedule(6_000n);
    clock.time = onDay - 60_000;
    await pressUnasked(5_000n);
    clock.time = onDay + 1_000;
    await all.look();
    const put = await all.now(row);
    expect(put).toMatchObject({ waits_for: 'approval', occurrence: 1 });
    const skipped = await skipDay(all.newDeps(), change(put), '2026-01-10');
    expect(skipped).toMatchObject({ waits_for: 'time', expires_at: null, occurrence: 2 });
    await expect(all.approve(put)).rejects.toMatchObject(is('order-changed'));
    // It neither ends, nor is approved with what is ordered before it.
    clock.time = onDay + 6 * 86_400_000;
    await all.look();
    expect(await all.now(row)).toEqual(skipped);
    clock.time = onDay + 7 * 86_400_000 - 60_000;
    await pressUnasked(5_000n);
    clock.time = onDay + 7 * 86_400_000 + 1_000;
    await all.look();
    expect(await all.now(row)).toMatchObject({ waits_for: 'approval', occurrence: 2 });
    expect(all.posted).toHaveLength(2);
  });

  test('one that is above the figure by itself waits on when a day is skipped', async () => {
    const row = await all.schedule(above);
    const skipped = await skipDay(all.newDeps(), change(row), '2026-01-10');
    expect(skipped).toMatchObject({ waits_for: 'approval', expires_at: row.expires_at });
  });

  test('under a figure that was raised since, a day to come is judged on its day', async () => {
    const { clock } = all;
    const row = await all.schedule(above, { kind: 'once' });
    const approvals = { ...all.newDeps().sumRules.approvals, above: new Map([['USD', above]]) };
    const deps = all.newDeps({ sumRules: { limits: new Map(), approvals } });
    const approved = await all.approve(row, undefined, { deps });
    expect(approved).toMatchObject({ waits_for: 'time', approved_revision: null });
    clock.time = onDay - 60_000;
    await pressUnasked(5_000n);
    clock.time = onDay + 1_000;
    await all.look(deps);
    expect(await all.now(row)).toMatchObject({ state: 'waiting', waits_for: 'approval' });
    expect(all.posted).toHaveLength(1);
  });

  test('what is approved is what was shown, also if the operator changed the figure since', async () => {
    const row = await all.schedule(above);
    const shown = { source_amount_cents: above, all_days: true };
    for (const other of [
      { ...shown, all_days: false },
      { ...shown, source_amount_cents: figure },
    ])
      await expect(all.approve(row, undefined, other)).rejects.toMatchObject(is('order-changed'));
    expect(await all.now(row)).toEqual(row);
    expect(await all.approve(row, undefined, shown)).toMatchObject({ approved_occurrence: null });
  });

  test('an approval that is lost with the latest records is asked for again', async () => {
    const row = await all.waiting();
    await all.approve(row);
    await all.db.deleteFrom('order_approvals').execute();
    await all.forget(row);
    await all.look();
    expect(all.posted).toEqual([]);
    const at = new Date(all.clock.time).toISOString();
    await all.db.transaction().execute((tx) => askAfterLoss(tx, at));
    const asks = await all.now(row);
    expect(asks).toMatchObject({ state: 'needs_you', reason: 'restored', expires_at: null });
    await expect(all.approve(asks)).rejects.toMatchObject(is('order-changed'));
    await resume(row.id);
    await all.look();
    const again = await all.now(row);
    expect(again).toMatchObject({ state: 'waiting', waits_for: 'approval' });
    expect(all.posted).toEqual([]);
    // Nobody says of it that it was not sent.
    await all.decline(again);
    expect((await all.newsOf(all.ana)).at(-1)).toBe('order-stopped-unsure');
  });

  test('another session of the maker is the maker', async () => {
    const approvals = { ...all.newDeps().sumRules.approvals, bySenders: true };
    const sumRules = { ...all.newDeps().sumRules, approvals };
    const deps = all.newDeps({ sumRules, sendersSee: 'all' });
    const row = await all.waiting();
    await all.db
      .updateTable('sessions')
      .set({ second_factor: 'totp' })
      .where('user_id', '=', all.ana.id)
      .execute();
    await expect(all.approve(row, all.ana, { deps })).rejects.toMatchObject(is('same-person'));
    expect(await all.press(above, row.id, all.ana)).toMatchObject({ order: { id: row.id } });
  });
});
