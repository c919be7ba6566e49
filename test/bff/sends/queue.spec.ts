import { describe, expect, test } from 'vitest';
import { takeCase } from '../../../src/bff/ledger/sends/cases.ts';
import { maxCases } from '../../../src/contract/api/case-queue.ts';
import { stores } from '../../support/stores.ts';
import { ago, hour, startQueue } from './queue-fixture.ts';

describe.each(stores())('the queue of support on $name', ({ create }) => {
  const start = () => startQueue(create);

  test('has what needs review, since when, and nothing else', async () => {
    const { addSends, addLookAlike, read } = await start();
    const [lost, ended] = await addSends([{}, { state: 'sent', transfer_id: '9000' }]);
    await addSends([
      { state: 'unconfirmed' },
      { state: 'not_sent' },
      { state: 'sent', transfer_id: '9002' },
    ]);
    const seen = ago(2 * hour);
    await addLookAlike(ended ?? '', '9001', seen);
    await addLookAlike(ended ?? '', '9003', ago(0));
    const { items, ...rest } = await read();
    expect(items).toMatchObject([
      { key: ended, since: seen, look_alikes: ['9001', '9003'], assignee: null },
      { key: lost, look_alikes: [], sender: { name: 'Sam Sender' }, source_amount_cents: '1' },
    ]);
    expect(rest).toMatchObject({ total: 2, late: 0, review_within_hours: 4 });
  });

  test('is in one order: by age, or by amount in each currency', async () => {
    const { addSends, read } = await start();
    const [a, b, c, d] = await addSends([
      { updated_at: ago(2 * hour), source_amount_cents: '90' },
      { updated_at: ago(3 * hour), source_amount_cents: '1000' },
      { updated_at: ago(1 * hour), source_amount_cents: '100' },
      { updated_at: ago(4 * hour), source_amount_cents: '5000', source_amount_currency: 'CLP' },
    ]);
    expect((await read()).keys).toEqual([d, b, a, c]);
    expect((await read('newest')).keys).toEqual([c, a, b, d]);
    expect((await read('amount')).keys).toEqual([d, b, c, a]);
  });

  test('marks what is older than the limit, and counts it beyond the page too', async () => {
    const { addSends, read } = await start();
    const [late, soon] = await addSends([
      { updated_at: ago(4 * hour + 60_000) },
      { updated_at: ago(4 * hour - 60_000) },
    ]);
    const { items } = await read();
    expect(items).toMatchObject([
      { key: late, is_late: true },
      { key: soon, is_late: false },
    ]);
    await addSends(Array.from({ length: maxCases }, () => ({ updated_at: ago(5 * hour) })));
    const all = await read('newest');
    expect(all).toMatchObject({ total: maxCases + 2, late: maxCases + 1 });
    expect(all.items).toHaveLength(maxCases);
  });

  test('says who has a case, until they did nothing about it for 24 hours', async () => {
    const { bff, ids, support, addSends, read } = await start();
    const keys = await addSends([{}, {}]);
    const [idle, active] = [ago(24 * hour + 1_000), ago(24 * hour - 60_000)];
    for (const [place, now] of [idle, active].entries()) {
      const taking = { user_id: ids.sue, from: null, now, idleSince: ago(48 * hour) };
      await takeCase(bff.db, keys[place] ?? '', taking);
    }
    const holders = async () => {
      const { items } = await read();
      return keys.map(
        (key) => items.find((one: { key: string }) => one.key === key).assignee?.since,
      );
    };
    expect(await holders()).toEqual([undefined, active]);
    // A note is work on the case: the lease begins again, and since when they have it stays.
    const note = { id: crypto.randomUUID(), text: 'Ana called' };
    await support.call('POST', `/api/sends/${keys[1]}/case/notes`, note);
    const rows = await bff.db.selectFrom('case_assignments').selectAll().execute();
    const kept = rows.find(({ case_key }) => case_key === keys[1]);
    expect(kept?.taken_at).toBe(active);
    expect(Date.parse(kept?.active_at ?? '')).toBeGreaterThan(Date.now() - hour);
  });

  test('is never told to a sender, and refuses an unknown order', async () => {
    const { support, sender, auditor } = await start();
    expect((await auditor.call('GET', '/api/cases')).status).toBe(200);
    expect((await sender.call('GET', '/api/cases')).status).toBe(403);
    expect((await support.call('GET', '/api/cases?order=name')).status).toBe(400);
  });
});
