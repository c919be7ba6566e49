import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ownerOf } from '../../../src/bff/ledger/people/owners.ts';
import { addUser } from '../../../src/bff/ledger/people/users.ts';
import { findSend, intend, moveSend } from '../../../src/bff/ledger/sends/sends.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { createReconciler, type Reconciler } from '../../../src/bff/sends/reconcile.ts';
import { bodyHash } from '../../../src/bff/sends/send-row.ts';
import type { Tracking } from '../../../src/bff/tracking/tracking.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
import { eventually } from '../../support/eventually.ts';
import { openTestLedger } from '../../support/stores.ts';
import { recordsOf, storeClockOf } from './send-fixtures.ts';

const request = {
  destination_account_id: '501',
  source_amount_cents: 5_000n,
  source_amount_currency: 'USD',
  destination_amount_currency: 'COP',
};
const transfer = (id: string, fields: Partial<Transfer> = {}): Transfer => ({
  id,
  ...request,
  destination_amount_cents: 20_000_000n,
  state: 'pending',
  ...fields,
});

let db: LedgerDb;
let time: number;
let people: string[];
let transfers: Transfer[];
let listIsDown: boolean;
let reads: number;
let reconciler: Reconciler;

beforeEach(async () => {
  time = Date.parse('2026-01-01T12:00:00Z');
  [transfers, listIsDown, reads] = [[], false, 0];
  db = await openTestLedger();
  people = [];
  for (const name of ['ana', 'ben']) {
    const person = {
      email: `${name}@b.example`,
      name,
      role: 'sender',
      password_hash: null,
    } as const;
    people.push((await addUser(db, person, stamp()))?.id ?? '');
  }
  reconciler = create();
});
afterEach(async () => {
  await reconciler.stop();
  await db.destroy();
});

const stamp = () => new Date(time).toISOString();

function create(alone = false) {
  const list: Tracking['list'] = async () => {
    reads += 1;
    if (listIsDown) throw new Error('down');
    return { value: transfers, readAt: time, odd: [] };
  };
  return createReconciler({
    db,
    tracking: { list },
    records: recordsOf(db),
    storeClock: storeClockOf(db, () => time),
    log: { info() {}, warn() {}, error() {} },
    intervals: [5],
    alone,
  });
}

async function intended(key: string, { person = 0, known = [] as string[], amount = 5_000n } = {}) {
  const body = { ...request, source_amount_cents: amount };
  const row = await intend(
    db,
    {
      key,
      user_id: people[person] ?? '',
      guard_scope: people[person] ?? '',
      body_hash: bodyHash(body),
      ...body,
      source_amount_cents: `${amount}`,
      quote: null,
      known_transfer_ids: JSON.stringify(known),
      after_unresolved: null,
    },
    stamp(),
  );
  if (!row) throw new Error('the intent was not inserted');
}

async function lost(...args: Parameters<typeof intended>) {
  await intended(...args);
  await moveSend(db, args[0], 'lost', { reason: 'timeout' }, stamp());
}

const stateOf = async (key: string) => (await findSend(db, key))?.state;

/** Waits for two more rounds; the clock moves by 20 ms. */
async function twoRounds() {
  time += 10;
  const before = reads;
  await eventually(() => expect(reads).toBeGreaterThan(before), { interval: 5 });
  time += 10;
  await eventually(() => expect(reads).toBeGreaterThan(before + 1), { interval: 5 });
}

describe('a send without an answer', () => {
  test('is matched to the only transfer that fits, which its sender then owns', async () => {
    await lost('a');
    transfers = [
      transfer('1', { destination_account_id: '502' }),
      transfer('2', { source_amount_cents: 5_001n }),
      transfer('3', { source_amount_currency: 'EUR' }),
      transfer('4', { destination_amount_currency: 'MXN' }),
      transfer('5', { state: 'assigned' }),
    ];
    await reconciler.start();
    await eventually(async () => {
      time += 10_000;
      expect(await stateOf('a')).toBe('sent');
    });
    expect((await findSend(db, 'a'))?.transfer_id).toBe('5');
    expect(await ownerOf(db, 'transfer', '5')).toBe(people[0]);
  });

  test('is not matched to a transfer known before it', async () => {
    await lost('a', { known: ['8'] });
    transfers = [transfer('8')];
    await reconciler.start();
    await twoRounds();
    expect(await stateOf('a')).toBe('unconfirmed');
    transfers = [transfer('8'), transfer('9')];
    await eventually(async () => {
      time += 10_000;
      expect((await findSend(db, 'a'))?.transfer_id).toBe('9');
    });
  });

  test('is not matched to the transfer of another send', async () => {
    await intended('a');
    await moveSend(db, 'a', 'answered', { transfer_id: '9' }, stamp());
    await lost('b', { person: 1 });
    transfers = [transfer('9')];
    await reconciler.start();
    await twoRounds();
    expect(await stateOf('b')).toBe('unconfirmed');
  });

  test('is matched to neither of two candidates, and left to support after 10 minutes', async () => {
    await lost('a');
    transfers = [transfer('8'), transfer('9')];
    await reconciler.start();
    time += 10 * 60_000 - 100;
    await twoRounds();
    expect(await stateOf('a')).toBe('unconfirmed');
    time += 100;
    await eventually(async () => expect(await stateOf('a')).toBe('unresolved'));
    expect(await findSend(db, 'a')).toMatchObject({ reason: 'several-found', transfer_id: null });
  });

  test('is left to support, never marked not sent, if nothing fits for 10 minutes', async () => {
    await lost('a');
    await reconciler.start();
    await twoRounds();
    expect(await stateOf('a')).toBe('unconfirmed');
    time += 10 * 60_000;
    await eventually(async () => expect(await stateOf('a')).toBe('unresolved'));
    expect((await findSend(db, 'a'))?.reason).toBe('none-found');
  });

  test('is not given up while the list can not be read', async () => {
    await lost('a');
    listIsDown = true;
    await reconciler.start();
    time += 60 * 60_000;
    await twoRounds();
    expect(await stateOf('a')).toBe('unconfirmed');
    transfers = [transfer('9')];
    listIsDown = false;
    await eventually(async () => {
      time += 10;
      expect(await stateOf('a')).toBe('sent');
    });
  });
});

