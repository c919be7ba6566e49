import { beforeEach, describe, expect, test } from 'vitest';
import { retentionOf } from '../../../../src/bff/config/retention.ts';
import { erasePerson, exportPerson } from '../../../../src/bff/ledger/keep/personal-data.ts';
import { applyRetention } from '../../../../src/bff/ledger/keep/retention.ts';
import type { UserRow } from '../../../../src/bff/ledger/people/users.ts';
import {
  addProposal,
  confirmedProposers,
  endProposal,
  findProposal,
  latestProposal,
  proposedKeys,
} from '../../../../src/bff/ledger/sends/proposals.ts';
import { findSend, intend, moveSend } from '../../../../src/bff/ledger/sends/sends.ts';
import type { LedgerDb } from '../../../../src/bff/ledger/store/schema.ts';
import { openStore } from '../../../support/open-store.ts';
import { addPerson } from '../../../support/people.ts';
import { stores } from '../../../support/stores.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();
const key = 'a-send';

describe.each(stores())('proposals that nothing was sent on $name', ({ create }) => {
  let db: LedgerDb;
  let people: Record<'ana' | 'marta' | 'diego', UserRow>;

  beforeEach(async () => {
    db = await (await openStore(create)).open();
    const add = (name: string, role: 'sender' | 'support') =>
      addPerson(db, { email: `${name}@example.com`, name, role, at: at(0) });
    people = {
      ana: await add('ana', 'sender'),
      marta: await add('marta', 'support'),
      diego: await add('diego', 'support'),
    };
    const user_id = people.ana.id;
    const intent = {
      ...{ key, user_id, guard_scope: user_id, body_hash: key, quote: null },
      ...{ destination_account_id: '501', source_amount_cents: '100', after_unresolved: null },
      ...{ source_amount_currency: 'USD', destination_amount_currency: 'COP' },
      known_transfer_ids: '[]',
    };
    await intend(db, intent, at(0));
    await moveSend(db, key, 'lost', { reason: 'timeout' }, at(1));
    await moveSend(db, key, 'gave-up', {}, at(2));
  });

  const current = async () => {
    const row = await findSend(db, key);
    if (!row) throw new Error('no row for the key');
    return row;
  };
  type Who = keyof typeof people;
  const propose = async (who: Who, id: string, second = 3) =>
    addProposal(db, {
      ...{ id, send_key: key, send_updated_at: (await current()).updated_at },
      ...{ proposed_by: people[who].id, proposed_at: at(second), reason: 'Not in the books' },
    });
  const end = async (who: Who, id: string, state: 'confirmed' | 'declined' | 'withdrawn') =>
    endProposal(db, id, await current(), {
      ...{ state, decided_by: people[who].id, decided_at: at(9) },
    });

  test('are open one at a time', async () => {
    const both = await Promise.all([propose('marta', '1'), propose('diego', '2')]);
    expect(both.toSorted()).toEqual([false, true]);
    expect(await proposedKeys(db)).toEqual(new Set([key]));
    const id = both[0] ? '1' : '2';
    expect(await latestProposal(db, await current())).toMatchObject({ id, state: 'open' });
  });

  test('are confirmed and declined only by somebody else, and withdrawn only by their author', async () => {
    await propose('marta', '1');
    expect(await end('marta', '1', 'confirmed')).toBeNull();
    expect(await end('marta', '1', 'declined')).toBeNull();
    expect(await end('diego', '1', 'withdrawn')).toBeNull();
    expect(await findProposal(db, '1')).toMatchObject({ state: 'open', decided_by: null });
    expect(await end('diego', '1', 'confirmed')).toMatchObject({ decided_by: people.diego.id });
    expect(await end('diego', '1', 'declined')).toBeNull();
    expect(await proposedKeys(db)).toEqual(new Set());
  });

  test.each(['confirmed', 'declined'] as const)(
    'are never %s by their author in the store, whatever the program does',
    async (state) => {
      await propose('marta', '1');
      const bug = db
        .updateTable('resolve_proposals')
        .set({ state, decided_by: people.marta.id, decided_at: at(9) });
      await expect(bug.execute()).rejects.toThrow(/resolve_proposals_two_people/i);
      expect(await findProposal(db, '1')).toMatchObject({ state: 'open' });
    },
  );

  test.each(['confirmed', 'declined', 'withdrawn'] as const)(
    'are never %s by nobody in the store, nor withdrawn by another',
    async (state) => {
      await propose('marta', '1');
      const bug = db.updateTable('resolve_proposals').set({ state });
      await expect(bug.execute()).rejects.toThrow(/resolve_proposals_(two_people|own)/i);
      const taken = db
        .updateTable('resolve_proposals')
        .set({ state: 'withdrawn', decided_by: people.diego.id });
      await expect(taken.execute()).rejects.toThrow(/resolve_proposals_own/i);
    },
  );

  test('are ended by one of two at the same moment', async () => {
    await propose('marta', '1');
    const ends = await Promise.all([
      end('diego', '1', 'confirmed'),
      end('marta', '1', 'withdrawn'),
      end('diego', '1', 'declined'),
    ]);
    expect(ends.filter((row) => row !== null)).toHaveLength(1);
  });

  test('lapse when their send changes, and make room for the next one', async () => {
    await propose('marta', '1');
    await db
      .updateTable('sends')
      .set({ updated_at: at(5) })
      .execute();
    expect(await proposedKeys(db)).toEqual(new Set());
    expect(await latestProposal(db, await current())).toBeUndefined();
    expect(await end('diego', '1', 'confirmed')).toBeNull();
    expect(await propose('diego', '2', 6)).toBe(true);
    expect(await findProposal(db, '1')).toMatchObject({ state: 'lapsed', decided_by: null });
    expect(await end('marta', '2', 'confirmed')).toMatchObject({ id: '2' });
  });

  test('name who proposed what is decided, not what was decided before a restore', async () => {
    await propose('marta', '1');
    await end('diego', '1', 'confirmed');
    expect(await confirmedProposers(db, [{ key, settled_at: at(9) }])).toEqual(
      new Map([[key, people.marta.id]]),
    );
    expect(await confirmedProposers(db, [{ key, settled_at: at(10) }])).toEqual(new Map());
  });

  test('go with their send when it is kept no longer', async () => {
    await propose('marta', '1');
    await end('diego', '1', 'confirmed');
    await moveSend(db, key, 'resolved-not-sent', {}, at(9));
    const day = 24 * 60 * 60_000;
    const kept = { ...retentionOf({}), sends: 732 * day };
    await applyRetention(db, kept, Date.parse(at(0)) + 700 * day);
    expect(await findProposal(db, '1')).toBeDefined();
    await applyRetention(db, kept, Date.parse(at(0)) + 800 * day);
    expect([await findProposal(db, '1'), await findSend(db, key)]).toEqual([undefined, undefined]);
  });

  test('are in nobody’s export, and of an erased sender only what was decided is kept', async () => {
    await propose('marta', '1');
    await end('diego', '1', 'declined');
    await propose('marta', '2', 4);
    await end('diego', '2', 'confirmed');
    for (const person of [people.ana, people.marta]) {
      expect(JSON.stringify(await exportPerson(db, person))).not.toContain('Not in the books');
    }
    await db.transaction().execute((tx) => erasePerson(tx, people.marta, at(9)));
    expect(await findProposal(db, '1')).toBeDefined();
    await db.transaction().execute((tx) => erasePerson(tx, people.ana, at(9)));
    expect(await findProposal(db, '1')).toBeUndefined();
    expect(await findProposal(db, '2')).toMatchObject({ proposed_by: people.marta.id });
  });
});
