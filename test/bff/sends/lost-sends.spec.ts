import { beforeEach, describe, expect, test } from 'vitest';
import { own, ownerOf } from '../../../src/bff/ledger/people/owners.ts';
import { addUser } from '../../../src/bff/ledger/people/users.ts';
import {
  findOpenDuplicate,
  intend,
  moveSend,
  sendsLike,
} from '../../../src/bff/ledger/sends/sends.ts';
import { writeHold } from '../../../src/bff/ledger/store/holds.ts';
import { openLedger } from '../../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { findLostSends, recoverFound } from '../../../src/bff/sends/lost-sends.ts';
import { bodyHash, writeAnswer } from '../../../src/bff/sends/send-row.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
import { stores } from '../../support/stores.ts';
import { bodyOf, transferOf } from './send-fixtures.ts';

const now = '2026-01-01T12:00:00.000Z';
const hold = { kind: 'restored', since: now, detail: now, list_at: now } as const;
const body = bodyOf(0);
const body_hash = bodyHash(body);
const known = transferOf(body, 0);
const lost = transferOf(body, 1);
const later = transferOf(body, 2);

let db: LedgerDb;
let person: string;

describe.each(stores())('a ledger restored on $name', ({ create }) => {
  beforeEach(async () => {
    const store = await create();
    db = await openLedger(store.url);
    const ana = { email: 'ana@giro.example', name: 'Ana', password_hash: null };
    person = (await addUser(db, { ...ana, role: 'sender' }, now))?.id ?? '';
    await own(db, 'account', body.destination_account_id, person, now);
    await writeHold(db, 'restore', hold);
    return async () => {
      await db.destroy();
      await store.remove();
    };
  });

  async function addSend(key: string, transfer: Transfer | null) {
    const { source_amount_cents, ...rest } = body;
    const intent = { ...rest, source_amount_cents: `${source_amount_cents}` };
    const guard = { user_id: person, guard_scope: person, body_hash, known_transfer_ids: '[]' };
    const none = { quote: null, after_unresolved: null, after_sent: null };
    await intend(db, { key, ...intent, ...guard, ...none }, now);
    if (!transfer) return;
    const facts = { transfer_id: transfer.id, answer: writeAnswer(transfer) };
    await moveSend(db, key, 'answered', facts, now);
  }

  const compare = (transfers: Transfer[], { odd = 0, sees = 'own', list_at = now }: Options = {}) =>
    db.transaction().execute((tx) => findLostSends(tx, { list_at }, { transfers, odd }, sees, now));

  const sends = () =>
    db.selectFrom('sends').select(['state', 'transfer_id', 'user_id']).orderBy('turn').execute();

  test('binds a transfer made after the backup to the owner of its recipient, once', async () => {
    await addSend('kept', known);
    const found = await compare([known, lost]);
    expect(found).toEqual({
      ...{ confirmed: 1, missing: [], open: 0, review: [], unowned: [] },
      bound: [lost],
    });
    expect(await sends()).toEqual([
      { state: 'sent', transfer_id: known.id, user_id: person },
      { state: 'sent', transfer_id: lost.id, user_id: person },
    ]);
    expect(await ownerOf(db, 'transfer', lost.id)).toBe(person);
    // A browser that still has the lost key is stopped for days.
    const days = new Date(Date.parse(now) + 6 * 24 * 60 * 60_000);
    const like = await sendsLike(db, person, body_hash, days);
    expect(like.map(({ transfer_id }) => transfer_id)).toEqual([lost.id]);
    expect(await compare([known, lost])).toMatchObject({ confirmed: 2, bound: [] });
  });

  test.each<[string, Options, boolean]>([
    ['another system sends to the recipient', {}, true],
    ['a record of the list can’t be read', { odd: 1 }, false],
    ['a team shares its recipients', { sees: 'all' }, false],
    ['the list was never read before the backup', { list_at: null }, false],
  ])('leaves it to support if %s', async (_case, options, isForeign) => {
    const others = isForeign ? [known] : [];
    for (const { id } of others) {
      await db.insertInto('known_before_restore').values({ transfer_id: id }).execute();
    }
    const found = await compare([...others, lost], options);
    expect(found).toMatchObject({ bound: [], review: [lost] });
    expect(await sends()).toEqual([{ state: 'unresolved', transfer_id: null, user_id: person }]);
    expect((await db.selectFrom('news').select('kind').execute()).length).toBe(2);
  });

  test('leaves as many as there are open sends to the search for these', async () => {
    await addSend('open', null);
    expect(await compare([lost])).toMatchObject({ open: 1, bound: [], review: [] });
    expect(await sends()).toEqual([{ state: 'unconfirmed', transfer_id: null, user_id: person }]);
    expect(await compare([lost, later])).toMatchObject({ bound: [], review: [later] });
  });

  test('names transfers of the backup that the service does not have', async () => {
    await addSend('kept', known);
    expect(await compare([])).toMatchObject({ confirmed: 0, missing: [known.id] });
  });

  test('keeps a transfer to a recipient without owner until somebody sends the same', async () => {
    const foreign = { ...lost, destination_account_id: '777' };
    expect(await compare([foreign])).toMatchObject({ unowned: [foreign], review: [] });
    expect(await sends()).toEqual([]);
    const sent = { user_id: person, guard_scope: person, body_hash: bodyHash(foreign) };
    await Promise.all([recoverFound(db, sent, now), recoverFound(db, sent, now)]);
    expect(await sends()).toEqual([{ state: 'unresolved', transfer_id: null, user_id: person }]);
    const open = await findOpenDuplicate(db, person, sent.body_hash);
    expect(open?.state).toBe('unresolved');
  });
});

type Options = { odd?: number; sees?: 'own' | 'all'; list_at?: string | null };
