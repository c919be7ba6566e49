import { beforeEach, describe, expect, test } from 'vitest';
import { readAudit } from '../../../src/bff/ledger/audit.ts';
import type { LedgerDb } from '../../../src/bff/ledger/ledger.ts';
import { openLookAlikes } from '../../../src/bff/ledger/look-alikes.ts';
import { ownerOf } from '../../../src/bff/ledger/owners.ts';
import { findSend } from '../../../src/bff/ledger/sends.ts';
import { addUser } from '../../../src/bff/ledger/users.ts';
import { createReconciler } from '../../../src/bff/sends/reconcile.ts';
import { resolveSend } from '../../../src/bff/sends/resolve.ts';
import { sendOnce } from '../../../src/bff/sends/sending.ts';
import { ServiceError } from '../../../src/bff/service/errors.ts';
import { silentLog } from '../../../src/bff/service/log.ts';
import type { ResolveRequest } from '../../../src/contract/api/send.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
import { openStore } from '../../support/open-store.ts';
import { stores } from '../../support/stores.ts';
import {
  began,
  bodies,
  shown,
  storeClockOf,
  transferOf,
  unchangedService,
} from './send-fixtures.ts';

const [body] = bodies;
const minute = 60_000;
const day = 24 * 60 * minute;

describe.each(stores())('transfers of another system, on $name', ({ create }) => {
  let open: () => Promise<LedgerDb>;
  let db: LedgerDb;
  let [ana, sam]: string[] = [];
  let time: number;
  let transfers: Transfer[];

  beforeEach(async () => {
    ({ open } = await openStore(create));
    db = await open();
    [time, transfers] = [began, []];
    const at = new Date(time).toISOString();
    const add = async (name: string, role: 'sender' | 'support') =>
      (await addUser(db, { email: `${name}@giro.example`, name, role, password_hash: null }, at))
        ?.id ?? '';
    [ana, sam] = [await add('ana', 'sender'), await add('sam', 'support')];
  });

  const tracking = {
    list: async () => ({ value: [...transfers], readAt: time, odd: [] }),
    drop() {},
  };
  /** The service makes another transfer like the sending. */
  const appear = (like = body) => {
    const transfer = transferOf(like, transfers.length);
    transfers.push(transfer);
    return transfer;
  };

  /** The answer is lost; `makes` says whether the service did its work. */
  const send = (key: string, makes: boolean, request = body) =>
    sendOnce(
      {
        ...{ db, tracking, now: () => time, log: silentLog, ...unchangedService },
        storeClock: storeClockOf(db, () => time),
        client: {
          async createTransfer() {
            if (makes) appear(request);
            throw new ServiceError('timeout', 'no answer');
          },
        },
        onUnconfirmed() {},
        mayUse: async () => true,
      },
      ana ?? '',
      key,
      shown(request),
    );

  /** One round of an instance that starts for it, as after a restart. */
  async function look(on = db) {
    const storeClock = storeClockOf(on, () => time);
    const reconciler = createReconciler({ db: on, tracking, storeClock, log: silentLog });
    await reconciler.round();
    await reconciler.stop();
  }
  const settle = async (key: string, request: ResolveRequest) => {
    const row = await findSend(db, key);
    if (!row) throw new Error('not kept');
    const storeClock = storeClockOf(db, () => time);
    return resolveSend({ db, tracking, storeClock }, row, request, sam ?? '');
  };
  const toldOf = async () =>
    (await openLookAlikes(db)).map(({ send_key, transfer_id }) => [send_key, transfer_id]);
  const reason = 'asked the operator';

  test('where Giro alone sends to a recipient, a lost answer is found at once', async () => {
    await send('a', true);
    await look();
    expect(await findSend(db, 'a')).toMatchObject({ state: 'sent', transfer_id: '9001' });
    // The first of them is a sending, and no transfer of another system.
    time += 11 * minute;
    await send('b', true);
    await look();
    expect(await findSend(db, 'b')).toMatchObject({ state: 'sent', transfer_id: '9002' });
  });

  test('several lost answers to one recipient do not hold one another up', async () => {
    await send('a', true);
    await send('b', true, { ...body, source_amount_cents: body.source_amount_cents + 1n });
    await look();
    expect(await findSend(db, 'a')).toMatchObject({ state: 'sent', transfer_id: '9001' });
    expect(await findSend(db, 'b')).toMatchObject({ state: 'sent', transfer_id: '9002' });
  });

  test('elsewhere it is found once it was the only one for a minute, at whichever instance', async () => {
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

  test('one that is seen first, and then not alone, is not taken for the sending', async () => {
    appear();
    await send('a', false);
    // Another system sends the same, and the service hides ours for a while.
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

  test('the minute begins anew with another that is alone', async () => {
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

  test('a second one after it was found is told to support, until they say whose it is', async () => {
    await send('a', true);
    await look();
    await look();
    expect(await toldOf()).toEqual([]);
    time += 8_000;
    appear();
    await look();
    expect(await toldOf()).toEqual([['a', '9002']]);
    const noted = (await readAudit(db, { limit: 10 })).filter(
      ({ action }) => action === 'look-alike',
    );
    expect(noted).toMatchObject([{ subject: 'send a', outcome: 'transfer 9002' }]);
    await look();
    expect(await toldOf()).toHaveLength(1);

    await settle('a', { outcome: 'sent', transfer_id: '9002', reason });
    expect(await toldOf()).toEqual([]);
    expect(await ownerOf(db, 'transfer', '9002')).toBe(ana);
    // What the sender was told stays.
    expect(await findSend(db, 'a')).toMatchObject({ state: 'sent', transfer_id: '9001' });
    const again = settle('a', { outcome: 'sent', transfer_id: '9002', reason });
    await expect(again).rejects.toMatchObject({ problem: 'send-settled' });
  });

  test('one after support said not sent is told to them, and is the sending if they say so', async () => {
    await send('a', false);
    time += 10 * minute;
    await look();
    await settle('a', { outcome: 'not_sent', reason });
    time += 13 * day;
    appear();
    await look();
    expect(await toldOf()).toEqual([['a', '9001']]);
    await settle('a', { outcome: 'sent', transfer_id: '9001', reason: 'it came after all' });
    expect(await findSend(db, 'a')).toMatchObject({
      ...{ state: 'sent', transfer_id: '9001', settled_by: sam },
      settled_reason: 'it came after all',
    });
    expect(await ownerOf(db, 'transfer', '9001')).toBe(ana);
    expect(await toldOf()).toEqual([]);
  });

  test('one that support dismisses, or saw and did not choose, is not told again', async () => {
    await send('a', false);
    appear();
    appear();
    time += 10 * minute;
    await look();
    await settle('a', { outcome: 'not_sent', reason, seen_transfer_ids: ['9001'] });
    time += minute;
    await look();
    expect(await toldOf()).toEqual([['a', '9002']]);
    await settle('a', { outcome: 'other', transfer_id: '9002', reason });
    time += minute;
    await look();
    expect(await toldOf()).toEqual([]);
    expect(await ownerOf(db, 'transfer', '9002')).toBeNull();
    expect((await findSend(db, 'a'))?.state).toBe('not_sent');
    expect(await db.selectFrom('look_alikes').select('resolved_by').execute()).toEqual([
      { resolved_by: sam },
      { resolved_by: sam },
    ]);
  });

  test('what an open sending may yet turn out to be is no news, nor what comes after weeks', async () => {
    await send('a', true);
    await look();
    time += 11 * minute;
    await send('b', true);
    appear();
    await look();
    expect(await toldOf()).toEqual([]);
    time += 11 * minute;
    await look();
    await settle('b', { outcome: 'sent', transfer_id: '9002', reason });
    time += minute;
    await look();
    expect((await toldOf()).map(([, id]) => id)).toEqual(['9003', '9003']);
    time += 29 * day;
    appear();
    await look();
    expect((await toldOf()).map(([, id]) => id)).toEqual(['9003', '9003']);
  });

  test('only what turned up can be said to be a sending that has ended', async () => {
    await send('a', true);
    await look();
    appear();
    for (const outcome of ['sent', 'other'] as const) {
      const word = settle('a', { outcome, transfer_id: '9002', reason });
      await expect(word).rejects.toMatchObject({ problem: 'send-settled' });
    }
    await expect(settle('a', { outcome: 'not_sent', reason })).rejects.toMatchObject({
      problem: 'send-settled',
    });
  });
});
