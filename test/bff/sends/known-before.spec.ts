import { beforeEach, describe, expect, test } from 'vitest';
import { addUser } from '../../../src/bff/ledger/people/users.ts';
import { intend, moveSend } from '../../../src/bff/ledger/sends/sends.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { mirrorState, writeMirror } from '../../../src/bff/ledger/transfers/mirror.ts';
import { timestamp } from '../../../src/bff/lib/timestamp.ts';
import { expectSend, knownBefore } from '../../../src/bff/sends/known-before.ts';
import { bodyHash } from '../../../src/bff/sends/send-row.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
import { openStore } from '../../support/open-store.ts';
import { stores } from '../../support/stores.ts';
import { began, bodyOf, storeClockOf, transferOf } from './send-fixtures.ts';

const request = bodyOf(0);
const elsewhere = transferOf(bodyOf(1), 0);
const ours = transferOf(request, 1);
const late = transferOf(request, 2);

describe.each(stores())('transfers known before a send on $name', ({ create }) => {
  let db: LedgerDb;
  let time: number;
  let user_id: string;

  beforeEach(async () => {
    time = began;
    db = await (await openStore(create)).open();
    const person = { email: 'a@b.example', name: '', role: 'sender', password_hash: null } as const;
    user_id = (await addUser(db, person, timestamp(time)))?.id ?? '';
  });

  async function mirrored(transfers: Transfer[], odd = '[]') {
    const read_at = timestamp(time);
    const state = { as_of: read_at, tried_at: read_at, service: 'ok', odd } as const;
    const since = await mirrorState(db);
    await writeMirror(db, { since, read_at, changed: transfers, state });
  }

  async function intended(key: string) {
    const intent = {
      ...{ key, user_id, guard_scope: user_id, body_hash: bodyHash(request) },
      ...{ ...request, source_amount_cents: `${request.source_amount_cents}` },
      ...{ quote: null, known_transfer_ids: '[]', after_unresolved: null },
    };
    await intend(db, intent, timestamp(time));
  }

  async function sent(key: string, { id }: Transfer) {
    await intended(key);
    await moveSend(db, key, 'answered', { transfer_id: id, answer: '{}' }, timestamp(time));
  }

  /** What is known, and how often the list was read for it. */
  async function known(listedAnew = 1) {
    let lists = 0;
    const tracking = {
      async list() {
        lists += 1;
        const value = [elsewhere, ours, late];
        // As a read of the list does with what it lacks.
        const listed = value.map(({ id }) => id);
        await db.deleteFrom('transfers').where('id', 'not in', listed).execute();
        return { value, readAt: time, odd: [] };
      },
    };
    const storeClock = storeClockOf(db, () => time);
    const { known_by, ...rest } = await knownBefore(
      { db, tracking, storeClock, listedAnew },
      request,
    );
    return { known_by, ids: JSON.parse(rest.known_transfer_ids), lists };
  }

  const byList = { known_by: 'list', ids: [ours.id, late.id], lists: 1 };

  test('come from the mirror, without a read of a long list, where only Giro sends', async () => {
    await sent('a', ours);
    await mirrored([elsewhere, ours]);
    time += 60_000;
    expect(await known()).toEqual({ known_by: 'mirror', ids: [ours.id], lists: 0 });
  });

  test('come from the list while that is short', async () => {
    await sent('a', ours);
    await mirrored([elsewhere, ours]);
    expect(await known(2)).toEqual(byList);
  });

  test('come from the list where another system sends to the same recipient', async () => {
    await mirrored([elsewhere, ours]);
    expect(await known()).toEqual(byList);
  });

  test('come from the list when the mirror is older than a minute, of the future, or empty', async () => {
    expect(await known(0)).toEqual(byList);
    await sent('a', ours);
    await mirrored([elsewhere, ours]);
    time += 60_001;
    expect(await known()).toEqual(byList);
    time -= 60_002;
    expect(await known()).toEqual(byList);
  });

  test('come from the list while it has a row that cannot be read', async () => {
    await sent('a', ours);
    const odd = [{ id: '9100', place: 3, field: 'state', fault: 'missing' }];
    await mirrored([elsewhere, ours], JSON.stringify(odd));
    expect(await known()).toEqual(byList);
  });

  test('come from the list after a send to the same recipient whose answer was lost', async () => {
    await sent('a', ours);
    await mirrored([elsewhere, ours]);
    await intended('b');
    expect(await known()).toEqual(byList);
    await moveSend(db, 'b', 'lost', { reason: 'timeout' }, timestamp(time));
    expect(await known()).toEqual(byList);
    await moveSend(db, 'b', 'gave-up', { reason: 'none-found' }, timestamp(time));
    const decided = { settled_by: user_id, settled_reason: 'asked the operator' };
    await moveSend(db, 'b', 'resolved-not-sent', decided, timestamp(time));
    expect(await known()).toEqual(byList);
  });

  test('come from the mirror too where the list lacks them', async () => {
    const [missing, other] = [transferOf(request, 3), transferOf(bodyOf(1), 4)];
    await mirrored([elsewhere, ours, missing, other]);
    // However old it is: what was there once is no new transfer.
    time += 24 * 3_600_000;
    expect(await known()).toEqual({ ...byList, ids: [ours.id, late.id, missing.id] });
  });

  test('are made ready ahead of a send by a read of a long list only', async () => {
    await mirrored([elsewhere, ours]);
    let reads = 0;
    const current = async () => {
      reads += 1;
      return { rows: [], byId: new Map(), readAt: time, odd: [], isWhole: true, change: 0 };
    };
    await expectSend({ db, listedAnew: 2 }, { current });
    expect(reads).toBe(0);
    await expectSend({ db, listedAnew: 1 }, { current });
    expect(reads).toBe(1);
  });
});
