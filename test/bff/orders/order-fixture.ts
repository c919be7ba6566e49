import { randomUUID } from 'node:crypto';
import { findOrder, type OrderRow } from '../../../src/bff/ledger/orders/orders.ts';
import { own } from '../../../src/bff/ledger/people/owners.ts';
import { timestamp } from '../../../src/bff/lib/timestamp.ts';
import type { OrderDeps } from '../../../src/bff/orders/make-order.ts';
import { scheduleOrder } from '../../../src/bff/orders/scheduled-orders.ts';
import { createOrderWorker } from '../../../src/bff/orders/worker.ts';
import type { SendDeps } from '../../../src/bff/sends/send-once.ts';
import type { ScheduleRequest } from '../../../src/contract/api/scheduled-order.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
import { openStore } from '../../support/open-store.ts';
import { addPerson } from '../../support/people.ts';
import type { Store } from '../../support/stores.ts';
import { began, bodyOf, sendDepsOf, shown, transferOf } from '../sends/send-fixtures.ts';

export const dayMs = 86_400_000;

/** A store with two people, whose orders are sent to a service that takes everything. The clock is the test's. */
export async function createOrders(create: Store['create']) {
  const db = await (await openStore(create)).open();
  const clock = { time: began };
  const posted: Transfer[] = [];
  const at = timestamp(began);
  const ana = await addPerson(db, { email: 'ana@giro.example', at });
  const ben = await addPerson(db, { email: 'ben@giro.example', at });
  await own(db, 'account', '501', ana.id, at);
  await own(db, 'account', '502', ben.id, at);
  const given: Pick<SendDeps, 'client'> = {
    client: {
      async createTransfer(request) {
        const transfer = transferOf(request, posted.length);
        posted.push(transfer);
        return transfer;
      },
    },
  };

  /** Of a process that remembers nothing. */
  const newDeps = (change: Partial<SendDeps> = {}): OrderDeps => ({
    ...sendDepsOf(db, () => clock.time, { ...given, ...change }),
    hold: { seconds: 0, newRecipientSeconds: 0 },
    onDue() {},
  });

  /** Of the first person, every week from 10 January on. */
  const schedule = (change: Partial<ScheduleRequest> = {}, user_id = ana.id): Promise<OrderRow> =>
    scheduleOrder(
      newDeps(),
      user_id,
      {
        ...{ id: randomUUID(), ...shown(bodyOf(user_id === ana.id ? 0 : 1)), kind: 'weekly' },
        days: { first_day: '2026-01-10', time: '09:00', zone: 'America/Santiago' },
        ...change,
      },
      null,
    );

  async function now({ id }: Pick<OrderRow, 'id'>): Promise<OrderRow> {
    const row = await findOrder(db, id);
    if (!row) throw new Error('no such order');
    return row;
  }

  /** What a worker does at an instant. */
  async function lookAt(time: string | number, deps = newDeps()) {
    clock.time = typeof time === 'string' ? Date.parse(time) : time;
    const worker = createOrderWorker({ ...deps, everyMs: 600_000 });
    await worker.look();
    await worker.stop();
  }

  return {
    ...{ db, clock, posted, ana, ben, newDeps, schedule, now, lookAt },
    /** The order as the ledger had it before. */
    forget: (before: OrderRow) =>
      db.updateTable('orders').set(before).where('id', '=', before.id).execute(),
    news: () => db.selectFrom('news').select(['kind', 'subject']).orderBy('number').execute(),
  };
}
