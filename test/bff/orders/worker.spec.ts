import { randomUUID } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { timestamp } from '../../../src/bff/lib/timestamp.ts';
import { sendOrHold } from '../../../src/bff/orders/make-order.ts';
import { createOrderWorker } from '../../../src/bff/orders/worker.ts';
import type { SendDeps } from '../../../src/bff/sends/send-once.ts';
import { ServiceError } from '../../../src/bff/service/errors.ts';
import type { TransferRequest } from '../../../src/contract/transfer.ts';
import { openStore } from '../../support/open-store.ts';
import { addPerson } from '../../support/people.ts';
import { stores } from '../../support/stores.ts';
import {
  began,
  bodyOf,
  sendDepsOf,
  shown,
  transferOf,
  unchangedService,
} from '../sends/send-fixtures.ts';

/** More than are released together. */
const count = 6;

describe.each(stores())('the worker that releases orders, on $name', ({ create }) => {
  let db: LedgerDb;
  let time: number;
  let posted: TransferRequest[];
  let logged: object[];

  beforeEach(async () => {
    [db, time, posted, logged] = [await (await openStore(create)).open(), began, [], []];
  });
  const depsOf = (on: LedgerDb) => ({
    ...sendDepsOf(on, () => time, {
      client: {
        createTransfer: async (request) => transferOf(request, posted.push(request)),
      },
    }),
    log: { info() {}, warn() {}, error: (fields: object) => void logged.push(fields) },
    everyMs: 60_000,
  });
  const start = (deps: Parameters<typeof createOrderWorker>[0]) => {
    const worker = createOrderWorker(deps);
    onTestFinished(() => worker.stop());
    return worker;
  };

  /** Makes an order of each id, all of them due. */
  async function makeDue(ids: readonly string[]) {
    const ana = await addPerson(db, { email: 'ana@giro.example', at: timestamp(began) });
    const hold = { seconds: 5, newRecipientSeconds: 0 };
    for (const [index, id] of ids.entries()) {
      const body = { ...bodyOf(0), source_amount_cents: 5_000n + BigInt(index) };
      await sendOrHold({ ...depsOf(db), hold, onDue() {} }, ana, id, shown(body), null);
    }
    time += 5_000;
  }

  test('releases all others when it fails at one', async () => {
    const ids = Array.from({ length: count }, () => randomUUID()).sort();
    await makeDue(ids);
    // The first of those that are due together.
    const lease = `release ${ids[0]}`;
    const failing: KyselyPlugin = {
      transformQuery({ node }) {
        if (JSON.stringify(node).includes(lease)) throw new Error('no lease');
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    await start(depsOf(db.withPlugin(failing))).look();
    expect(posted).toHaveLength(count - 1);
    expect(logged).toContainEqual({ err: new Error('no lease') });
    const left = await db
      .selectFrom('orders')
      .select('id')
      .where('state', '=', 'waiting')
      .execute();
    expect(left).toEqual([{ id: ids[0] }]);
  });

  test('leaves what another instance is releasing', async () => {
    await makeDue([randomUUID()]);
    const [begun, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let reads = 0;
    const deps: SendDeps = {
      ...depsOf(db),
      async showAccount(id) {
        reads += 1;
        begun.resolve();
        // The first one only, so that another would go on and be seen.
        if (reads === 1) await goesOn.promise;
        return unchangedService.showAccount(id);
      },
    };
    const release = start({ ...deps, everyMs: 60_000 }).look();
    onTestFinished(() => goesOn.resolve());
    await begun.promise;
    await start({ ...deps, everyMs: 60_000 }).look();
    expect([reads, posted.length]).toEqual([1, 0]);
    goesOn.resolve();
    await release;
    expect([reads, posted.length]).toEqual([1, 1]);
  });

  test('tries again at no instance before its time has come', async () => {
    await makeDue([randomUUID()]);
    let reads = 0;
    const deps: SendDeps = {
      ...depsOf(db),
      async showAccount(id) {
        reads += 1;
        if (reads === 1) throw new ServiceError('timeout', 'no answer');
        return unchangedService.showAccount(id);
      },
    };
    const [one, other] = [start({ ...deps, everyMs: 60_000 }), start({ ...deps, everyMs: 60_000 })];
    await one.look();
    await other.look();
    expect([reads, posted.length]).toEqual([1, 0]);
    time += 2_001;
    await other.look();
    expect([reads, posted.length]).toEqual([2, 1]);
  });
});
