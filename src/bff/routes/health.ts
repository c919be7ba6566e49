import type { FastifyInstance } from 'fastify';
import type { ListName } from '../../contract/api/support.ts';
import { createSharedRead, type SharedRead } from '../lib/shared-read.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { RouteDeps } from './deps.ts';

type ListDeps = Pick<RouteDeps, 'client' | 'tracking' | 'accounts' | 'now'>;

// A probe that knocks often must not load the service, nor the store.
const freshFor = 5_000;
/** A store that hangs is not ready. Calls of the service end by themselves. */
const answersWithin = 3_000;

/** For the operator: the process is alive; the store can be written, the service reached, the clock is right. */
export function healthRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { client, db, now, storeClock } = deps;
  const service = createSharedRead(() => client.listCurrencies(), now);
  const lists = createListsProbe(deps);

  const store = createSharedRead(async () => {
    // A row of its own, committed: a store that is full or read-only still answers what is read.
    const until = timestamp(now());
    const row = { name: 'readyz', holder: 'probe', until };
    await db
      .insertInto('leases')
      .values(row)
      .onConflict((oc) => oc.column('name').doUpdateSet(row))
      .execute();
  }, now);

  app.get('/healthz', () => ({ ok: true }));

  app.get('/readyz', async (request, reply) => {
    const checks = await Promise.allSettled([
      inTime(store.get(freshFor)),
      service.get(freshFor).then(() => lists.get(freshFor)),
    ]);
    for (const check of checks) {
      if (check.status === 'rejected') request.log.warn({ err: check.reason }, 'not ready');
    }
    const [writes, answers] = checks.map((check) => check.status === 'fulfilled');
    const clock = !storeClock.differs();
    const isReady = writes && answers && clock;
    return reply.code(isReady ? 200 : 503).send({ store: writes, service: answers, clock });
  });
}

/**
 * Reads again what could not be read last, which perhaps nobody else asks for.
 * @throws the failure of a list that still can't be
 */
export function createListsProbe({ client, tracking, accounts, now }: ListDeps): SharedRead<void> {
  const reads: Record<ListName, () => Promise<unknown>> = {
    transfers: () => tracking.list(freshFor),
    accounts: accounts.everything,
    banks: () => client.listBanks(),
    currencies: () => client.listCurrencies(),
    countries: () => client.listCountries(),
  };
  return createSharedRead(async () => {
    const failing = client.lists.report().filter((one) => one.failing !== null);
    await Promise.all(failing.map(({ list }) => reads[list]()));
  }, now);
}

async function inTime(work: Promise<unknown>): Promise<void> {
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    over.reject(new Error(`no answer in ${answersWithin} ms`));
  }, answersWithin);
  try {
    await Promise.race([work, over.promise]);
  } finally {
    clearTimeout(timer);
  }
}
