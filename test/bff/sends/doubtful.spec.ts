import { beforeEach, describe, expect, test, vi } from 'vitest';
import { own, ownerOf } from '../../../src/bff/ledger/people/owners.ts';
import { findSend, moveSend } from '../../../src/bff/ledger/sends/sends.ts';
import { openLedger } from '../../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import type { StoreClock } from '../../../src/bff/ledger/store/store-clock.ts';
import { createReconciler } from '../../../src/bff/sends/reconcile.ts';
import { candidatesOf, resolveSend } from '../../../src/bff/sends/resolve.ts';
import { type SendDeps, sendOnce } from '../../../src/bff/sends/send-once.ts';
import { silentLog } from '../../../src/bff/service/log.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
import { eventually } from '../../support/eventually.ts';
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

const [body, another] = bodies;

describe.each(stores())('an answer that does not fit the request, on $name', ({ create }) => {
  let db: LedgerDb;
  let [ana, ben]: string[] = [];
  let time: number;
  let transfers: Transfer[];
  let storeClock: StoreClock;

  beforeEach(async () => {
    const store = await create();
    db = await openLedger(store.url);
    [time, transfers] = [began, []];
    storeClock = storeClockOf(db, () => time);
    const add = async (name: string) =>
      (await addPerson(db, { email: `${name}@giro.example`, name })).id;
    [ana, ben] = [await add('ana'), await add('ben')];
    return async () => {
      await db.destroy();
      await store.remove();
    };
  });

  const now = () => time;
  const stamp = () => new Date(time).toISOString();
  const tracking = {
    list: async () => ({ value: [...transfers], readAt: time, odd: [] }),
    drop() {},
  };
  const send = (key: string, deps: Partial<SendDeps>, user_id = ana ?? '') =>
    sendOnce(
      sendDepsOf(db, now, { client: { createTransfer: noAnswer }, tracking, storeClock, ...deps }),
      user_id,
      key,
      shown(body),
    );

  test.each([
    ['account', { destination_account_id: another.destination_account_id }],
    ['amount', { source_amount_cents: body.source_amount_cents + 1n }],
    ['currency', { destination_amount_currency: 'MXN' }],
  ])(
    'leaves the send unconfirmed when the answer has another %s, and gives nobody the transfer',
    async (_name, fields) => {
      const foreign = { ...transferOf(body, 0), ...fields };
      const outcome = await send('a', { client: { createTransfer: async () => foreign } });
      expect(outcome).toMatchObject({ send: { state: 'unconfirmed', reason: 'unreadable' } });
      expect(await ownerOf(db, 'transfer', foreign.id)).toBeNull();
    },
  );

  test('leaves the send unconfirmed when the answered transfer existed before the intent', async () => {
    transfers = [transferOf(body, 0)];
    const outcome = await send('a', {
      client: { createTransfer: async () => transferOf(body, 0) },
    });
    expect(outcome).toMatchObject({ send: { state: 'unconfirmed', transfer_id: null } });
  });

  test('binds a transfer to the first of two sends that are answered with it', async () => {
    const answer = { client: { createTransfer: async () => transferOf(body, 0) } };
    expect(await send('a', answer)).toMatchObject({ transfer: { id: '9001' } });
    expect(await send('b', answer, ben)).toMatchObject({ send: { state: 'unconfirmed' } });
    expect(await ownerOf(db, 'transfer', '9001')).toBe(ana);
  });

  test('does not post an intent whose commit took too long', async () => {
    const createTransfer = vi.fn(noAnswer);
    // As after a pause of the machine: 30 seconds pass between two readings of the clock.
    const slow = () => {
      time += 30_000;
      return time;
    };
    const outcome = send('a', { client: { createTransfer }, now: slow });
    await expect(outcome).rejects.toMatchObject({ problem: 'send-not-made' });
    expect(createTransfer).not.toHaveBeenCalled();
    expect((await findSend(db, 'a'))?.state).toBe('not_sent');
  });

  test('gives the sender a transfer that is answered after support resolved the send as not sent', async () => {
    const answered = Promise.withResolvers<Transfer>();
    const createTransfer = vi.fn(() => answered.promise);
    const outcome = send('a', { client: { createTransfer } });
    await eventually(() => expect(createTransfer).toHaveBeenCalled());
    for (const event of ['lost', 'gave-up', 'resolved-not-sent'] as const) {
      const facts = event === 'resolved-not-sent' ? { settled_by: ben ?? '' } : {};
      await moveSend(db, 'a', event, { reason: 'none-found', ...facts }, stamp());
    }
    answered.resolve(transferOf(body, 0));
    expect(await outcome).toMatchObject({ transfer: { id: '9001' } });
    expect(await ownerOf(db, 'transfer', '9001')).toBe(ana);
    expect((await findSend(db, 'a'))?.state).toBe('not_sent');
  });

  test('does not match a send to a transfer that another person owns', async () => {
    await send('a', {});
    transfers = [transferOf(body, 0)];
    await own(db, 'transfer', '9001', ben ?? '', stamp());
    time += 11 * 60_000;
    const reconciler = createReconciler({
      ...{ db, tracking, storeClock, records: recordsOf(db), log: silentLog },
    });
    await reconciler.round();
    await reconciler.stop();
    const row = await findSend(db, 'a');
    if (!row) throw new Error('no row for the key');
    expect(row).toMatchObject({ state: 'unresolved', reason: 'none-found' });
    const records = recordsOf(db);
    const deps = { db, tracking, storeClock, records, resolveAloneUpTo: null };
    expect(await candidatesOf(deps, row)).toEqual({ transfers: [], unread: [] });
    const sent = { outcome: 'sent', transfer_id: '9001', reason: 'seen at the service' } as const;
    await expect(resolveSend(deps, row, sent, ben ?? '')).rejects.toMatchObject({
      problem: 'send-settled',
    });
  });
});
