import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { addUser } from '../../../../src/bff/ledger/people/users.ts';
import { compiledOnce } from '../../../../src/bff/ledger/store/compiled-once.ts';
import type { LedgerDb } from '../../../../src/bff/ledger/store/schema.ts';
import { openStore } from '../../../support/open-store.ts';
import { openTestLedger, stores } from '../../../support/stores.ts';

const now = '2026-01-01T12:00:00.000Z';

const named = compiledOnce((db, name) =>
  db.selectFrom('users').select('email').where('name', '=', name),
);

describe.each(stores())('compiledOnce on $name', ({ create }) => {
  let db: LedgerDb;

  beforeEach(async () => {
    db = await (await openStore(create)).open();
    for (const name of ['ana', 'eva', 'leo']) {
      const email = `${name}@example.com`;
      await addUser(db, { email, name, role: 'sender', password_hash: null }, now);
    }
  });

  test('runs with other values', async () => {
    expect(await named(db, 'ana')).toEqual([{ email: 'ana@example.com' }]);
    expect(await named(db, 'eva')).toEqual([{ email: 'eva@example.com' }]);
    expect(await named(db, 'nobody')).toEqual([]);
  });

  test('reads uncommitted rows only within their own transaction', async () => {
    await named(db, 'eva');
    const undone = db.transaction().execute(async (transaction) => {
      await transaction.updateTable('users').set({ name: 'eva' }).execute();
      expect(await named(transaction, 'eva')).toHaveLength(3);
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect(await named(db, 'eva')).toHaveLength(1);
  });
});

test('rejects a query that uses its value twice, or another one', async () => {
  const db = await openTestLedger();
  onTestFinished(() => db.destroy());
  const users = (db: LedgerDb) => db.selectFrom('users').select('id');
  const twice = compiledOnce((db, text) =>
    users(db).where('email', '=', text).where('name', '=', text),
  );
  const fixed = compiledOnce((db, name) =>
    users(db).where('name', '=', name).where('role', '=', 'support'),
  );
  await expect(twice(db, 'Ana')).rejects.toThrow(/once/);
  await expect(fixed(db, 'Ana')).rejects.toThrow(/once/);
});
