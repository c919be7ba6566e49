import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { retentionOf } from '../../../../src/bff/config/retention.ts';
import {
  applyRetention,
  isForgotten,
  oldestRows,
} from '../../../../src/bff/ledger/keep/retention.ts';
import { addAudit, readAudit } from '../../../../src/bff/ledger/people/audit.ts';
import { addUser } from '../../../../src/bff/ledger/people/users.ts';
import { intend, moveSend } from '../../../../src/bff/ledger/sends/sends.ts';
import { writeHold } from '../../../../src/bff/ledger/store/holds.ts';
import type { LedgerDb } from '../../../../src/bff/ledger/store/schema.ts';
import { openStore } from '../../../support/open-store.ts';
import { stores } from '../../../support/stores.ts';

const day = 24 * 60 * 60_000;
const now = Date.parse('2026-06-01T12:00:00.000Z');
const daysAgo = (days: number) => new Date(now - days * day).toISOString();
const forEver = retentionOf({});

describe.each(stores())('retention on $name', ({ create }) => {
  let db: LedgerDb;
  let person: string;

  beforeEach(async () => {
    const store = await openStore(create);
    db = await store.open();
    const ana = {
      email: 'ana@example.com',
      name: 'Ana',
      role: 'sender',
      password_hash: null,
    } as const;
    person = (await addUser(db, ana, daysAgo(4_000)))?.id ?? '';
  });

  const audit = (at: string) =>
    addAudit(db, {
      at,
      user_id: person,
      action: 'look-up',
      subject: null,
      outcome: '',
      request_id: at,
    });
  const audited = async () => (await readAudit(db, { limit: 5_000 })).map(({ at }) => at);

  /** A send that was begun and, unless `event` is null, ended so many days ago. */
  async function send(key: string, days: number, event: 'answered' | 'refusal' | 'lost' | null) {
    const intent = {
      ...{
        key,
        user_id: person,
        guard_scope: person,
        body_hash: key,
        destination_account_id: '501',
      },
      ...{ source_amount_cents: '100', source_amount_currency: 'USD' },
      ...{ destination_amount_currency: 'COP', quote: null, known_transfer_ids: '[]' },
      after_unresolved: null,
    };
    await intend(db, intent, daysAgo(days));
    const facts = event === 'answered' ? { transfer_id: key } : {};
    if (event) await moveSend(db, key, event, facts, daysAgo(days));
  }
  const sends = async () =>
    (await db.selectFrom('sends').select('key').orderBy('key').execute()).map(({ key }) => key);

  const listed = (id: string, ended: number) =>
    sql`insert into transfers (id, id_order, destination_account_id, source_amount_cents,
        source_amount_currency, destination_amount_cents, destination_amount_currency, state, ended,
        owned, read_at, content_change, change) values (${id}, ${id}, '501', '100', 'USD', '100', 'COP', 'pending',
      ${ended}, 1, '', 1, 1)`.execute(db);
  const observed = (transfer_id: string, state: string, days: number) =>
    db
      .insertInto('sightings')
      .values({ transfer_id, state, seen_at: daysAgo(days) })
      .execute();

  test('keeps audit, sends and states for ever by default, and what else there is for 90 days', async () => {
    await audit(daysAgo(3_650));
    await send('a', 3_650, 'answered');
    await observed('a', 'pending', 3_650);
    for (const days of [89, 91]) {
      const slot = daysAgo(days);
      const rate = { country_id: '1', slot, rate: '1', seen_at: slot, estimates: 1 };
      await db
        .insertInto('rates')
        .values({ source_currency: 'USD', destination_currency: 'COP', ...rate })
        .execute();
      const news = {
        kind: 'password-changed',
        subject: `transfer ${days}`,
        created_at: slot,
        planned_at: slot,
      } as const;
      await db
        .insertInto('news')
        .values({ user_id: person, ...news, seen_at: null })
        .execute();
      const claim = { id: `${days}`, user_id: person, alias: '', body: '{}', created_at: slot };
      await db.insertInto('account_claims').values(claim).execute();
    }
    expect(await applyRetention(db, forEver, now)).toEqual({ audit: 0, events: 0, sends: 0 });
    expect([await audited(), await sends()]).toEqual([[daysAgo(3_650)], ['a']]);
    expect(await db.selectFrom('rates').select('slot').execute()).toEqual([{ slot: daysAgo(89) }]);
    const { rows } = await sql`select subject from news where subject like 'transfer _1'`.execute(
      db,
    );
    expect(rows).toEqual([]);
    expect(await db.selectFrom('account_claims').select('id').execute()).toEqual([]);
    expect(await oldestRows(db)).toEqual({
      ...{ audit: daysAgo(3_650), events: daysAgo(3_650), sends: daysAgo(3_650) },
    });
  });

  test('deletes a done case unless it came back, which one that Giro opened never does', async () => {
    const done = (
      transfer_id: string,
      opened_by: string | null,
      done_state: string,
      days: number,
    ) =>
      db
        .insertInto('transfer_cases')
        .values({
          ...{ transfer_id, opened_by, opened_at: daysAgo(days), destination_account_id: '501' },
          ...{ source_amount_cents: '100', source_amount_currency: 'USD' },
          ...{ done_by: person, done_at: daysAgo(days), done_state },
          slow: opened_by === null ? '{}' : null,
        })
        .execute();
    // All of them are pending now, as the service lists them.
    for (const id of ['1', '2', '3', '4']) await listed(id, 0);
    await done('1', person, 'pending', 400);
    await done('2', person, 'assigned', 400);
    await done('3', null, 'assigned', 400);
    await done('4', null, 'assigned', 300);
    await applyRetention(db, { ...forEver, audit: 365 * day, sends: 365 * day }, now);
    const left = await db.selectFrom('transfer_cases').select('transfer_id').execute();
    expect(left.map(({ transfer_id }) => transfer_id).toSorted()).toEqual(['2', '4']);
  });

  test('deletes old entries of the audit, which stays append-only for the others', async () => {
    for (const days of [400, 366, 364, 1]) await audit(daysAgo(days));
    const kept = { ...forEver, audit: 365 * day };
    expect(await applyRetention(db, kept, now)).toMatchObject({ audit: 2 });
    expect(await audited()).toEqual([daysAgo(364), daysAgo(1)]);
    await expect(db.deleteFrom('audit').execute()).rejects.toThrow(/append-only/);
    await expect(db.updateTable('audit').set({ outcome: 'x' }).execute()).rejects.toThrow(
      /append-only/,
    );
    expect(await audited()).toEqual([daysAgo(364), daysAgo(1)]);
  });

  test('deletes more than one transaction does', async () => {
    const rows = Array.from({ length: 2_100 }, (_, place) => ({
      ...{ at: daysAgo(400), user_id: null, action: 'look-up', subject: null },
      ...{ outcome: '', request_id: String(place) },
    }));
    for (let start = 0; start < rows.length; start += 700) {
      await db
        .insertInto('audit')
        .values(rows.slice(start, start + 700))
        .execute();
    }
    const kept = { ...forEver, audit: 365 * day };
    expect(await applyRetention(db, kept, now)).toMatchObject({ audit: 2_100 });
  });

  test('deletes only sends that ended, whose keys can never be sent again', async () => {
    await send('answered', 800, 'answered');
    await send('begun', 800, null);
    await send('going-on', 800, 'answered');
    await send('lost', 800, 'lost');
    await send('refused', 800, 'refusal');
    await send('young', 700, 'answered');
    await send('in-doubt', 800, 'answered');
    const look = { transfer_id: '7', seen_at: daysAgo(1), resolved_at: null, resolved_by: null };
    await db
      .insertInto('look_alikes')
      .values({ send_key: 'in-doubt', ...look, resolved_reason: null })
      .execute();
    await listed('going-on', 0);
    await listed('answered', 1);
    const kept = { ...forEver, sends: 732 * day };
    expect(await applyRetention(db, kept, now)).toMatchObject({ sends: 2 });
    expect(await sends()).toEqual(['begun', 'going-on', 'in-doubt', 'lost', 'young']);
    expect(await isForgotten(db, 'answered')).toBe(true);
    expect(await isForgotten(db, 'young')).toBe(false);
    expect(
      await db.selectFrom('owners').select('id').where('id', '=', 'answered').execute(),
    ).toEqual([{ id: 'answered' }]);
  });

  test('deletes what a sender wrote with its send, or once the service lists the transfer no longer', async () => {
    for (const key of ['answered', 'young'])
      await send(key, key === 'young' ? 700 : 800, 'answered');
    await listed('41', 1);
    for (const subject of ['answered', 'young', '41', '42', '43']) {
      const updated_at = daysAgo(subject === '43' ? 700 : 800);
      const texts = { note: 'x', reference: null, note_words: ' x ', reference_words: null };
      const row = { subject, user_id: person, revision: 1, updated_at, ...texts };
      await db.insertInto('transfer_notes').values(row).execute();
    }
    const kept = { ...forEver, sends: 732 * day };
    expect(await applyRetention(db, kept, now)).toMatchObject({ sends: 1 });
    const left = await db.selectFrom('transfer_notes').select('subject').execute();
    expect(left.map(({ subject }) => subject).toSorted()).toEqual(['41', '43', 'young']);
  });

  test('deletes states of transfers that neither the service nor a send has, by a list of today', async () => {
    for (const id of ['gone', 'listed', 'sent', 'recent']) await observed(id, 'pending', 400);
    await observed('recent', 'executed', 300);
    await listed('listed', 1);
    await send('sent', 400, 'answered');
    const kept = { ...forEver, events: 365 * day };
    const ids = async () => {
      const rows = await db.selectFrom('sightings').select('transfer_id').distinct().execute();
      return rows.map(({ transfer_id }) => transfer_id).toSorted();
    };
    const read = (as_of: string) =>
      db.updateTable('mirror').set({ as_of, service: 'ok' }).execute();
    await read(daysAgo(2));
    expect(await applyRetention(db, kept, now)).toMatchObject({ events: 0 });
    await read(new Date(now + day).toISOString());
    expect(await applyRetention(db, kept, now + day)).toMatchObject({ events: 1 });
    expect(await ids()).toEqual(['listed', 'recent', 'sent']);
  });

  test('runs once an hour among all instances, and not while a restored ledger is on hold', async () => {
    expect(await applyRetention(db, forEver, now)).not.toBeNull();
    expect(await applyRetention(db, forEver, now + 50 * 60_000)).toBeNull();
    expect(await applyRetention(db, forEver, now + 61 * 60_000)).not.toBeNull();
    const at = daysAgo(0);
    await writeHold(db, 'restore', { kind: 'restored', since: at, detail: at, list_at: null });
    expect(await applyRetention(db, forEver, now + day)).toBeNull();
  });
});
