import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { own, ownedIds, ownerOf } from '../../../../src/bff/ledger/people/owners.ts';
import { addUser, changeUser, findUserByEmail } from '../../../../src/bff/ledger/people/users.ts';
import { openLedger } from '../../../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../../../src/bff/ledger/store/schema.ts';
import {
  addStateObservations,
  stateObservationsOf,
} from '../../../../src/bff/ledger/transfers/state-observations.ts';
import { openStore } from '../../../support/open-store.ts';
import { stores } from '../../../support/stores.ts';

const now = '2026-01-01T12:00:00.000Z';
const ana = { email: 'Ana@Example.com', name: 'Ana', role: 'sender', password_hash: null } as const;

describe('a ledger in a file', () => {
  let file: string;

  beforeEach(() => {
    const folder = mkdtempSync(join(tmpdir(), 'giro-ledger-'));
    file = join(folder, 'deep', 'giro.db');
    return () => rmSync(folder, { recursive: true });
  });

  async function open(): Promise<LedgerDb> {
    const db = await openLedger(`sqlite:${file}`);
    onTestFinished(() => db.destroy());
    return db;
  }

  test('makes its folder, and keeps rows after it is closed', async () => {
    const before = await openLedger(`sqlite:${file}`);
    const user = await addUser(before, ana, now);
    await before.destroy();

    expect(existsSync(file)).toBe(true);
    expect(await findUserByEmail(await open(), 'ana@example.com')).toEqual(user);
  });

  test('writes every commit to the disk (synchronous = full)', async () => {
    const db = await open();
    const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db);
    const full = 2;
    expect(rows).toEqual([{ synchronous: full }]);
  });
});

describe.each(stores())('people, owners and observations on $name', ({ create }) => {
  let open: () => Promise<LedgerDb>;

  beforeEach(async () => {
    ({ open } = await openStore(create));
  });

  test('compares e-mail addresses without case', async () => {
    const db = await open();
    const user = await addUser(db, ana, now);
    expect(user?.email).toBe('ana@example.com');
    expect(await addUser(db, { ...ana, email: 'ANA@example.com' }, now)).toBeNull();
    expect((await findUserByEmail(db, ' aNa@example.com '))?.id).toBe(user?.id);
    expect((await changeUser(db, 'ANA@EXAMPLE.COM', { role: 'support' }))?.role).toBe('support');
    expect(await changeUser(db, 'nobody@example.com', { role: 'support' })).toBeNull();
  });

  test('keeps the first owner of an account or transfer', async () => {
    const db = await open();
    const [first, second] = [
      await addUser(db, ana, now),
      await addUser(db, { ...ana, email: 'ben@example.com' }, now),
    ];
    if (!first || !second) throw new Error('no people');
    expect(await own(db, 'account', '7', first.id, now)).toBe(true);
    expect(await own(db, 'account', '7', second.id, now)).toBe(false);
    expect(await own(db, 'transfer', '7', second.id, now)).toBe(true);
    expect(await ownerOf(db, 'account', '7')).toBe(first.id);
    expect(await ownerOf(db, 'account', '8')).toBeNull();
    expect(await ownedIds(db, 'account', second.id)).toEqual(new Set());
    expect(await ownedIds(db, 'transfer', null)).toEqual(new Set(['7']));
  });

  test('rejects an owner who does not exist', async () => {
    await expect(own(await open(), 'account', '7', 'nobody', now)).rejects.toThrow(/foreign key/i);
  });

  test('keeps the first time of each state, also for 1,200 rows at once', async () => {
    const db = await open();
    const many = Array.from({ length: 1_200 }, (_, id) => ({
      transfer_id: `${id}`,
      state: 'pending',
    }));
    await addStateObservations(db, many, now);
    await addStateObservations(
      db,
      [{ transfer_id: '1199', state: 'pending' }],
      '2026-02-02T00:00:00.000Z',
    );
    expect(await stateObservationsOf(db, ['1199', 'none'])).toEqual([
      { transfer_id: '1199', state: 'pending', seen_at: now },
    ]);
  });
});
