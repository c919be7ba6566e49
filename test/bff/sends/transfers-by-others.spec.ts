import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addUser } from '../../../src/bff/ledger/people/users.ts';
import { intend, isAnyInDoubtTo, transfersMadeTo } from '../../../src/bff/ledger/sends/sends.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import {
  isAnyByOthersTo,
  mirroredLike,
  mirroredTo,
} from '../../../src/bff/ledger/transfers/mirror.ts';
import { matchesRequest } from '../../../src/bff/sends/known-transfers.ts';
import { isOpen, sendStates } from '../../../src/contract/api/send-states.ts';
import type { Transfer, TransferRequest } from '../../../src/contract/transfer.ts';
import { fillMirror } from '../../support/fill-mirror.ts';
import { openStore } from '../../support/open-store.ts';
import { seed } from '../../support/seed.ts';
import { stores } from '../../support/stores.ts';
import { row } from '../tracking/rows.ts';

// What a send asks of a recipient's transfers is answered by indexes, and must be what all of them say.

const now = '2026-01-01T00:00:00.000Z';
const accounts = ['501', '502', '5010'];
const ids = ['1', '2', '3', '4', '5', '6'];
const amounts = [1_000n, 10_000n, 10n ** 19n];
const currencies = ['CLP', 'USD'];

const oneOf = <T>(...values: T[]) => fc.constantFrom(...values);

const transfers = fc
  .uniqueArray(
    fc.record({
      id: oneOf(...ids),
      destination_account_id: oneOf(...accounts),
      source_amount_cents: oneOf(...amounts),
      source_amount_currency: oneOf(...currencies),
      destination_amount_currency: oneOf(...currencies),
      state: oneOf('pending', 'executed'),
    }),
    { selector: ({ id }) => id },
  )
  .map((list) => list.map(({ id, ...fields }) => row(id, fields)));

const sendKey = oneOf('a', 'b', 'c', 'd');
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: oneOf('list' as const), transfers }),
    fc.record({
      kind: oneOf('send' as const),
      key: sendKey,
      account: oneOf(...accounts),
      state: oneOf(...sendStates),
      transfer_id: fc.option(oneOf(...ids)),
      no_answer: fc.option(oneOf('timeout' as const)),
    }),
    fc.record({ kind: oneOf('forget' as const), key: sendKey }),
  ),
  { maxLength: 12 },
);
type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never;

describe.each(stores())('the transfers to a recipient on $name', ({ name, create }) => {
  let db: LedgerDb;
  let user_id: string;

  beforeEach(async () => {
    db = await (await openStore(create)).open();
    const person = { email: 'a@b.example', name: '', role: 'sender', password_hash: null } as const;
    user_id = (await addUser(db, person, now))?.id ?? '';
  });

  async function clear() {
    await db.deleteFrom('sends').execute();
    await fillMirror(db, []);
  }
  afterEach(clear);

  /** Writes a send as it may stand in the ledger. */
  async function take(step: Step): Promise<void> {
    if (step.kind === 'list') return fillMirror(db, step.transfers);
    const { key } = step;
    if (step.kind === 'forget')
      return void (await db.deleteFrom('sends').where('key', '=', key).execute());
    const { account, state, transfer_id, no_answer } = step;
    await intend(
      db,
      {
        ...{ key, user_id, guard_scope: user_id, body_hash: key, destination_account_id: account },
        ...{ source_amount_cents: '1', source_amount_currency: 'CLP' },
        ...{ destination_amount_currency: 'USD', quote: null, known_transfer_ids: '[]' },
        after_unresolved: null,
      },
      now,
    );
    // A transfer is the outcome of one send at most: the store refuses another.
    if (transfer_id !== null) {
      await db
        .updateTable('sends')
        .set({ transfer_id: null })
        .where('transfer_id', '=', transfer_id)
        .execute();
    }
    const changed = { state, transfer_id, no_answer, destination_account_id: account };
    await db.updateTable('sends').set(changed).where('key', '=', key).execute();
  }

  async function expectAsAllSay(account: string) {
    const all = await mirroredTo(db, [account]);
    const made = await transfersMadeTo(db, account);
    expect(await isAnyByOthersTo(db, account)).toBe(!all.every(({ id }) => made.has(id)));
    const sends = await db.selectFrom('sends').selectAll().execute();
    const inDoubt = sends.some(
      ({ destination_account_id, state, no_answer }) =>
        destination_account_id === account && (isOpen(state) || no_answer !== null),
    );
    expect(await isAnyInDoubtTo(db, account)).toBe(inDoubt);
    for (const request of requestsTo(account)) {
      const alike = all.filter((one) => matchesRequest(one, request));
      expect(sorted(await mirroredLike(db, request))).toEqual(sorted(alike));
    }
  }

  test('are answered by indexes as by all of them, whatever was sent, listed and forgotten', async () => {
    const property = fc.asyncProperty(steps, async (list) => {
      await clear();
      for (const step of list) {
        await take(step);
        for (const account of accounts) await expectAsAllSay(account);
      }
    });
    await fc.assert(property, { seed, numRuns: name === 'SQLite' ? 60 : 15 });
  }, 120_000);

  test.skipIf(name === 'SQLite')(
    'are Giro’s own, also if the list was written while a send ended',
    async () => {
      await take({ kind: 'list', transfers: [row('1')] });
      await db.transaction().execute(async (tx) => {
        await tx
          .updateTable('transfers')
          .set({ state: 'executed' })
          .where('id', '=', '1')
          .execute();
        // Waits for nobody who writes the same row.
        await take({
          kind: 'send',
          key: 'a',
          account: '501',
          state: 'sent',
          transfer_id: '1',
          no_answer: null,
        });
      });
      const { by_giro } = await db
        .selectFrom('transfers')
        .select('by_giro')
        .executeTakeFirstOrThrow();
      expect(Number(by_giro)).toBe(0);
      expect(await isAnyByOthersTo(db, '501')).toBe(false);
    },
  );
});

function* requestsTo(destination_account_id: string): Generator<TransferRequest> {
  for (const source_amount_cents of amounts) {
    for (const source_amount_currency of currencies) {
      for (const destination_amount_currency of currencies) {
        yield {
          ...{ destination_account_id, source_amount_cents },
          ...{ source_amount_currency, destination_amount_currency },
        };
      }
    }
  }
}

const sorted = (list: readonly Transfer[]) => list.toSorted((a, b) => (a.id < b.id ? -1 : 1));