describe('beside another system that sends to the same account', () => {
  test('its first transfer is taken at once, for nothing tells of that system yet', async () => {
    await lost('a');
    transfers = [transfer('8')];
    await reconciler.round();
    expect(await findSend(db, 'a')).toMatchObject({ state: 'sent', transfer_id: '8' });
    // That one is a send's now: the same again for a send whose own transfer was not made either.
    await lost('b', { amount: 6_000n });
    transfers = [transfer('8'), transfer('9', { source_amount_cents: 6_000n })];
    await reconciler.round();
    expect(await findSend(db, 'b')).toMatchObject({ state: 'sent', transfer_id: '9' });
  });

  test('the send’s own transfer, which turns up later, tells of it: the next one waits a minute', async () => {
    await lost('a');
    transfers = [transfer('8')];
    await reconciler.round();
    transfers = [transfer('8'), transfer('9')];
    await lost('b', { amount: 6_000n });
    transfers = [...transfers, transfer('10', { source_amount_cents: 6_000n })];
    await reconciler.round();
    expect(await findSend(db, 'b')).toMatchObject({ state: 'unconfirmed', candidate_id: '10' });
    time += 60_000;
    await reconciler.round();
    expect(await findSend(db, 'b')).toMatchObject({ state: 'sent', transfer_id: '10' });
  });
});

describe('two sends that fit one transfer', () => {
  test.each([
    ['has no answer either', async () => lost('b', { person: 1 })],
    ['is being sent', async () => intended('b', { person: 1 })],
    [
      'is left to support',
      async () => {
        await lost('b', { person: 1 });
        await moveSend(db, 'b', 'gave-up', {}, stamp());
      },
    ],
  ])('stay open while the other %s', async (_name, prepare) => {
    await lost('a');
    await prepare();
    transfers = [transfer('9')];
    await reconciler.start();
    await twoRounds();
    expect(await stateOf('a')).toBe('unconfirmed');
    expect(await stateOf('b')).not.toBe('sent');
  });

  test('are resolved once one of them has its answer', async () => {
    await lost('a');
    await intended('b', { person: 1 });
    transfers = [transfer('8'), transfer('9')];
    await reconciler.start();
    await twoRounds();
    await moveSend(db, 'b', 'answered', { transfer_id: '9' }, stamp());
    await eventually(async () => {
      time += 10;
      expect((await findSend(db, 'a'))?.transfer_id).toBe('8');
    });
  });
});

describe('an intent without an outcome', () => {
  test('stays intended while another instance may still be posting it', async () => {
    await intended('a');
    await reconciler.start();
    transfers = [transfer('9')];
    expect(await stateOf('a')).toBe('intended');
    time += 60_000;
    await eventually(async () => expect(await stateOf('a')).toBe('sent'));
  });

  test('becomes unconfirmed at the start if this is the only instance', async () => {
    await intended('a');
    reconciler = create(true);
    await reconciler.start();
    expect(await findSend(db, 'a')).toMatchObject({ state: 'unconfirmed', reason: 'interrupted' });
  });
});

describe('after the clock is set back an hour', () => {
  const setBack = () => {
    time -= 60 * 60_000;
  };

  test('the next round still looks', async () => {
    await lost('a');
    await reconciler.round();
    expect(reads).toBe(1);
    setBack();
    await reconciler.round();
    expect(reads).toBe(2);
    transfers = [transfer('9')];
    time += 10;
    await reconciler.round();
    expect(await stateOf('a')).toBe('sent');
  });

  test('an intent that a crash left becomes unconfirmed', async () => {
    await intended('a');
    setBack();
    reconciler = create(true);
    await reconciler.start();
    expect(await stateOf('a')).toBe('unconfirmed');
  });

  test('the minute in which a candidate must be alone starts over', async () => {
    await lost('a', { known: ['8'] });
    transfers = [transfer('8'), transfer('9')];
    await reconciler.round();
    expect(await findSend(db, 'a')).toMatchObject({ state: 'unconfirmed', candidate_id: '9' });
    setBack();
    await reconciler.round();
    time += 59_999;
    await reconciler.round();
    expect(await stateOf('a')).toBe('unconfirmed');
    time += 11;
    await reconciler.round();
    expect(await stateOf('a')).toBe('sent');
  });
});

test('reads nothing while no send is open, and nothing after stop', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await reconciler.start();
  await vi.advanceTimersByTimeAsync(30);
  await reconciler.round();
  expect(reads).toBe(0);
  await reconciler.stop();
  await lost('a');
  // PostgreSQL's connections have timers too.
  const timers = vi.getTimerCount();
  reconciler.look('a');
  expect(vi.getTimerCount()).toBe(timers);
  expect(reads).toBe(0);
});
