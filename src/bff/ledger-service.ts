import { createHash } from 'node:crypto';
import { ConfigError, type ServiceAccess } from './config/config.ts';
import { isThisMachine } from './config/this-machine.ts';
import type { LedgerDb } from './ledger/store/schema.ts';
import { keepService, serviceOf } from './ledger/store/service.ts';
import { timestamp } from './lib/timestamp.ts';
import type { Log } from './service/log.ts';
import type { TokenStore } from './service/token-store.ts';

/**
 * The fingerprint that the ledger keeps of its service: a hash of the address and the client id, because
 * another client has other transfers and accounts under the same ids. 'sandbox' for the sandbox.
 */
export function fingerprintOf(access: Omit<ServiceAccess, 'clientSecret'> | null): string {
  if (!access) return 'sandbox';
  const { hostname, host, pathname } = new URL(access.baseUrl);
  // A service on this machine is a trial and gets another port each time, so the port does not count.
  const parts = [isThisMachine(hostname) ? 'localhost' : host, pathname, access.clientId];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

export const otherServiceAdvice =
  'this database belongs to another service or client than REMITTANCE_* name, so people would see the wrong transfers. Check REMITTANCE_BASE_URL and REMITTANCE_CLIENT_ID first: with the right ones this database is right. If the same service has a new address or client, run: npm run giro -- service accept. Only for a different service set DATABASE_URL to a new database';

/** True when the ledger belongs to another service than this one. */
export async function belongsToOther(db: LedgerDb, access: ServiceAccess | null): Promise<boolean> {
  const kept = await serviceOf(db);
  return kept !== null && kept !== fingerprintOf(access);
}

/**
 * Refuses a ledger that belongs to another service. Accepts one that belongs to none yet.
 * @throws ConfigError that says what to do
 */
export async function refuseOtherService(db: LedgerDb, access: ServiceAccess) {
  if (await belongsToOther(db, access))
    throw new ConfigError([`DATABASE_URL: ${otherServiceAdvice}`]);
}

type Binding = { db: LedgerDb; access: ServiceAccess; now: () => number; log: Log };

/**
 * A token store that binds the ledger to the service when the first token is written. The service has
 * accepted the credentials by then, so a start with a wrong address or client binds nothing.
 */
export function createBindingTokenStore(
  store: TokenStore,
  { db, access, now, log }: Binding,
): TokenStore {
  return {
    ...store,
    async write(token) {
      if (token) {
        await bindToService(db, access, timestamp(now())).catch((error: unknown) => {
          if (error instanceof ConfigError) log.error({}, `service: ${otherServiceAdvice}`);
          throw error;
        });
      }
      await store.write(token);
    },
  };
}

/**
 * Binds the ledger to a service, unless it is bound already.
 * @throws ConfigError, with what to do, when it is bound to another service
 */
export async function bindToService(db: LedgerDb, access: ServiceAccess | null, now: string) {
  const fingerprint = fingerprintOf(access);
  if ((await keepService(db, fingerprint, now)) !== fingerprint) {
    throw new ConfigError([`DATABASE_URL: ${otherServiceAdvice}`]);
  }
}
