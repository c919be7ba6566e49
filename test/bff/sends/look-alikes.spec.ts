import { beforeEach, describe, expect, test } from 'vitest';
import { readAudit } from '../../../src/bff/ledger/people/audit.ts';
import { ownerOf } from '../../../src/bff/ledger/people/owners.ts';
import { openLookAlikes } from '../../../src/bff/ledger/sends/look-alikes.ts';
import { findSend } from '../../../src/bff/ledger/sends/sends.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { addStateObservations } from '../../../src/bff/ledger/transfers/state-observations.ts';
import { createReconciler } from '../../../src/bff/sends/reconcile.ts';
import { candidatesOf, resolveSend } from '../../../src/bff/sends/resolve.ts';
import { sendOnce } from '../../../src/bff/sends/send-once.ts';
import { silentLog } from '../../../src/bff/service/log.ts';
import type { ResolveRequest } from '../../../src/contract/api/send.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
import { openStore } from '../../support/open-store.ts';
import { addPerson } from '../../support/people.ts';
import { stores } from '../../support/stores.ts';
import {
  began,
  bodies,
  noAnswer,
  recordsOf,
  sendDepsOf,
  shown,
  storeClockOf,
  transferOf,
} from './send-fixtures.ts';

const [body] = bodies;
const minute = 60_000;
const day = 24 * 60 * minute;

