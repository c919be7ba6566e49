import { beforeEach, describe, expect, test } from 'vitest';
import { ownerOf } from '../../../../src/bff/ledger/people/owners.ts';
import { addUser } from '../../../../src/bff/ledger/people/users.ts';
import {
  boundTransfers,
  findOpenDuplicate,
  findSend,
  intend,
  lastSentTo,
  moveSend,
  sendsInState,
  sendsLike,
} from '../../../../src/bff/ledger/sends/sends.ts';
import { openLedger } from '../../../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../../../src/bff/ledger/store/schema.ts';
import { fillMirror } from '../../../support/fill-mirror.ts';
import { stores } from '../../../support/stores.ts';

let db: LedgerDb;
let person: string;
let other: string;

const now = '2026-01-01T12:00:00.000Z';
const later = '2026-01-01T12:00:09.000Z';

describe.each(stores())('sends on $name', ({ create }) => {
  beforeEach(async () => {
    const store = await create();
    db = await openLedger(store.url);
    const add = async (email: string) => {
      const user = await addUser(db, { email, name: '', role: 'sender', password_hash: null }, now);
      return user?.id ?? '';
    };
    person = await add('ana@example.com');
    other = await add('ben@example.com');
    return async () => {
      await db.destroy();
      await store.remove();
    };
  });

  const intent = (key: string, user_id = person, body_hash = 'same') => ({
    key,
    user_id,
    guard_scope: user_id,
    body_hash,
    destination_account_id: '501',
    source_amount_cents: '1550000000000000000000',
    source_amount_currency: 'ETH',
    destination_amount_currency: 'COP',
    quote: null,
    known_transfer_ids: '[]',
    after_unresolved: null,
  });

  test('inserts an intent with its exact amount', async () => {
    const row = await intend(db, intent('a'), now);
    expect(row).toMatchObject({ key: 'a', state: 'intended', transfer_id: null, created_at: now });
    expect((await findSend(db, 'a'))?.source_amount_cents).toBe('1550000000000000000000');
  });

  test('finds the latest sent send of a person to each account that was not rejected, latest first', async () => {
    const at = (second: number) => `2026-01-01T12:00:0${second}.000Z`;
    async function add(key: string, account: string, event: 'answered' | 'lost', user = person) {
      await intend(
        db,
        { ...intent(key, user, key), destination_account_id: account },
        at(Number(key)),
      );
      await moveSend(db, key, event, event === 'answered' ? { transfer_id: key } : {}, later);
    }
    await add('1', '501', 'answered');
    await add('2', '502', 'answered');
    await add('3', '501', 'answered');
    await add('4', '502', 'lost');
    await add('5', '503', 'lost');
    await add('6', '504', 'answered', other);
    const found = async (limit: number) =>
      (await lastSentTo(db, person, limit)).map((row) => [row.destination_account_id, row.key]);
    expect(await found(9)).toEqual([
      ['501', '3'],
      ['502', '2'],
    ]);
    expect(await found(1)).toEqual([['501', '3']]);

    const transfer = {
      ...{ source_amount_cents: 1n, source_amount_currency: 'ETH' },
      ...{ destination_amount_cents: 1n, destination_amount_currency: 'COP' },
    };
    await fillMirror(db, [
      { ...transfer, id: '3', destination_account_id: '501', state: 'rejected' },
      { ...transfer, id: '2', destination_account_id: '502', state: 'executed' },
    ]);
    expect(await found(9)).toEqual([
      ['502', '2'],
      ['501', '1'],
    ]);
  });

  test('rejects a second row with the same key, also of another person', async () => {
    await intend(db, intent('a'), now);
    expect(await intend(db, intent('a', other, 'another'), now)).toBeNull();
    expect((await findSend(db, 'a'))?.user_id).toBe(person);
  });

  test('rejects an identical intent of a person while one is open', async () => {
    await intend(db, intent('a'), now);
    expect(await intend(db, intent('b'), now)).toBeNull();
    expect((await findOpenDuplicate(db, person, 'same'))?.key).toBe('a');
    expect(await intend(db, intent('c', other), now)).not.toBeNull();
    expect(await intend(db, intent('d', person, 'different'), now)).not.toBeNull();
    await moveSend(db, 'a', 'lost', {}, later);
    expect(await intend(db, intent('b'), now)).toBeNull();
    await moveSend(db, 'a', 'found', { transfer_id: '9001' }, later);
    expect(await intend(db, intent('b'), now)).not.toBeNull();
  });

  test('orders identical sends by insert, not by clock', async () => {
    await intend(db, intent('a'), later);
    await moveSend(db, 'a', 'answered', { transfer_id: '9001' }, later);
    // From an instance whose clock is behind.
    await intend(db, { ...intent('b'), after_sent: 'a' }, now);
    await moveSend(db, 'b', 'lost', { reason: 'timeout' }, now);
    await moveSend(db, 'b', 'gave-up', { reason: 'none-found' }, now);
    await intend(db, { ...intent('c'), after_unresolved: 'b' }, '2026-01-01T11:59:00.000Z');
    const like = await sendsLike(db, person, 'same', new Date(later));
    expect(like.map(({ key }) => key)).toEqual(['c', 'b', 'a']);
    expect(like.map(({ after_sent }) => after_sent)).toEqual([null, 'a', null]);
    expect((await findOpenDuplicate(db, person, 'same'))?.key).toBe('c');
    expect((await intend(db, intent('d', other), now))?.turn).toBe(1);
  });

  test('keeps no_answer after the search for the transfer', async () => {
    await intend(db, intent('a'), now);
    await moveSend(db, 'a', 'lost', { reason: 'broken' }, now);
    expect(await findSend(db, 'a')).toMatchObject({ reason: 'broken', no_answer: 'broken' });
    await moveSend(db, 'a', 'gave-up', { reason: 'several-found' }, later);
    const known = { reason: 'several-found', no_answer: 'broken' };
    expect(await findSend(db, 'a')).toMatchObject(known);
    await moveSend(db, 'a', 'resolved-not-sent', {}, later);
    expect(await findSend(db, 'a')).toMatchObject({ state: 'not_sent', ...known });
  });

  test('moves a send and sets the owner of its transfer in one step', async () => {
    await intend(db, intent('a'), now);
    const moved = await moveSend(db, 'a', 'answered', { transfer_id: '9001', answer: '{}' }, later);
    expect(moved).toMatchObject({ state: 'sent', transfer_id: '9001', updated_at: later });
    expect(await ownerOf(db, 'transfer', '9001')).toBe(person);
  });

  test('changes nothing on an event that can not happen', async () => {
    await intend(db, intent('a'), now);
    expect(await moveSend(db, 'a', 'found', { transfer_id: '9001' }, later)).toBeNull();
    expect(await moveSend(db, 'nothing', 'lost', {}, later)).toBeNull();
    await moveSend(db, 'a', 'refusal', { reason: 'send-refused' }, now);
    const refused = await findSend(db, 'a');
    expect(await moveSend(db, 'a', 'answered', { transfer_id: '9001' }, later)).toBeNull();
    expect(await findSend(db, 'a')).toEqual(refused);
    expect(await ownerOf(db, 'transfer', '9001')).toBeNull();
  });

  test('rejects the same transfer for two sends by a constraint', async () => {
    await intend(db, intent('a'), now);
    await intend(db, intent('b', other), now);
    await moveSend(db, 'a', 'answered', { transfer_id: '9001' }, now);
    await expect(moveSend(db, 'b', 'answered', { transfer_id: '9001' }, later)).rejects.toThrow(
      /unique/i,
    );
    expect((await findSend(db, 'b'))?.state).toBe('intended');
    expect(await ownerOf(db, 'transfer', '9001')).toBe(person);
    expect(await boundTransfers(db, ['9001', '9002'])).toEqual(new Set(['9001']));
    expect(await boundTransfers(db, [])).toEqual(new Set());
  });

  test('applies one of several concurrent events', async () => {
    await intend(db, intent('a'), now);
    const moves = await Promise.all([
      moveSend(db, 'a', 'answered', { transfer_id: '9001' }, now),
      moveSend(db, 'a', 'refusal', { reason: 'send-refused' }, now),
      moveSend(db, 'a', 'not-written', { reason: 'not-written' }, now),
    ]);
    expect(moves.filter((row) => row !== null)).toHaveLength(1);
  });

  test('lists sends by state and person, oldest first', async () => {
    await intend(db, intent('late', person, '1'), later);
    await intend(db, intent('early', person, '2'), now);
    await intend(db, intent('theirs', other), now);
    await moveSend(db, 'late', 'lost', {}, later);
    const keys = async (...args: [Parameters<typeof sendsInState>[1], string?]) =>
      (await sendsInState(db, ...args)).map((row) => row.key);
    expect(await keys(['intended', 'unconfirmed'], person)).toEqual(['early', 'late']);
    expect(await keys(['unconfirmed'])).toEqual(['late']);
    expect(await keys(['sent'])).toEqual([]);
  });
});
