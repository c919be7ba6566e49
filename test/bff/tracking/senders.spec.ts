import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { LedgerDb } from '../../../src/bff/ledger/ledger.ts';
import { disown, own } from '../../../src/bff/ledger/owners.ts';
import { addUser } from '../../../src/bff/ledger/users.ts';
import { createSenders, type Senders } from '../../../src/bff/tracking/senders.ts';
import { openStore } from '../../support/open-store.ts';
import { stores } from '../../support/stores.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
const wordsOf = ({ words, owners }: Senders, id: string) => words[owners.get(id) ?? 0];

describe.each(stores())('the senders of transfers on $name', ({ create }) => {
  let db: LedgerDb;
  let add: (name: string) => Promise<string>;

  beforeEach(async () => {
    db = await (await openStore(create)).open();
    add = async (name) => {
      const email = `${name}@example.com`;
      const user = await addUser(db, { email, name, role: 'sender', password_hash: null }, at(0));
      return user?.id ?? '';
    };
    return () => vi.restoreAllMocks();
  });

  test('are known by name and e-mail, and nobody without an owner', async () => {
    const bruno = await add('Bruno');
    await own(db, 'transfer', '9001', bruno, at(1));
    await own(db, 'account', '9002', bruno, at(1));
    const senders = await createSenders(db).current();
    expect(wordsOf(senders, '9001')).toContain(' bruno@example.com ');
    expect(senders.owners.has('9002')).toBe(false);
    expect(senders.words[0]).toBe('');
  });

  test('are all read, in several parts', async () => {
    const bruno = await add('Bruno');
    const ids = Array.from({ length: 2_100 }, (_, place) => `${9_000 + place}`);
    const rows = ids.map((id) => {
      return { kind: 'transfer' as const, id, user_id: bruno, created_at: at(1) };
    });
    for (let start = 0; start < rows.length; start += 500) {
      await db
        .insertInto('owners')
        .values(rows.slice(start, start + 500))
        .execute();
    }
    const { owners } = await createSenders(db).current();
    expect(owners.size).toBe(2_100);
  });

  test('are the same object until one is new, and then read no others again', async () => {
    const bruno = await add('Bruno');
    await own(db, 'transfer', '9001', bruno, at(1));
    const reader = createSenders(db);
    const first = await reader.current();
    expect(await reader.current()).toBe(first);
    const carla = await add('Carla');
    await own(db, 'transfer', '9002', carla, at(30));
    const next = await reader.current();
    expect(next).not.toBe(first);
    expect(wordsOf(next, '9002')).toContain(' carla ');
    expect(wordsOf(next, '9001')).toContain(' bruno ');
    expect(await reader.current()).toBe(next);
  });

  test('notices an owner taken back and another name within 10 seconds', async () => {
    const bruno = await add('Bruno');
    await own(db, 'transfer', '9001', bruno, at(1));
    await own(db, 'transfer', '9002', bruno, at(1));
    const reader = createSenders(db);
    await reader.current();
    await disown(db, 'transfer', '9001');
    await db.updateTable('users').set({ name: 'Bruna' }).where('id', '=', bruno).execute();
    const started = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(started + 10_001);
    const later = await reader.current();
    expect([...later.owners.keys()]).toEqual(['9002']);
    expect(wordsOf(later, '9002')).toContain(' bruna ');
  });

  test('notices an owner recorded by a clock that is behind', async () => {
    const bruno = await add('Bruno');
    await own(db, 'transfer', '9001', bruno, at(59));
    const reader = createSenders(db);
    await reader.current();
    await own(db, 'transfer', '9002', bruno, at(1));
    const started = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(started + 10_001);
    expect((await reader.current()).owners.size).toBe(2);
  });
});
