import { beforeEach, describe, expect, test } from 'vitest';
import { retentionOf } from '../../../../src/bff/config/retention.ts';
import { erasePerson, exportPerson } from '../../../../src/bff/ledger/keep/personal-data.ts';
import { applyRetention } from '../../../../src/bff/ledger/keep/retention.ts';
import { own } from '../../../../src/bff/ledger/people/owners.ts';
import type { UserRow } from '../../../../src/bff/ledger/people/users.ts';
import { caseWaits, setCaseWait } from '../../../../src/bff/ledger/sends/case-waits.ts';
import {
  addCaseNote,
  caseAssignment,
  caseNotes,
  giveBackCase,
  keepCase,
  takeCase,
} from '../../../../src/bff/ledger/sends/cases.ts';
import { intend, moveSend } from '../../../../src/bff/ledger/sends/sends.ts';
import {
  addTransferCase,
  endTransferCase,
  findTransferCase,
} from '../../../../src/bff/ledger/sends/transfer-cases.ts';
import type { LedgerDb } from '../../../../src/bff/ledger/store/schema.ts';
import { fillMirror } from '../../../support/fill-mirror.ts';
import { openStore } from '../../../support/open-store.ts';
import { addPerson } from '../../../support/people.ts';
import { stores } from '../../../support/stores.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();
const key = 'a-send';
const transfer = {
  ...{ source_amount_cents: 1n, source_amount_currency: 'USD', destination_account_id: '501' },
  ...{ destination_amount_cents: 2n, destination_amount_currency: 'COP' },
};
/** In seconds: the lease of who did nothing for so long has ended. */
const day = 24 * 60 * 60;

