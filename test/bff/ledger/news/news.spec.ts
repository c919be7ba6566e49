import { beforeEach, describe, expect, test } from 'vitest';
import { addNews } from '../../../../src/bff/ledger/news/news.ts';
import { own } from '../../../../src/bff/ledger/people/owners.ts';
import { intend, moveSend } from '../../../../src/bff/ledger/sends/sends.ts';
import type { LedgerDb } from '../../../../src/bff/ledger/store/schema.ts';
import { addStateObservations } from '../../../../src/bff/ledger/transfers/state-observations.ts';
import { openStore } from '../../../support/open-store.ts';
import { addPerson } from '../../../support/people.ts';
import { stores } from '../../../support/stores.ts';

const now = '2026-11-01T10:00:00.000Z';

describe.each(stores())('news in the ledger on $name', ({ create }) => {
  let db: LedgerDb;
  let ana: string;

  beforeEach(async () => {
    db = await (await openStore(create)).open();
    ana = (await addPerson(db, { email: 'ana@giro.example', password: 'x' }))?.id ?? '';
  });

  const news = async () =>
    (
      await db.selectFrom('news').select(['user_id', 'kind', 'subject']).orderBy('number').execute()
    ).map(
      ({ user_id, kind, subject }) => `${user_id === ana ? 'ana' : user_id} ${kind} ${subject}`,
    );
  const observe = (state: string, ...ids: string[]) =>
    db.transaction().execute((tx) =>
      addStateObservations(
        tx,
        ids.map((transfer_id) => ({ transfer_id, state })),
        now,
      ),
    );
  const ownTransfer = (id: string) => own(db, 'transfer', id, ana, now);

  async function send(key: string) {
    const row = {
      ...{ key, user_id: ana, body_hash: key, guard_scope: ana, quote: null },
      ...{ destination_account_id: '1', source_amount_cents: '1', known_transfer_ids: '[]' },
      ...{ source_amount_currency: 'USD', destination_amount_currency: 'COP' },
      ...{ after_unresolved: null, after_sent: null },
    };
    await intend(db, row, now);
  }

  test('tells the owner once that a transfer ended', async () => {
    await ownTransfer('7');
    await observe('pending', '7', '8');
    expect(await news()).toEqual([]);
    await observe('executed', '7', '8');
    await observe('executed', '7');
    expect(await news()).toEqual(['ana completed transfer 7']);
    await observe('rejected', '7');
    expect(await news()).toEqual(['ana completed transfer 7', 'ana rejected transfer 7']);
  });

  test('tells nothing of a transfer that ended before Giro saw it', async () => {
    await ownTransfer('7');
    await observe('executed', '7');
    expect(await news()).toEqual([]);
  });

  test('tells of a transfer that Giro sent, however soon it ended', async () => {
    await send('k');
    await observe('executed', '7');
    await moveSend(db, 'k', 'answered', { transfer_id: '7' }, now);
    expect(await news()).toEqual(['ana completed transfer 7']);
  });

  test('is rolled back with its observation', async () => {
    await ownTransfer('7');
    await observe('pending', '7');
    const failed = db.transaction().execute(async (tx) => {
      await addStateObservations(tx, [{ transfer_id: '7', state: 'executed' }], now);
      throw new Error('the connection is lost');
    });
    await expect(failed).rejects.toThrow('lost');
    expect(await news()).toEqual([]);
    await observe('executed', '7');
    expect(await news()).toEqual(['ana completed transfer 7']);
  });

  test('tells sender and support of a send that stays unconfirmed, then the sender how it ended', async () => {
    for (const key of ['a', 'b', 'c']) {
      await send(key);
      await moveSend(db, key, 'lost', { reason: 'timeout' }, now);
    }
    await moveSend(db, 'c', 'found', { transfer_id: '3' }, now);
    expect(await news()).toEqual([]);
    for (const key of ['a', 'b']) await moveSend(db, key, 'gave-up', { reason: 'none-found' }, now);
    expect(await news()).toEqual([
      'ana unresolved send a',
      'null review send a',
      'ana unresolved send b',
      'null review send b',
    ]);
    await moveSend(db, 'a', 'resolved-sent', { transfer_id: '1' }, now);
    await moveSend(db, 'b', 'resolved-not-sent', {}, now);
    await moveSend(db, 'b', 'turned-up', { transfer_id: '2' }, now);
    expect((await news()).slice(4)).toEqual([
      'ana confirmed send a',
      'ana not-sent send b',
      'ana confirmed send b',
    ]);
  });

  test('keeps one row of a fact that two instances write at once', async () => {
    const one = { user_id: null, kind: 'review', subject: 'send a' } as const;
    await Promise.all([addNews(db, [one], now), addNews(db, [one, one], now)]);
    expect(await news()).toEqual(['null review send a']);
  });
});
