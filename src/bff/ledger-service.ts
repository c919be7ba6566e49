import { createHash } from 'node:crypto';
import { ConfigError, type ServiceAccess } from './config/config.ts';
import type { LedgerDb } from './ledger/ledger.ts';
import { keepService, serviceOf } from './ledger/service.ts';
import { timestamp } from './lib/timestamp.ts';
import type { Log } from './service/log.ts';
import type { TokenStore } from './service/token-store.ts';

/**
 * What a service is known by in the ledger: the hash of its address and of who Giro is to it, for
 * another client's transfers and accounts are others with the same ids. The sandbox is known as itself.
 */
export function fingerprintOf(access: Omit<ServiceAccess, 'clientSecret'> | null): string {
  if (!access) return 'sandbox';
  const { hostname, host, pathname } = new URL(access.baseUrl);
  // Whatever is tried on this machine is at another port each time.
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const parts = [isHere ? 'localhost' : host, pathname, access.clientId];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

export const otherService =
  'this ledger is for another service or client than REMITTANCE_* now name, and would give its transfers and recipients to the wrong people. Give this one a ledger of its own, or set REMITTANCE_* back. Only where it is the same service under a new address or client: npm run giro -- service accept';

/** True when the ledger is held to another service than this one. */
export async function isForOther(db: LedgerDb, access: ServiceAccess | null): Promise<boolean> {
  const kept = await serviceOf(db);
  return kept !== null && kept !== fingerprintOf(access);
}

/**
 * Refuses a ledger that is held to another service. One that is held to none yet is let through.
 * @throws ConfigError that says what to do
 */
export async function refuseOther(db: LedgerDb, access: ServiceAccess) {
  if (await isForOther(db, access)) throw new ConfigError([`DATABASE_URL: ${otherService}`]);
}

type Holding = { db: LedgerDb; access: ServiceAccess; now: () => number; log: Log };

/**
 * Holds the ledger to the service as soon as that has accepted the credentials, and before any call is
 * made with the token: a first try with a wrong address or client leaves the ledger free.
 */
export function createHoldingTokenStore(
  store: TokenStore,
  { db, access, now, log }: Holding,
): TokenStore {
  return {
    ...store,
    async write(token) {
      if (token) {
        await holdToService(db, access, timestamp(now())).catch((error: unknown) => {
          if (error instanceof ConfigError) log.error({}, error.message);
          throw error;
        });
      }
      await store.write(token);
    },
  };
}

/**
 * Holds a ledger to a service, unless it is held to one already.
 * @throws ConfigError that says what to do when that is another
 */
export async function holdToService(db: LedgerDb, access: ServiceAccess | null, now: string) {
  const fingerprint = fingerprintOf(access);
  if ((await keepService(db, fingerprint, now)) !== fingerprint) {
    throw new ConfigError([`DATABASE_URL: ${otherService}`]);
  }
}