describe.each(stores())('cases of support on $name', ({ create }) => {
  let db: LedgerDb;
  let [ana, marta, diego]: UserRow[] = [];
  const idOf = (user: UserRow | undefined) => user?.id ?? '';

  beforeEach(async () => {
    db = await (await openStore(create)).open();
    const add = (name: string, role: 'sender' | 'support') =>
      addPerson(db, { email: `${name}@example.com`, name, role, at: at(0) });
    [ana, marta, diego] = [
      await add('ana', 'sender'),
      await add('marta', 'support'),
      await add('diego', 'support'),
    ];
    const intent = {
      ...{ key, user_id: ana.id, guard_scope: ana.id, body_hash: key, quote: null },
      ...{ destination_account_id: '501', source_amount_cents: '100', after_unresolved: null },
      ...{ source_amount_currency: 'USD', destination_amount_currency: 'COP' },
      known_transfer_ids: '[]',
    };
    await intend(db, intent, at(0));
  });

  const take = (user: UserRow | undefined, from: UserRow | null | undefined, second = 1) =>
    takeCase(db, key, {
      ...{ user_id: idOf(user), from: from ? from.id : null },
      ...{ now: at(second), idleSince: at(second - day) },
    });
  const holder = (second = 9) => caseAssignment(db, key, at(second - day));
  const note = (id: string, text: string, corrects: string | null = null, second = 1) => ({
    ...{ id, text, corrects, case_key: key },
    ...{ author_id: idOf(marta), at: at(second) },
  });
  const texts = async () => (await caseNotes(db, key)).map(({ text }) => text);

  test('are taken by one of two who take them at the same moment', async () => {
    const both = await Promise.all([take(marta, null), take(diego, null)]);
    expect(both.toSorted()).toEqual([false, true]);
    const winner = both[0] ? marta : diego;
    expect(await holder()).toMatchObject({ user_id: idOf(winner) });
  });

  test('are taken over only from whom the page showed', async () => {
    expect(await take(marta, null)).toBe(true);
    expect(await take(diego, null, 2)).toBe(false);
    expect(await take(diego, marta, 3)).toBe(true);
    expect(await take(marta, marta, 4)).toBe(false);
    expect(await holder()).toEqual({
      case_key: key,
      user_id: idOf(diego),
      ...{ taken_at: at(3), active_at: at(3) },
    });
  });

  test('are taken once by the same person, and keep their first time', async () => {
    await take(marta, null, 1);
    expect([await take(marta, null, 2), await take(marta, marta, 3)]).toEqual([true, true]);
    expect(await holder()).toMatchObject({ taken_at: at(1) });
  });

  test('are free again once their lease has ended, and one of two takes them', async () => {
    await take(marta, null, 1);
    expect(await take(diego, null, day)).toBe(false);
    expect(await holder(day + 2)).toBeUndefined();
    const both = await Promise.all([take(diego, null, day + 2), take(ana, null, day + 2)]);
    expect(both.toSorted()).toEqual([false, true]);
    const winner = both[0] ? diego : ana;
    expect(await holder(day + 3)).toMatchObject({ user_id: idOf(winner), taken_at: at(day + 2) });
  });

  test('stay with who works on them', async () => {
    await take(marta, null, 1);
    expect(await keepCase(db, key, idOf(diego), at(day))).toBe(false);
    expect(await keepCase(db, key, idOf(marta), at(day))).toBe(true);
    expect(await take(diego, null, day + 9)).toBe(false);
    expect(await holder(day + 9)).toMatchObject({ user_id: idOf(marta), taken_at: at(1) });
  });

  test('are given back only by the person who has them', async () => {
    await take(marta, null);
    expect(await giveBackCase(db, key, idOf(diego))).toBe(false);
    expect(await giveBackCase(db, key, idOf(marta))).toBe(true);
    expect(await giveBackCase(db, key, idOf(marta))).toBe(true);
    expect(await holder()).toBeUndefined();
  });

  test('have notes, each added once and corrected once', async () => {
    expect(await addCaseNote(db, note('1', '9038 fits'))).toBe(true);
    expect(await addCaseNote(db, note('1', '9038 fits', null, 5))).toBe(true);
    expect(await addCaseNote(db, note('1', 'another text'))).toBe(false);
    const corrections = [note('2', '9041 fits', '1', 2), note('3', '9042 fits', '1', 2)];
    const added = await Promise.all(corrections.map((one) => addCaseNote(db, one)));
    expect(added.toSorted()).toEqual([false, true]);
    expect(await texts()).toEqual(['9038 fits', added[0] ? '9041 fits' : '9042 fits']);
  });

  test('have notes that the store lets nobody change', async () => {
    await addCaseNote(db, note('1', 'Ana called'));
    const change = db.updateTable('case_notes').set({ text: 'Ana wrote' });
    await expect(change.execute()).rejects.toThrow(/never changes/);
    expect(await texts()).toEqual(['Ana called']);
  });

  test('go with their send when it is kept no longer', async () => {
    await take(marta, null);
    const wait = { case_key: key, user_id: idOf(marta), at: at(1), until: null, seen: '' };
    await setCaseWait(db, wait);
    await addCaseNote(db, note('1', 'Ana called'));
    await addCaseNote(db, note('2', 'Ana wrote', '1'));
    await moveSend(db, key, 'refusal', {}, at(1));
    const dayMs = day * 1_000;
    const kept = { ...retentionOf({}), sends: 732 * dayMs };
    expect(await applyRetention(db, kept, Date.parse(at(0)) + 700 * dayMs)).toMatchObject({
      sends: 0,
    });
    expect(await texts()).toEqual(['Ana called', 'Ana wrote']);
    expect(await applyRetention(db, kept, Date.parse(at(0)) + 800 * dayMs)).toMatchObject({
      sends: 1,
    });
    expect([await texts(), await holder()]).toEqual([[], undefined]);
    expect(await caseWaits(db, [key])).toEqual([]);
  });

  test('are in nobody’s export, and the notes about an erased sender are deleted', async () => {
    const [sender, author] = [ana, marta];
    if (!sender || !author) throw new Error('nobody is there');
    await take(marta, null);
    await addCaseNote(db, note('1', 'Ana called'));
    for (const person of [sender, author]) {
      expect(JSON.stringify(await exportPerson(db, person))).not.toContain('Ana called');
    }
    await db.transaction().execute((tx) => erasePerson(tx, author, at(9)));
    expect([await texts(), await holder()]).toEqual([['Ana called'], undefined]);
    await own(db, 'transfer', '9001', sender.id, at(0));
    await addCaseNote(db, { ...note('3', 'Ana wrote'), case_key: '9001' });
    await addCaseNote(db, { ...note('4', 'Of another'), case_key: '9002' });
    await db.transaction().execute((tx) => erasePerson(tx, sender, at(9)));
    expect(await texts()).toEqual([]);
    expect(await caseNotes(db, '9001')).toEqual([]);
    expect(await caseNotes(db, '9002')).toHaveLength(1);
  });

  test('opened for a transfer are deleted once they are done for long and have not come back', async () => {
    const dayMs = day * 1_000;
    const [by, now] = [idOf(marta), Date.parse(at(0)) + 800 * dayMs];
    const kept = { ...retentionOf({}), sends: 732 * dayMs };
    for (const transfer_id of ['9001', '9002', '9003']) {
      const what = { source_amount_cents: '1', source_amount_currency: 'USD' };
      const opening = { ...what, destination_account_id: '501', opened_by: by, opened_at: at(0) };
      expect(await addTransferCase(db, { transfer_id, ...opening })).toBe(true);
      expect(await addTransferCase(db, { transfer_id, ...opening })).toBe(false);
      await addCaseNote(db, { ...note(transfer_id, 'Ana called'), case_key: transfer_id });
    }
    await fillMirror(db, [
      { ...transfer, id: '9001', state: 'executed' },
      { ...transfer, id: '9002', state: 'rejected' },
      { ...transfer, id: '9003', state: 'executed' },
    ]);
    for (const id of ['9001', '9002']) {
      const row = await findTransferCase(db, id);
      if (!row) throw new Error(`${id} has no case`);
      const done = { by, at: at(1), transfer_state: 'executed' };
      expect(await endTransferCase(db, row, done)).toBe(true);
      // As it was read before it was done.
      expect(await endTransferCase(db, row, done)).toBe(false);
    }
    const left = async () => {
      const rows = await db.selectFrom('transfer_cases').select('transfer_id').execute();
      const notes = await db.selectFrom('case_notes').select('case_key').execute();
      return [
        rows.map((row) => row.transfer_id).toSorted(),
        notes.map((row) => row.case_key).toSorted(),
      ];
    };
    await applyRetention(db, kept, Date.parse(at(0)) + 700 * dayMs);
    expect(await left()).toEqual([
      ['9001', '9002', '9003'],
      ['9001', '9002', '9003'],
    ]);
    await applyRetention(db, kept, now);
    expect(await left()).toEqual([
      ['9002', '9003'],
      ['9002', '9003'],
    ]);
  });
});
