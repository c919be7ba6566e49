import { CompiledQuery, sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findUserByEmail } from '../../../../src/bff/ledger/people/users.ts';
import { settledSendsBefore } from '../../../../src/bff/ledger/sends/decisions.ts';
import { createBrowser } from '../../../support/browser.ts';
import { startBff } from '../../../support/start-bff.ts';
import { stores } from '../../../support/stores.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 2) + minute * 60_000).toISOString();
type Item = { key: string; outcome: string; transfer_id: string | null };
const told = ({ key, outcome, transfer_id }: Item) => `${key} ${outcome} ${transfer_id}`;

describe.each(stores())('what support decided, on $name', ({ create }) => {
  async function start() {
    const store = await create();
    onTestFinished(() => store.remove());
    const bff = await startBff({ env: { DATABASE_URL: store.url } });
    onTestFinished(() => bff.close());
    const [support, sender] = [createBrowser(bff.app), createBrowser(bff.app)];
    await support.signIn('support');
    await sender.signIn('sender');
    const idOf = async (email: string) => (await findUserByEmail(bff.db, email))?.id ?? '';
    const [by, of] = [await idOf('support@giro.example'), await idOf('sender@giro.example')];

    /** Writes sends, by default decided by nobody. */
    const addSends = (rows: object[]) =>
      bff.db
        .insertInto('sends')
        .values(
          rows.map((row, count) => ({
            ...{ key: crypto.randomUUID(), user_id: of, body_hash: `${count}` },
            ...{ destination_account_id: '7', source_amount_cents: `${count}`, guard_scope: of },
            ...{ source_amount_currency: 'USD', destination_amount_currency: 'COP' },
            ...{ known_transfer_ids: '[]', created_at: at(0), updated_at: at(0) },
            ...{ state: 'not_sent' as const, ...row },
          })),
        )
        .execute();
    const decided = (minute: number) => ({
      ...{ settled_by: by, settled_reason: 'Not in their books', settled_at: at(minute) },
    });
    const addLookAlike = (row: object) =>
      bff.db
        .insertInto('look_alikes')
        .values({
          ...{ send_key: '', transfer_id: '', seen_at: at(1), resolved_by: by },
          ...{ resolved_reason: 'Another system', resolved_outcome: 'other', ...row },
        })
        .execute();
    return { store, bff, support, sender, addSends, decided, addLookAlike };
  }

  test('is only what a person decided, once each, the newest first', async () => {
    const { support, addSends, decided, addLookAlike } = await start();
    const [none, sent, not, lost] = Array.from({ length: 4 }, () => crypto.randomUUID());
    await addSends([
      { key: none, state: 'sent', transfer_id: '9001' },
      { key: sent, state: 'sent', transfer_id: '9002', ...decided(3) },
      { key: not, ...decided(1) },
      // A restore opened it again.
      { key: lost, state: 'unresolved', ...decided(2) },
    ]);
    await addLookAlike({ send_key: sent, transfer_id: '9002', resolved_at: at(3) });
    await addLookAlike({ send_key: sent, transfer_id: '9003', resolved_at: at(4) });
    const added = { transfer_id: '9004', resolved_at: at(2), resolved_outcome: 'sent' };
    await addLookAlike({ send_key: none, ...added });
    // Dismissed with the decision on the send.
    await addLookAlike({ send_key: not, transfer_id: '9005', resolved_at: at(1) });
    // Nobody decided.
    await addLookAlike({ send_key: none, transfer_id: '9006', resolved_by: null });
    const { status, body } = await support.call('GET', '/api/support/resolved');
    expect(status).toBe(200);
    expect(body.items.map(told)).toEqual([
      `${sent} other 9003`,
      `${sent} sent 9002`,
      `${none} added 9004`,
      `${not} not_sent null`,
    ]);
    expect(body.items[3]).toMatchObject({
      ...{ reason: 'Not in their books', decision: { by: 'Sue Support', at: at(1) } },
      ...{ sender: { name: 'Sam Sender' }, source_amount_cents: '2', alias: null },
    });
    expect(body.next_cursor).toBeNull();
  });

  test('is read in pages without a gap or a double, also within one moment', async () => {
    const { support, addSends, decided, addLookAlike } = await start();
    const keys = Array.from({ length: 130 }, () => crypto.randomUUID());
    await addSends(keys.map((key, count) => ({ key, ...decided(Math.floor(count / 40) + 2) })));
    for (const key of keys.slice(30, 50)) {
      for (const transfer_id of ['9', '10']) {
        await addLookAlike({ send_key: key, transfer_id, resolved_at: at(3) });
      }
    }
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const query = cursor && `?cursor=${cursor}`;
      const { body } = await support.call('GET', `/api/support/resolved${query}`);
      expect(body.items.length).toBeLessThanOrEqual(50);
      seen.push(...body.items.map(told));
      if (body.next_cursor === null) break;
      cursor = body.next_cursor;
    }
    expect(seen).toHaveLength(170);
    expect(new Set(seen).size).toBe(170);
    expect((await support.call('GET', '/api/support/resolved?cursor=x')).status).toBe(400);
  });

  test('is never told to a sender', async () => {
    const { sender } = await start();
    const { status, body } = await sender.call('GET', '/api/support/resolved');
    expect([status, body.type]).toEqual([403, '/problems/forbidden']);
  });

  test('is found by its index, however many sends there are', async () => {
    const { store, bff, addSends, decided } = await start();
    const rows = Array.from({ length: 2_000 }, (_, count) => (count % 100 ? {} : decided(count)));
    for (let from = 0; from < rows.length; from += 500) {
      await addSends(rows.slice(from, from + 500));
    }
    const isSqlite = store.url.startsWith('sqlite');
    if (!isSqlite) await sql`analyze sends`.execute(bff.db);
    const place = { at: at(900), key: 'f', transfer: '' };
    const query = settledSendsBefore(bff.db, place, 51).compile();
    const explained = `explain ${isSqlite ? 'query plan ' : ''}${query.sql}`;
    const plan = await bff.db.executeQuery(CompiledQuery.raw(explained, [...query.parameters]));
    const text = JSON.stringify(plan.rows);
    expect(text).toContain('sends_settled');
    expect(text).not.toMatch(/SCAN sends|Seq Scan|Sort|B-TREE/);
  });
});
