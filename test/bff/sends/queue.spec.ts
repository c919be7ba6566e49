import { describe, expect, onTestFinished, test } from 'vitest';
import { findUserByEmail } from '../../../src/bff/ledger/people/users.ts';
import { takeCase } from '../../../src/bff/ledger/sends/cases.ts';
import { maxCases } from '../../../src/contract/api/case-queue.ts';
import { createBrowser } from '../../support/browser.ts';
import { startBff } from '../../support/start-bff.ts';
import { stores } from '../../support/stores.ts';

const hour = 60 * 60_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
type Item = { key: string; is_late: boolean; look_alikes: string[] };

describe.each(stores())('the queue of support on $name', ({ create }) => {
  async function start() {
    const store = await create();
    onTestFinished(() => store.remove());
    const bff = await startBff({ env: { DATABASE_URL: store.url, REVIEW_WITHIN_HOURS: '4' } });
    onTestFinished(() => bff.close());
    const [support, sender] = [createBrowser(bff.app), createBrowser(bff.app)];
    await support.signIn('support');
    await sender.signIn('sender');
    const idOf = async (email: string) => (await findUserByEmail(bff.db, email))?.id ?? '';
    const [by, of] = [await idOf('support@giro.example'), await idOf('sender@giro.example')];
    let count = 0;

    /** Writes sends that need review, by default since an hour. @returns their keys */
    async function addSends(rows: object[]) {
      const added = rows.map((row) => {
        count += 1;
        return {
          ...{ key: crypto.randomUUID(), user_id: of, body_hash: `${count}`, guard_scope: of },
          ...{ destination_account_id: '7', source_amount_cents: `${count}` },
          ...{ source_amount_currency: 'USD', destination_amount_currency: 'COP' },
          ...{ known_transfer_ids: '[]', created_at: ago(9 * hour), updated_at: ago(hour) },
          ...{ state: 'unresolved' as const, ...row },
        };
      });
      await bff.db.insertInto('sends').values(added).execute();
      return added.map(({ key }) => key);
    }
    const addLookAlike = (send_key: string, transfer_id: string, seen_at: string) =>
      bff.db
        .insertInto('look_alikes')
        .values({
          ...{ send_key, transfer_id, seen_at, resolved_at: null, resolved_by: null },
          ...{ resolved_reason: null, resolved_outcome: null },
        })
        .execute();
    const read = async (order = '') => {
      const { status, body } = await support.call('GET', `/api/cases${order && `?order=${order}`}`);
      expect(status).toBe(200);
      return { ...body, keys: body.items.map(({ key }: Item) => key) };
    };
    return { bff, support, sender, by, addSends, addLookAlike, read };
  }

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

  test('says who has a case', async () => {
    const { bff, by, addSends, read } = await start();
    const [key = ''] = await addSends([{}]);
    const since = ago(0);
    await takeCase(bff.db, key, by, null, since);
    const { items } = await read();
    expect(items[0].assignee).toEqual({ id: by, name: 'Sue Support', since });
  });

  test('is never told to a sender, and refuses an unknown order', async () => {
    const { support, sender } = await start();
    expect((await sender.call('GET', '/api/cases')).status).toBe(403);
    expect((await support.call('GET', '/api/cases?order=name')).status).toBe(400);
  });
});
