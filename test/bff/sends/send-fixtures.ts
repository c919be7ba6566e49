import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { createStoreClock } from '../../../src/bff/ledger/store/store-clock.ts';
import { accountFingerprint } from '../../../src/bff/recipients/account-fingerprint.ts';
import { createLatestRecords } from '../../../src/bff/sends/latest-records.ts';
import type { SendDeps } from '../../../src/bff/sends/send-once.ts';
import { ServiceError } from '../../../src/bff/service/errors.ts';
import { silentLog } from '../../../src/bff/service/log.ts';
import type { Transfer, TransferRequest } from '../../../src/contract/transfer.ts';

const accountOf = (id: string) => ({ id, alias: 'Mamá', category: 'bank' }) as const;

/** Adds the fingerprint of the account of `unchangedService` to a request. */
export const shown = <T extends TransferRequest>(request: T) => ({
  ...request,
  destination_account_fingerprint: accountFingerprint(accountOf(request.destination_account_id)),
});

/** A store clock that the test sets, for any store. */
export const storeClockOf = (db: LedgerDb, time: () => number, own = time) =>
  createStoreClock({ db, now: own, log: silentLog, read: async () => time() });

/** What one instance remembers of the ledger. */
export const recordsOf = (db: LedgerDb) =>
  createLatestRecords({ db, storeClock: storeClockOf(db, () => Date.now()), log: silentLog });

const currencies = ['USD', 'COP'].map((iso_code) => ({
  ...{ iso_code, name: iso_code },
  subunit_to_unit: 100n,
}));

/** What `sendOnce` reads besides the list, always the same. */
export const unchangedService = {
  showAccount: async (id) => accountOf(id),
  // Accounts without a country are not simulated.
  simulate: () => Promise.reject(new Error('not simulated')),
  currencies: async () => currencies,
  sendersSee: 'own',
  stepUpAbove: new Map(),
  sumRules: {
    limits: new Map(),
    approvals: { above: new Map(), expiresAfter: 72 * 3_600_000, bySenders: false },
  },
} as const satisfies Pick<
  SendDeps,
  'showAccount' | 'simulate' | 'currencies' | 'sendersSee' | 'stepUpAbove' | 'sumRules'
>;

/** What `sendOnce` needs, with a service that reads the same each time and lists no transfer, unless `given` says so. */
export function sendDepsOf(
  db: LedgerDb,
  now: () => number,
  given: Partial<SendDeps> & Pick<SendDeps, 'client'>,
): SendDeps {
  return {
    ...{ ...unchangedService, db, now, log: silentLog, storeClock: storeClockOf(db, now) },
    records: recordsOf(db),
    tracking: { list: async () => ({ value: [], readAt: now(), odd: [] }), drop() {} },
    onUnconfirmed() {},
    mayUse: async () => true,
    ...given,
  };
}

/** A POST whose answer is lost. */
export const noAnswer = () => Promise.reject(new ServiceError('timeout', 'no answer'));

export const began = Date.parse('2026-01-01T12:00:00Z');

export const bodies = [
  request('501', 5_000n),
  request('502', 5_000n),
] as const satisfies TransferRequest[];

function request(destination_account_id: string, source_amount_cents: bigint): TransferRequest {
  return {
    destination_account_id,
    source_amount_cents,
    source_amount_currency: 'USD',
    destination_amount_currency: 'COP',
  };
}

export const bodyOf = (index: number): TransferRequest => bodies[index] ?? bodies[0];

export const transferOf = (body: TransferRequest, index: number): Transfer => ({
  ...body,
  id: String(9_001 + index),
  destination_amount_cents: 20_000_000n,
  state: 'pending',
});
