import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openTransferCases } from '../../../src/bff/ledger/sends/transfer-cases.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { createStoreClock } from '../../../src/bff/ledger/store/store-clock.ts';
import { mirrorState, writeMirror } from '../../../src/bff/ledger/transfers/mirror.ts';
import { createSlowTransfers } from '../../../src/bff/sends/slow-transfers.ts';
import { endCaseOf, transferCaseOf } from '../../../src/bff/sends/transfer-cases.ts';
import { silentLog } from '../../../src/bff/service/log.ts';
import { openStore } from '../../support/open-store.ts';
import { addPerson } from '../../support/people.ts';
import { stores } from '../../support/stores.ts';

const hour = 60 * 60_000;
const backgroundMs = 5 * 60_000;

describe.each(stores())('slow transfers, on $name', ({ create }) => {
  let db: LedgerDb;
  let sender: string;
  let support: string;

  beforeEach(async () => {
    db = await (await openStore(create)).open();
    sender = (await addPerson(db, { email: 'ana@example.com' })).id;
    support = (await addPerson(db, { email: 'sue@example.com', role: 'support' })).id;
  });

  /** A list read now, with a transfer of Ana's that was sent some hours ago. */
  async function list(id: string, state: string, hours: number, readAgo = 0) {
    const sent_at = new Date(Date.now() - hours * hour).toISOString();
    await db
      .insertInto('sends')
      .values({
        ...{ key: crypto.randomUUID(), user_id: sender, body_hash: id, guard_scope: sender },
        ...{ destination_account_id: '501', source_amount_cents: '100', state: 'sent' as const },
        ...{ source_amount_currency: 'USD', destination_amount_currency: 'COP' },
        ...{ known_transfer_ids: '[]', transfer_id: id, created_at: sent_at, updated_at: sent_at },
      })
      .onConflict((oc) => oc.doNothing())
      .execute();
    const read_at = new Date(Date.now() - readAgo).toISOString();
    const row = {
      ...{ id, state, destination_account_id: '501' },
      ...{ source_amount_cents: 100n, source_amount_currency: 'USD' },
      ...{ destination_amount_cents: 100n, destination_amount_currency: 'COP' },
    };
    const since = await mirrorState(db);
    await writeMirror(db, { since, read_at, changed: [row], state: { as_of: read_at } });
  }

  function start() {
    const storeClock = createStoreClock({ db, now: Date.now, log: silentLog });
    onTestFinished(() => storeClock.close());
    const slow = { scope: 'bank' as const, count: 84, within_seconds: 2 * 3_600 };
    const arrivalTimes = { slowTo: async () => (id: string) => (id === '501' ? slow : null) };
    const deps = { db, storeClock, log: silentLog, arrivalTimes, backgroundMs };
    return { ...createSlowTransfers(deps), deps };
  }
  const open = async () => (await openTransferCases(db)).map(({ transfer_id }) => transfer_id);

  test('get a case with its reason, once, from however many instances', async () => {
    await list('9001', 'assigned', 3);
    await list('9002', 'pending', 2.1);
    const [one, other] = [start(), start()];
    await Promise.all([one.look(), other.look()]);
    await one.look();
    expect(await open()).toEqual(['9001']);
    const found = await transferCaseOf(one.deps, '9001');
    expect(found).toMatchObject({
      ...{ state: 'open', opened: { by: null }, assignee: null },
      slow: { scope: 'bank', count: 84, within_seconds: 7_200 },
      history: [{ action: 'case-open', who: null }],
    });
    expect(found.slow?.after_seconds).toBeGreaterThanOrEqual(3 * 3_600 - 5);
    expect(found.history).toHaveLength(1);
  });

  test('get none for the time in which Giro did not look', async () => {
    await list('9001', 'assigned', 3, 1.5 * hour);
    const { look } = start();
    await look();
    expect(await open()).toEqual([]);
  });

  test('don’t come again once a person closed the case, whatever the transfer does', async () => {
    await list('9001', 'pending', 3);
    const { look, deps } = start();
    await look();
    const why = { id: crypto.randomUUID(), text: 'Their bank is slow', transfer_state: 'pending' };
    await endCaseOf(deps, '9001', support, why);
    for (const state of ['pending', 'assigned', 'executed']) {
      await list('9001', state, 3);
      await look();
      expect(await open()).toEqual([]);
    }
    expect(await transferCaseOf(deps, '9001')).toMatchObject({
      ...{ state: 'done', done: { by: { id: support }, transfer_state: 'pending' } },
    });
  });

  test('leave the queue by themselves when the transfer ends', async () => {
    await list('9001', 'pending', 3);
    const { look, deps } = start();
    await look();
    await list('9001', 'executed', 3);
    await look();
    expect(await open()).toEqual([]);
    expect(await transferCaseOf(deps, '9001')).toMatchObject({
      ...{ state: 'done', done: { by: null, transfer_state: 'executed' } },
      history: [{ action: 'case-done', who: null }, { action: 'case-open' }],
    });
  });
});
