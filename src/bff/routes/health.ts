import type { FastifyInstance } from 'fastify';
import type { ListName } from '../../contract/api/support.ts';
import { isHeld } from '../ledger/holds.ts';
import { isLedgerFailure } from '../ledger/ledger.ts';
import { probeWrite } from '../ledger/watch-ledger.ts';
import { createSharedRead, type SharedRead } from '../lib/shared-read.ts';
import { version } from '../lib/version.ts';
import type { RouteDeps } from './deps.ts';

type ListDeps = Pick<RouteDeps, 'client' | 'tracking' | 'accounts' | 'now'>;

// Milliseconds. Frequent probes must load neither the service nor the store, which is written to.
const freshForMs = 5_000;
const writtenForMs = 10_000;
// A store that hangs is not ready. Service calls have their own timeouts.
const storeTimeoutMs = 3_000;

/**
 * GET /healthz: the process is alive. GET /readyz: the store is writable, the service answers, the
 * clock is right.
 */
export function healthRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { client, db, now, storeClock } = deps;
  const service = createSharedRead(() => client.listCurrencies(), now);
  const lists = createListsProbe(deps);

  const store = createSharedRead(() => probeWrite(db, now()), now);

  app.get('/healthz', () => ({ ok: true, version }));

  app.get('/readyz', async (request, reply) => {
    const checks = await Promise.allSettled([
      inTime(store.get(writtenForMs)),
      service.get(freshForMs).then(() => lists.get(freshForMs)),
    ]);
    for (const check of checks) {
      if (check.status === 'fulfilled' || isLedgerFailure(check.reason)) continue;
      request.log.warn({ err: check.reason }, 'health: not ready');
    }
    const [writes, answers] = checks.map((check) => check.status === 'fulfilled');
    const clock = !storeClock.differs();
    const isReady = writes && answers && clock;
    // People are told so by a page: a held instance serves it.
    const isOnHold = writes && (await isHeld(db));
    const held = isOnHold ? { held: true } : {};
    return reply
      .code(isReady ? 200 : 503)
      .send({ store: writes, service: answers, clock, ...held });
  });
}

/**
 * Retries the lists whose last read failed, because maybe no other request reads them.
 * @throws ServiceError of a list that still can't be read
 */
export function createListsProbe({ client, tracking, accounts, now }: ListDeps): SharedRead<void> {
  const reads: Record<ListName, () => Promise<unknown>> = {
    transfers: () => tracking.list(freshForMs, []),
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
    over.reject(new Error(`no answer in ${storeTimeoutMs} ms`));
  }, storeTimeoutMs);
  try {
    await Promise.race([work, over.promise]);
  } finally {
    clearTimeout(timer);
  }
}
