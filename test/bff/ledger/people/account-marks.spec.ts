import { beforeEach, describe, expect, test } from 'vitest';
import {
  accountMarks,
  isArchived,
  markAccount,
} from '../../../../src/bff/ledger/people/account-marks.ts';
import { own } from '../../../../src/bff/ledger/people/owners.ts';
import { addUser } from '../../../../src/bff/ledger/people/users.ts';
import { lastSends } from '../../../../src/bff/ledger/sends/past-sends.ts';
import { intend, moveSend } from '../../../../src/bff/ledger/sends/sends.ts';
import type { LedgerDb } from '../../../../src/bff/ledger/store/schema.ts';
import { openStore } from '../../../support/open-store.ts';
import { stores } from '../../../support/stores.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();

describe.each(stores())('marks of accounts on $name', ({ create }) => {
  let db: LedgerDb;
  let [ana, ben]: string[] = [];

  beforeEach(async () => {
    db = await (await openStore(create)).open();
    const add = async (name: string) => {
      const user = { email: `${name}@example.com`, name, role: 'sender' } as const;
      return (await addUser(db, { ...user, password_hash: null }, at(0)))?.id ?? '';
    };
    [ana, ben] = [await add('ana'), await add('ben')];
    await own(db, 'account', '501', ana, at(0));
    await own(db, 'account', '502', ben, at(0));
  });

  const mark = (user_id = '', change: Parameters<typeof markAccount>[3], second = 1) =>
    markAccount(db, user_id, '501', change, at(second));
  const seenBy = async (user_id = '', owned_by: string | null = null) =>
    (await accountMarks(db, user_id, owned_by)).map(({ name, pinned_at, archived_at }) => ({
      name,
      pinned_at,
      archived_at,
    }));

  test('a pin is seen by its person, an archiving by all', async () => {
    await mark(ana, { pinned: true });
    expect(await seenBy(ana)).toEqual([{ name: 'ana', pinned_at: at(1), archived_at: null }]);
    expect(await seenBy(ben)).toEqual([]);
    await mark(ana, { archived: true }, 2);
    const both = [{ name: 'ana', pinned_at: at(1), archived_at: at(2) }];
    expect(await seenBy(ana)).toEqual(both);
    expect(await seenBy(ben)).toEqual(both);
    expect(await seenBy(ben, ben)).toEqual([]);
    expect(await accountMarks(db, ben ?? '', null, '502')).toEqual([]);
  });

  test('a mark that is not named stays', async () => {
    await mark(ana, { pinned: true }, 1);
    await mark(ana, { archived: true }, 2);
    await mark(ana, { pinned: true }, 3);
    await mark(ana, {}, 4);
    expect(await seenBy(ana)).toEqual([{ name: 'ana', pinned_at: at(3), archived_at: at(2) }]);
    await mark(ana, { pinned: false }, 5);
    expect(await seenBy(ana)).toEqual([{ name: 'ana', pinned_at: null, archived_at: at(2) }]);
  });

  test('archived twice keeps the first time, and is brought back by anybody for all', async () => {
    await mark(ana, { archived: true, pinned: true }, 1);
    await mark(ana, { archived: true }, 2);
    await mark(ben, { archived: true }, 3);
    expect((await seenBy(ana)).map(({ archived_at }) => archived_at)).toEqual([at(1), at(3)]);
    expect(await isArchived(db, '501')).toBe(true);
    expect(await isArchived(db, '502')).toBe(false);
    await mark(ben, { archived: false }, 4);
    expect(await isArchived(db, '501')).toBe(false);
    expect(await seenBy(ana)).toEqual([{ name: 'ana', pinned_at: at(1), archived_at: null }]);
  });

  test('leaves no row without a mark', async () => {
    await mark(ana, { pinned: true, archived: true });
    await mark(ana, { pinned: false, archived: false });
    await mark(ben, { archived: false });
    expect(await db.selectFrom('account_marks').selectAll().execute()).toEqual([]);
  });

  describe('the last send', () => {
    async function send(key: string, user_id = '', destination_account_id = '501', second = 1) {
      await intend(
        db,
        {
          ...{ key, user_id, destination_account_id, guard_scope: user_id, body_hash: key },
          ...{ source_amount_cents: '1', source_amount_currency: 'USD', quote: null },
          ...{ destination_amount_currency: 'COP', known_transfer_ids: '[]' },
          ...{ after_unresolved: null, after_sent: null },
        },
        at(second),
      );
    }
    const answered = (key: string) =>
      moveSend(db, key, 'answered', { transfer_id: key, answer: `"${key}"` }, at(9));
    const answers = async (...of: [string | null, string?]) =>
      (await lastSends(db, ...of)).map(({ answer }) => answer);

    test('is the newest that was sent, of the person or of all', async () => {
      await send('old', ana, '501', 1);
      await send('new', ana, '501', 3);
      await send('mid', ana, '501', 2);
      await send('lost', ana, '501', 4);
      await send('others', ben, '501', 5);
      await send('second', ben, '502', 1);
      expect(await lastSends(db, null)).toEqual([]);
      for (const key of ['old', 'new', 'mid', 'others', 'second']) await answered(key);
      expect(await lastSends(db, ana ?? '')).toEqual([
        { destination_account_id: '501', created_at: at(3), answer: '"new"' },
      ]);
      // Ben's send to an account that he does not own is not his to see.
      expect(await answers(ben ?? '')).toEqual(['"second"']);
      expect((await answers(null)).sort()).toEqual(['"others"', '"second"']);
      expect(await answers(null, '502')).toEqual(['"second"']);
    });
  });
});
