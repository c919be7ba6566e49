import { Gauge, type Registry } from 'prom-client';
import { releaseStates } from '../../contract/api/order-states.ts';
import { countOpenOrders, countReleases, openOrderStates } from '../ledger/orders/order-counts.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import type { StoreClock } from '../ledger/store/store-clock.ts';
import { createSharedRead } from '../lib/shared-read.ts';
import type { Log } from '../service/log.ts';

type Deps = {
  db: LedgerDb;
  storeClock: Pick<StoreClock, 'now'>;
  now: () => number;
  log: Log;
};

/** Metrics of what is decided and not sent yet, and of what became of releases: the same in all instances. */
export function measureOrders({ db, storeClock, now, log }: Deps, registers: Registry[]) {
  // The gauges of open orders are collected at once, and none waits for what another sets.
  const open = createSharedRead(async () => countOpenOrders(db, await storeClock.now()), now);
  // Unknown, and not 0, if they can't be read.
  const unread = (error: unknown) => log.warn({ err: error }, 'metrics: orders not counted');

  new Gauge({
    name: 'giro_orders',
    help: 'Transfers that are decided and not sent yet by state, for all instances.',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset();
      try {
        const { states } = (await open.get(0)).value;
        for (const state of openOrderStates) this.set({ state }, states.get(state) ?? 0);
      } catch (error) {
        unread(error);
      }
    },
  });
  new Gauge({
    name: 'giro_orders_overdue',
    help: 'Transfers that should have been sent more than a minute ago and wait still.',
    registers,
    async collect() {
      this.remove();
      try {
        this.set((await open.get(0)).value.overdue);
      } catch (error) {
        unread(error);
      }
    },
  });
  new Gauge({
    name: 'giro_orders_to_approve',
    help: 'Transfers that wait for a second person, for all instances.',
    registers,
    async collect() {
      this.remove();
      try {
        this.set((await open.get(0)).value.to_approve);
      } catch (error) {
        unread(error);
      }
    },
  });
  new Gauge({
    name: 'giro_order_releases',
    help: 'Releases of such transfers in the database by outcome, for all instances.',
    labelNames: ['outcome'],
    registers,
    async collect() {
      this.reset();
      try {
        const counts = await countReleases(db);
        for (const outcome of releaseStates) this.set({ outcome }, counts.get(outcome) ?? 0);
      } catch (error) {
        unread(error);
      }
    },
  });
}
