import { createHash } from 'node:crypto';
import { isThisMachine } from '../../lib/this-machine.ts';
import { timestamp } from '../../lib/timestamp.ts';
import { changeFingerprint, keepFingerprint, keptFingerprint } from './fingerprints.ts';
import { LedgerError } from './ledger-error.ts';
import type { LedgerDb } from './schema.ts';
import type { SealedTokenStore } from './token.ts';

/** What tells one service's ids from another's. */
type Access = { baseUrl: string; clientId: string };

type Log = { error(fields: object, message: string): void };

/** The fingerprint of the service whose ids this ledger holds; null before the first start. */
export const serviceOf = (db: LedgerDb): Promise<string | null> => keptFingerprint(db, 'current');

/** Replaces the recorded service. */
export const changeService = (db: LedgerDb, fingerprint: string, now: string): Promise<void> =>
  changeFingerprint(db, 'current', fingerprint, now);

/**
 * The fingerprint that the ledger keeps of its service: a hash of the address and the client id, because
 * another client has other transfers and accounts under the same ids. 'sandbox' for the sandbox.
 */
export function fingerprintOf(access: Access | null): string {
  if (!access) return 'sandbox';
  const { hostname, host, pathname } = new URL(access.baseUrl);
  // A service on this machine is a trial and gets another port each time, so the port does not count.
  const parts = [isThisMachine(hostname) ? 'localhost' : host, pathname, access.clientId];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

export const otherServiceAdvice =
  'this database belongs to another service or client than REMITTANCE_* name, so people would see the wrong transfers. Check REMITTANCE_BASE_URL and REMITTANCE_CLIENT_ID first: with the right ones this database is right. If the same service has a new address or client, run: npm run giro -- service accept. Only for a different service set DATABASE_URL to a new database';

/** True when the ledger belongs to another service than this one. */
export async function belongsToOther(db: LedgerDb, access: Access | null): Promise<boolean> {
  const kept = await serviceOf(db);
  return kept !== null && kept !== fingerprintOf(access);
}

/**
 * Refuses a ledger that belongs to another service. Accepts one that belongs to none yet.
 * @throws LedgerError that says what to do
 */
export async function refuseOtherService(db: LedgerDb, access: Access) {
  if (await belongsToOther(db, access)) throw new LedgerError(otherServiceAdvice);
}

type Binding = { db: LedgerDb; access: Access; now: () => number; log: Log };

/**
 * A token store that binds the ledger to the service when the first token is written. The service has
 * accepted the credentials by then, so a start with a wrong address or client binds nothing.
 */
export function createBindingTokenStore(
  store: SealedTokenStore,
  { db, access, now, log }: Binding,
): SealedTokenStore {
  return {
    ...store,
    async write(token) {
      if (token) {
        await bindToService(db, access, timestamp(now())).catch((error: unknown) => {
          if (error instanceof LedgerError) log.error({}, `service: ${otherServiceAdvice}`);
          throw error;
        });
      }
      await store.write(token);
    },
  };
}

/**
 * Binds the ledger to a service, unless it is bound already.
 * @throws LedgerError, with what to do, when it is bound to another service
 */
export async function bindToService(db: LedgerDb, access: Access | null, now: string) {
  const fingerprint = fingerprintOf(access);
  if ((await keepFingerprint(db, 'current', fingerprint, now)) !== fingerprint) {
    throw new LedgerError(otherServiceAdvice);
  }
}