describe.each(stores())('matching transfers of another system, on $name', ({ create }) => {
  let open: () => Promise<LedgerDb>;
  let db: LedgerDb;
  let [ana, sam]: string[] = [];
  let time: number;
  let transfers: Transfer[];

  beforeEach(async () => {
    ({ open } = await openStore(create));
    db = await open();
    [time, transfers] = [began, []];
    const add = async (name: string, role: 'sender' | 'support') =>
      (await addPerson(db, { email: `${name}@giro.example`, name, role })).id;
    [ana, sam] = [await add('ana', 'sender'), await add('sam', 'support')];
  });

  const tracking = {
    list: async () => ({ value: [...transfers], readAt: time, odd: [] }),
    drop() {},
  };
  /** The service makes another matching transfer. */
  const appear = (like = body) => {
    const transfer = transferOf(like, transfers.length);
    transfers.push(transfer);
    return transfer;
  };

  /** Sends without getting an answer; `makes` says whether the service makes the transfer. */
  const send = (key: string, makes: boolean, request = body) =>
    sendOnce(
      sendDepsOf(db, () => time, {
        tracking,
        client: {
          createTransfer() {
            if (makes) appear(request);
            return noAnswer();
          },
        },
      }),
      ana ?? '',
      key,
      shown(request),
    );

  /** One round of a new instance, as after a restart. */
  async function look(on = db) {
    const storeClock = storeClockOf(on, () => time);
    const reconciler = createReconciler({
      ...{ db: on, tracking, storeClock, records: recordsOf(on), log: silentLog },
    });
    await reconciler.round();
    await reconciler.stop();
  }
  const resolveAs = async (key: string, request: ResolveRequest) => {
    const row = await findSend(db, key);
    if (!row) throw new Error('no row for the key');
    const storeClock = storeClockOf(db, () => time);
    return resolveSend(
      { db, tracking, storeClock, records: recordsOf(db), resolveAloneUpTo: null },
      row,
      request,
      sam ?? '',
    );
  };
  const reported = async () =>
    (await openLookAlikes(db)).map(({ send_key, transfer_id }) => [send_key, transfer_id]);
  const reason = 'asked the operator';

  test('matches a lost send at once if only Giro sends to the recipient', async () => {
    await send('a', true);
    await look();
    expect(await findSend(db, 'a')).toMatchObject({ state: 'sent', transfer_id: '9001' });
    // The first transfer belongs to a send, so it is no sign of another system.
    time += 11 * minute;
    await send('b', true);
    await look();
    expect(await findSend(db, 'b')).toMatchObject({ state: 'sent', transfer_id: '9002' });
  });

  test('matches two different lost sends to one recipient in one round', async () => {
    await send('a', true);
    await send('b', true, { ...body, source_amount_cents: body.source_amount_cents + 1n });
    await look();
    expect(await findSend(db, 'a')).toMatchObject({ state: 'sent', transfer_id: '9001' });
    expect(await findSend(db, 'b')).toMatchObject({ state: 'sent', transfer_id: '9002' });
  });

  test('matches a lost send beside another system once its candidate was alone for a minute, at any instance', async () => {
    transfers = [{ ...transferOf(body, 0), source_amount_cents: 1n }];
    await send('a', true);
    await look();
    time += minute - 1;
    const other = await open();
    await look(other);
    expect((await findSend(db, 'a'))?.state).toBe('unconfirmed');
    time += 1;
    await look(other);
    expect(await findSend(db, 'a')).toMatchObject({ state: 'sent', transfer_id: '9002' });
  });

  test('matches a lost send whose earlier transfers the mirror told once its candidate was alone for a minute', async () => {
    await send('a', true);
    await db.updateTable('sends').set({ known_by: 'mirror' }).execute();
    await look();
    time += minute - 1;
    await look();
    expect((await findSend(db, 'a'))?.state).toBe('unconfirmed');
    time += 1;
    await look();
    expect(await findSend(db, 'a')).toMatchObject({ state: 'sent', transfer_id: '9001' });
  });

  test('does not match a first candidate when a second one appears', async () => {
    appear();
    await send('a', false);
    // Another system sends the same, and ours is not in the list yet.
    appear();
    await look();
    time += 8_000;
    appear();
    await look();
    expect((await findSend(db, 'a'))?.candidate_id).toBeNull();
    time += 2 * minute;
    await look();
    expect((await findSend(db, 'a'))?.state).toBe('unconfirmed');
    time += 8 * minute;
    await look();
    expect(await findSend(db, 'a')).toMatchObject({ state: 'unresolved', reason: 'several-found' });
  });

  test.each([
    ['leaves a lost send to support if its only match was seen before it', 121_000, 'unresolved'],
    ['matches a lost send to what a read has shown that began before it', 45_000, 'sent'],
  ])('%s', async (_name, ago_ms, state) => {
    const only = transferOf(body, 0);
    const seen = [{ transfer_id: only.id, state: only.state }];
    await addStateObservations(db, seen, new Date(time - ago_ms).toISOString());
    await send('a', false);
    transfers = [only];
    await look();
    time += 10 * minute;
    await look();
    const row = await findSend(db, 'a');
    if (!row) throw new Error('no row for the key');
    expect(row.state).toBe(state);
    // Support sees it, and when it was first seen.
    const candidates = state === 'sent' ? [] : [only];
    expect((await candidatesOf({ db, tracking }, row)).transfers).toEqual(candidates);
  });

  test('starts the minute over when the candidate changes', async () => {
    appear();
    await send('a', false);
    const first = appear();
    await look();
    time += minute - 1;
    transfers = transfers.filter(({ id }) => id !== first.id);
    transfers.push({ ...first, id: '9999' });
    await look();
    time += 2;
    await look();
    expect((await findSend(db, 'a'))?.state).toBe('unconfirmed');
    time += minute;
    await look();
    expect((await findSend(db, 'a'))?.transfer_id).toBe('9999');
  });

  test('reports a second match of a found send to support until they resolve it', async () => {
    await send('a', true);
    await look();
    await look();
    expect(await reported()).toEqual([]);
    time += 8_000;
    appear();
    await look();
    expect(await reported()).toEqual([['a', '9002']]);
    const noted = (await readAudit(db, { limit: 10 })).filter(
      ({ action }) => action === 'look-alike',
    );
    expect(noted).toMatchObject([{ subject: 'send a', outcome: 'transfer 9002' }]);
    await look();
    expect(await reported()).toHaveLength(1);

    await resolveAs('a', { outcome: 'sent', transfer_id: '9002', reason });
    expect(await reported()).toEqual([]);
    expect(await ownerOf(db, 'transfer', '9002')).toBe(ana);
    // The send keeps the transfer that the sender was shown.
    expect(await findSend(db, 'a')).toMatchObject({ state: 'sent', transfer_id: '9001' });
    const again = resolveAs('a', { outcome: 'sent', transfer_id: '9002', reason });
    await expect(again).rejects.toMatchObject({ problem: 'send-settled' });
  });

  test('reports a match of a send resolved as not sent, and binds it if support says so', async () => {
    await send('a', false);
    time += 10 * minute;
    await look();
    await resolveAs('a', { outcome: 'not_sent', reason });
    time += 13 * day;
    appear();
    await look();
    expect(await reported()).toEqual([['a', '9001']]);
    await resolveAs('a', { outcome: 'sent', transfer_id: '9001', reason: 'it came after all' });
    expect(await findSend(db, 'a')).toMatchObject({
      ...{ state: 'sent', transfer_id: '9001', settled_by: sam },
      settled_reason: 'it came after all',
    });
    expect(await ownerOf(db, 'transfer', '9001')).toBe(ana);
    expect(await reported()).toEqual([]);
  });

  test('is not ended as not sent while a match is in the list that support has not seen', async () => {
    await send('a', false);
    time += 10 * minute;
    await look();
    // After support saw that there is none.
    appear();
    const notSent = (...seen_transfer_ids: string[]) =>
      resolveAs('a', { outcome: 'not_sent', reason, seen_transfer_ids });
    await expect(notSent()).rejects.toMatchObject({ problem: 'candidates-changed' });
    appear();
    await expect(notSent('9001')).rejects.toMatchObject({ problem: 'candidates-changed' });
    expect((await findSend(db, 'a'))?.state).toBe('unresolved');
    expect(await reported()).toEqual([]);
    // One that was seen may be gone since.
    expect(await notSent('9001', '9002', '9003')).toMatchObject({ state: 'not_sent' });
  });

  test('does not report again what support dismissed or did not choose', async () => {
    await send('a', false);
    appear();
    appear();
    time += 10 * minute;
    await look();
    await resolveAs('a', { outcome: 'not_sent', reason, seen_transfer_ids: ['9001', '9002'] });
    time += minute;
    await look();
    expect(await reported()).toEqual([]);
    // One that comes later is news.
    appear();
    time += minute;
    await look();
    expect(await reported()).toEqual([['a', '9003']]);
    await resolveAs('a', { outcome: 'other', transfer_id: '9003', reason });
    time += minute;
    await look();
    expect(await reported()).toEqual([]);
    expect(await ownerOf(db, 'transfer', '9003')).toBeNull();
    expect((await findSend(db, 'a'))?.state).toBe('not_sent');
    expect(await db.selectFrom('look_alikes').select('resolved_by').execute()).toEqual([
      { resolved_by: sam },
      { resolved_by: sam },
      { resolved_by: sam },
    ]);
  });

  test('does not report matches of an open send, nor matches after 28 days', async () => {
    await send('a', true);
    await look();
    time += 11 * minute;
    await send('b', true);
    appear();
    await look();
    expect(await reported()).toEqual([]);
    time += 11 * minute;
    await look();
    await resolveAs('b', { outcome: 'sent', transfer_id: '9002', reason });
    time += minute;
    await look();
    expect((await reported()).map(([, id]) => id)).toEqual(['9003', '9003']);
    time += 29 * day;
    appear();
    await look();
    expect((await reported()).map(([, id]) => id)).toEqual(['9003', '9003']);
  });

  test('rejects resolving an ended send with a transfer that is not reported', async () => {
    await send('a', true);
    await look();
    appear();
    for (const outcome of ['sent', 'other'] as const) {
      const resolved = resolveAs('a', { outcome, transfer_id: '9002', reason });
      await expect(resolved).rejects.toMatchObject({ problem: 'send-settled' });
    }
    await expect(resolveAs('a', { outcome: 'not_sent', reason })).rejects.toMatchObject({
      problem: 'send-settled',
    });
  });
});
