import { beforeEach, describe, expect, test } from 'vitest';
import { findSend, moveSend } from '../../../src/bff/ledger/sends/sends.ts';
import { openLedger } from '../../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import type { StoreClock } from '../../../src/bff/ledger/store/store-clock.ts';
import { ProblemError } from '../../../src/bff/lib/problem.ts';
import { isBeginning } from '../../../src/bff/sends/begin-lease.ts';
import { createReconciler } from '../../../src/bff/sends/reconcile.ts';
import { type SendDeps, sendOnce } from '../../../src/bff/sends/send-once.ts';
import { silentLog } from '../../../src/bff/service/log.ts';
import type { TransferRequest } from '../../../src/contract/api/transfer.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
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

describe.each(stores())('races between calls, on $name', ({ name, create }) => {
  let db: LedgerDb;
  let url: string;
  let person: string;
  let time: number;
  let transfers: Transfer[];
  let reads: number;
  let storeClock: StoreClock;

  beforeEach(async () => {
    const store = await create();
    url = store.url;
    db = await openLedger(url);
    person = (await addPerson(db, { email: 'ana@giro.example' })).id;
    [time, transfers, reads] = [began, [], 0];
    storeClock = storeClockOf(db, () => time);
    return async () => {
      await db.destroy();
      await store.remove();
    };
  });

  const now = () => time;
  const tracking = (wait: Promise<void> = Promise.resolve()): SendDeps['tracking'] => ({
    async list(maxAge = 0) {
      // Counts reads that look for a send; those for look-alikes accept an older list.
      if (maxAge === 0) reads += 1;
      const answer = { value: [...transfers], readAt: time, odd: [] };
      await wait;
      return answer;
    },
    drop() {},
  });
  const send = (key: string, deps: Partial<SendDeps>, fields: Partial<TransferRequest> = {}) => {
    const client = { createTransfer: noAnswer };
    const all = sendDepsOf(db, now, { client, tracking: tracking(), storeClock, ...deps });
    return sendOnce(all, person, key, { ...shown(body), ...fields });
  };
  const reconciler = (wait?: Promise<void>) =>
    createReconciler({
      ...{ db, tracking: tracking(wait), storeClock, records: recordsOf(db), log: silentLog },
    });

  test('answers send-in-flight if the same key begins during the checks', async () => {
    const begun = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<Transfer>();
    const late = send('a', { mayUse: () => begun.promise.then(() => true) });
    const createTransfer = () => {
      begun.resolve();
      return answered.promise;
    };
    const first = send('a', { client: { createTransfer } });
    await expect(late).rejects.toMatchObject({ problem: 'send-in-flight' });
    const transfer = transferOf(body, 0);
    answered.resolve(transfer);
    expect(await first).toEqual({ transfer });
    expect(await send('a', {})).toEqual({ transfer });
  });

  test('shows a key as beginning until its intent is written, and at most for the lease', async () => {
    const listed = Promise.withResolvers<void>();
    const outcome = send('a', { tracking: tracking(listed.promise) });
    await expect.poll(() => reads).toBe(1);
    expect(await isBeginning({ db, storeClock }, 'a')).toBe(true);
    expect(await isBeginning({ db, storeClock }, 'b')).toBe(false);
    time += 60_000;
    expect(await isBeginning({ db, storeClock }, 'a')).toBe(true);
    listed.resolve();
    expect(await outcome).toMatchObject({ send: { state: 'unconfirmed' } });
    expect(await isBeginning({ db, storeClock }, 'a')).toBe(false);

    // Like a process that died before its intent.
    const more = { source_amount_cents: 1n };
    void send('c', { tracking: tracking(new Promise(() => {})) }, more);
    await expect.poll(() => reads).toBe(2);
    time += 60_001;
    expect(await isBeginning({ db, storeClock }, 'c')).toBe(false);
  });

  test('shows a key as beginning while one of two calls with it has ended without an intent', async () => {
    const asked = Promise.withResolvers<void>();
    const refused = Promise.withResolvers<boolean>();
    const listed = Promise.withResolvers<void>();
    const mayUse = () => {
      asked.resolve();
      return refused.promise;
    };
    const first = send('a', { mayUse });
    await asked.promise;
    const second = send('a', { tracking: tracking(listed.promise) });
    await expect.poll(() => reads).toBe(1);
    refused.resolve(false);
    await expect(first).rejects.toMatchObject({ problem: 'account-not-found' });
    expect(await isBeginning({ db, storeClock }, 'a')).toBe(true);
    listed.resolve();
    expect(await second).toMatchObject({ send: { state: 'unconfirmed' } });
    expect(await isBeginning({ db, storeClock }, 'a')).toBe(false);
  });

  test('lets one instance at a time look for a send', async () => {
    await send('a', {});
    const listed = Promise.withResolvers<void>();
    const [one, other] = [reconciler(listed.promise), reconciler()];
    reads = 0;
    const looking = one.round();
    await expect.poll(() => reads).toBe(1);
    await other.round();
    expect(reads).toBe(1);
    listed.resolve();
    await looking;
    transfers = [transferOf(body, 0)];
    time += 60_000;
    await other.round();
    expect(reads).toBe(2);
    expect(await findSend(db, 'a')).toMatchObject({ state: 'sent', transfer_id: '9001' });
    await Promise.all([one.stop(), other.stop()]);
  });

  test('looks again when the lease of a dead instance has expired', async () => {
    await send('a', {});
    const [dead, other] = [reconciler(new Promise(() => {})), reconciler()];
    void dead.round();
    await expect.poll(() => reads).toBe(2);
    transfers = [transferOf(body, 0)];
    time += 61_000;
    await other.round();
    expect((await findSend(db, 'a'))?.state).toBe('sent');
    await other.stop();
  });

  test('matches a lost send to the transfer that did not exist before it', async () => {
    transfers = [transferOf(body, 0)];
    const createTransfer = () => {
      transfers.push(transferOf(body, 1));
      return noAnswer();
    };
    expect(await send('a', { client: { createTransfer } })).toMatchObject({
      send: { state: 'unconfirmed', transfer_id: null },
    });
    const looking = reconciler();
    await looking.round();
    expect((await findSend(db, 'a'))?.state).toBe('unconfirmed');
    time += 60_000;
    await looking.round();
    await looking.stop();
    expect(await send('a', {})).toEqual({ transfer: transferOf(body, 1) });
  });

  test('matches a lost send to neither of two new transfers', async () => {
    const createTransfer = () => {
      transfers.push(transferOf(body, 0), transferOf(body, 1));
      return noAnswer();
    };
    await send('a', { client: { createTransfer } });
    const looking = reconciler();
    await looking.round();
    expect((await findSend(db, 'a'))?.state).toBe('unconfirmed');
    time += 10 * 60_000;
    await looking.round();
    await looking.stop();
    const found = await findSend(db, 'a');
    expect(found).toMatchObject({
      state: 'unresolved',
      reason: 'several-found',
      transfer_id: null,
    });
  });

  describe('a send identical to a recent one', () => {
    const taken = () => {
      const transfer = transferOf(body, transfers.length);
      transfers.push(transfer);
      return Promise.resolve(transfer);
    };
    const sent = { client: { createTransfer: taken } };
    const refusedFor = (send_key: string) => ({ problem: 'sent-before', details: { send_key } });

    test('is rejected if the other was sent during its checks', async () => {
      const listed = Promise.withResolvers<void>();
      const late = send('b', { ...sent, tracking: tracking(listed.promise) });
      await expect.poll(() => reads).toBe(1);
      await send('a', sent);
      listed.resolve();
      await expect(late).rejects.toMatchObject(refusedFor('a'));
      expect(await findSend(db, 'b')).toBeUndefined();
      expect(transfers).toHaveLength(1);
      time += 1;
      await send('b', sent, { after_sent: 'a' });
      await expect(send('c', sent, { after_sent: 'a' })).rejects.toMatchObject(refusedFor('b'));
      expect(transfers).toHaveLength(2);
    });

    test('is rejected if its call was paused for longer than recent sends are checked', async () => {
      const listed = Promise.withResolvers<void>();
      const late = send('b', { ...sent, tracking: tracking(listed.promise) });
      await expect.poll(() => reads).toBe(1);
      await send('a', sent);
      time += 15 * 60_000;
      listed.resolve();
      await expect(late).rejects.toMatchObject({ problem: 'send-not-made' });
      expect(await findSend(db, 'b')).toBeUndefined();
      expect(transfers).toHaveLength(1);
    });

    test('is rejected after such a pause if the other was left to support', async () => {
      const listed = Promise.withResolvers<void>();
      const late = send('b', { ...sent, tracking: tracking(listed.promise) });
      await expect.poll(() => reads).toBe(1);
      await send('a', {});
      time += 15 * 60_000;
      await moveSend(db, 'a', 'gave-up', { reason: 'none-found' }, new Date(time).toISOString());
      listed.resolve();
      await expect(late).rejects.toMatchObject({ problem: 'send-not-made' });
      expect(transfers).toHaveLength(0);
    });

    test('is posted once for many keys at two instances', async () => {
      // SQLite has one connection in a process.
      const other = name === 'PostgreSQL' ? await openLedger(url) : db;
      for (let round = 1; round <= 15; round += 1) {
        const fields = { source_amount_cents: BigInt(round) };
        const calls = Array.from({ length: 8 }, (_, index) =>
          send(`${round} ${index}`, { ...sent, db: index % 2 ? other : db }, fields).then(
            () => 'sent',
            (error: unknown) => (error instanceof ProblemError ? error.problem : error),
          ),
        );
        const ends = await Promise.all(calls);
        expect(ends.filter((end) => end === 'sent')).toHaveLength(1);
        expect(ends).toEqual(
          ends.map(() => expect.stringMatching(/^(sent|sent-before|identical-send-open)$/)),
        );
        expect(transfers).toHaveLength(round);
      }
      if (other !== db) await other.destroy();
    });

    test('is rejected for 10 minutes from when the other turned out to be sent', async () => {
      await send('a', {});
      time += 9 * 60_000;
      const { id: transfer_id } = await taken();
      await moveSend(db, 'a', 'found', { transfer_id }, new Date(time).toISOString());
      time += 10 * 60_000;
      await expect(send('b', sent)).rejects.toMatchObject(refusedFor('a'));
      time += 1;
      expect(await send('b', sent)).toMatchObject({ transfer: { state: 'pending' } });
    });

    test('is rejected if support resolved the named send as sent during its checks', async () => {
      await send('a', {});
      const at = () => new Date(time).toISOString();
      await moveSend(db, 'a', 'gave-up', { reason: 'none-found' }, at());
      const listed = Promise.withResolvers<void>();
      const again = { after_unresolved: 'a' };
      reads = 0;
      const late = send('b', { ...sent, tracking: tracking(listed.promise) }, again);
      await expect.poll(() => reads).toBe(1);
      await moveSend(db, 'a', 'resolved-sent', { transfer_id: '9001' }, at());
      listed.resolve();
      await expect(late).rejects.toMatchObject({ problem: 'send-settled' });
      expect(await findSend(db, 'b')).toBeUndefined();
    });
  });
});
