import type { FastifyInstance } from 'fastify';
import type { ListName } from '../../contract/api/support.ts';
import { isHeld } from '../ledger/store/holds.ts';
import { isLedgerFailure } from '../ledger/store/ledger.ts';
import { probeWrite } from '../ledger/store/watch-ledger.ts';
import { createSharedRead, type SharedRead } from '../lib/shared-read.ts';
import { version } from '../lib/version.ts';
import { probeBody } from '../service/body-probe.ts';
import { ServiceError } from '../service/errors.ts';
import type { RouteDeps } from './deps.ts';

type ListDeps = Pick<RouteDeps, 'client' | 'tracking' | 'accounts' | 'now'>;

// Milliseconds. Frequent probes must load neither the service nor the store, which is written to.
const freshForMs = 5_000;
const writtenForMs = 10_000;
// A store that hangs is not ready. Service calls have their own timeouts.
const storeTimeoutMs = 3_000;
// An estimate may wait for others. Until it is there, it says nothing against this instance.
const bodyTimeoutMs = 1_000;
const bodyFreshForMs = 60_000;

/**
 * GET /healthz: the process is alive. GET /readyz: the store is writable, the service answers, the
 * clock is right.
 */
export function healthRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { client, db, now, storeClock } = deps;
  const service = createSharedRead(() => client.listCurrencies(), now);
  const lists = createListsProbe(deps);

  const body = createBodyCheck(deps, app.log);
  const store = createSharedRead(() => probeWrite(db, now()), now);

  app.get('/healthz', () => ({ ok: true, version }));

  app.get('/readyz', async (request, reply) => {
    const checks = await Promise.allSettled([
      inTime(store.get(writtenForMs), storeTimeoutMs),
      service.get(freshForMs).then(() => Promise.all([lists.get(freshForMs), body()])),
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

/**
 * Asks once whether the body of a GET reaches the service (contract 4.2), and again each minute until it is known.
 * @returns a function that throws Error while something on the way keeps the body
 */
function createBodyCheck(
  { client, now }: Pick<RouteDeps, 'client' | 'now'>,
  log: Pick<FastifyInstance['log'], 'error'>,
): () => Promise<void> {
  let arrives = false;
  const probe = createSharedRead(async () => {
    const found = await probeBody(client).catch((error: unknown) => {
      if (!(error instanceof ServiceError)) throw error;
      // It says nothing of the body. Kept, so that not every check calls a service that fails.
      return { is: 'unknown' } as const;
    });
    arrives = found.is === 'arrives';
    if (found.is !== 'dropped' && found.is !== 'rejected') return null;
    // The answer may be the service's: `doctor` shows it.
    log.error({ body: found.is }, 'service: something on the way keeps the body of GET requests');
    return `the body of GET requests is ${found.is}`;
  }, now);
  return async () => {
    if (arrives) return;
    const found = await inTime(probe.get(bodyFreshForMs), bodyTimeoutMs).catch(() => null);
    if (found?.value) throw new Error(found.value);
  };
}

async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    over.reject(new Error(`no answer in ${ms} ms`));
  }, ms);
  try {
    return await Promise.race([work, over.promise]);
  } finally {
    clearTimeout(timer);
  }
}
