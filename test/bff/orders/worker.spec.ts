import { randomUUID } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { timestamp } from '../../../src/bff/lib/timestamp.ts';
import { sendOrHold } from '../../../src/bff/orders/make-order.ts';
import { createOrderWorker } from '../../../src/bff/orders/worker.ts';
import type { TransferRequest } from '../../../src/contract/transfer.ts';
import { openStore } from '../../support/open-store.ts';
import { addPerson } from '../../support/people.ts';
import { stores } from '../../support/stores.ts';
import { began, bodyOf, sendDepsOf, shown, transferOf } from '../sends/send-fixtures.ts';

/** More than are released together. */
const count = 6;

describe.each(stores())('the worker that releases orders, on $name', ({ create }) => {
  test('releases all others when it fails at one', async () => {
    const db = await (await openStore(create)).open();
    const ana = await addPerson(db, { email: 'ana@giro.example', at: timestamp(began) });
    let time = began;
    const posted: TransferRequest[] = [];
    const logged: object[] = [];
    const depsOf = (on: LedgerDb) => ({
      ...sendDepsOf(on, () => time, {
        client: {
          createTransfer: async (request) => transferOf(request, posted.push(request)),
        },
      }),
      log: { info() {}, warn() {}, error: (fields: object) => void logged.push(fields) },
    });
    const ids = Array.from({ length: count }, () => randomUUID()).sort();
    const hold = { seconds: 5, newRecipientSeconds: 0 };
    for (const [index, id] of ids.entries()) {
      const body = { ...bodyOf(0), source_amount_cents: 5_000n + BigInt(index) };
      await sendOrHold({ ...depsOf(db), hold, onDue() {} }, ana, id, shown(body), null);
    }
    time += 5_000;
    // The first of those that are due together.
    const lease = `release ${ids[0]}`;
    const failing: KyselyPlugin = {
      transformQuery({ node }) {
        if (JSON.stringify(node).includes(lease)) throw new Error('no lease');
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const worker = createOrderWorker({ ...depsOf(db.withPlugin(failing)), everyMs: 60_000 });
    onTestFinished(() => worker.stop());
    await worker.look();
    expect(posted).toHaveLength(count - 1);
    expect(logged).toContainEqual({ err: new Error('no lease') });
    const left = await db
      .selectFrom('orders')
      .select('id')
      .where('state', '=', 'waiting')
      .execute();
    expect(left).toEqual([{ id: ids[0] }]);
  });
});
