import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { markSeen } from '../../../../src/bff/ledger/news/deliveries.ts';
import { auditBefore, latestAudit } from '../../../../src/bff/ledger/people/audit.ts';
import { ownersOf } from '../../../../src/bff/ledger/people/owners.ts';
import { sendersByIds } from '../../../../src/bff/ledger/people/users.ts';
import { boundTransfers, sendsInState } from '../../../../src/bff/ledger/sends/sends.ts';
import {
  isAmong,
  isInList,
  isNumberAmong,
  listOf,
} from '../../../../src/bff/ledger/store/is-among.ts';
import type { LedgerDb } from '../../../../src/bff/ledger/store/schema.ts';
import { mirroredByIds, mirroredTo } from '../../../../src/bff/ledger/transfers/mirror.ts';
import {
  addStateObservations,
  firstSeenOf,
  stateObservationsOf,
} from '../../../../src/bff/ledger/transfers/state-observations.ts';
import {
  executedTo,
  paidAmong,
  transfersTo,
} from '../../../../src/bff/ledger/transfers/transfer-windows.ts';
import { openStore } from '../../../support/open-store.ts';
import { stores } from '../../../support/stores.ts';

const odd = ['a', '', 'a,b', '{a}', '"', '\\', "'", 'null', 'ñ 👩‍👧', '\n'];

describe.each(stores())('on $name', ({ create }) => {
  const opened = async () => (await openStore(create)).open();

  test('a text is among those of a list, whatever is in it, and not among others', async () => {
    const db = await opened();
    const isFound = async (value: string, among: readonly string[]) => {
      const rows = sql<{ found: unknown }>`select 1 as found
        where ${isAmong(db, sql`cast(${value} as text)`, among)}
          and ${isInList(db, sql`cast(${value} as text)`, listOf(db, among))}`;
      return (await rows.execute(db)).rows.length === 1;
    };
    for (const one of odd) {
      expect(await isFound(one, odd), one).toBe(true);
      expect(
        await isFound(
          one,
          [...odd].filter((other) => other !== one),
        ),
        one,
      ).toBe(false);
      expect(await isFound(one, []), one).toBe(false);
    }
  });

  test('a number is among those of a list', async () => {
    const db = await opened();
    const isFound = async (among: (number | string)[]) =>
      (
        await sql`select 1 as found where ${isNumberAmong(db, sql`cast(7 as bigint)`, among)}`.execute(
          db,
        )
      ).rows.length === 1;
    expect(await isFound([8, '7'])).toBe(true);
    expect(await isFound([8])).toBe(false);
    expect(await isFound([])).toBe(false);
  });

  test('every read by a list finds nothing by an empty one', async () => {
    const db = await opened();
    const all = { action: undefined, subject: undefined, from: undefined, before: undefined };
    const reads: Record<string, (db: LedgerDb) => Promise<unknown>> = {
      stateObservationsOf: (db) => stateObservationsOf(db, []),
      sendsInState: (db) => sendsInState(db, []),
      auditBefore: (db) => auditBefore(db, { ...all, user_ids: [] }, null, 10),
      mirroredByIds: (db) => mirroredByIds(db, []),
      mirroredTo: (db) => mirroredTo(db, []),
      firstSeenOf: async (db) => [...(await firstSeenOf(db, []))],
      ownersOf: async (db) => [...(await ownersOf(db, 'transfer', []))],
      boundTransfers: async (db) => [...(await boundTransfers(db, []))],
      sendersByIds: async (db) => [...(await sendersByIds(db, []))],
      executedTo: async (db) => [...(await executedTo(db, []))],
      transfersTo: async (db) => [...(await transfersTo(db, []))],
      paidAmong: async (db) => [...(await paidAmong(db, [], [[{ accounts: [] }]]))],
    };
    for (const [name, read] of Object.entries(reads)) expect(await read(db), name).toEqual([]);
    expect(await latestAudit(db, 'transfer 1', [])).toBeUndefined();
    await markSeen(db, []);
    await db
      .transaction()
      .execute((tx) => addStateObservations(tx, [], '2026-01-01T00:00:00.000Z'));
  });
});
