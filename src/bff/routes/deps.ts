import type { FairQueue } from '../auth/fair-queue.ts';
import type { Oidc } from '../auth/oidc.ts';
import type { Passkeys } from '../auth/passkeys.ts';
import type { PasswordLinks } from '../auth/password-links.ts';
import type { Invitations } from '../auth/people.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { SignInAttempts } from '../auth/sign-in-attempts.ts';
import type { Config } from '../config/config.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import type { StoreClock } from '../ledger/store/store-clock.ts';
import type { Secrets } from '../lib/sealed.ts';
import type { News } from '../news/news.ts';
import type { OrderDeps } from '../orders/make-order.ts';
import type { RateNotes } from '../quotes/rates.ts';
import type { Reference } from '../quotes/reference.ts';
import type { Accounts } from '../recipients/accounts.ts';
import type { RecipientReader } from '../search/recipients.ts';
import type { LatestRecords } from '../sends/latest-records.ts';
import type { SendDeps } from '../sends/send-once.ts';
import type { ServiceClient } from '../service/client.ts';
import type { ArrivalTimes } from '../tracking/arrival-times.ts';
import type { Live } from '../tracking/live.ts';
import type { LiveTracking } from '../tracking/tracking.ts';

/** The parts that the routes use. */
export type RouteDeps = {
  config: Config;
  db: LedgerDb;
  client: ServiceClient;
  now: () => number;
  storeClock: StoreClock;
  sessions: Sessions;
  attempts: SignInAttempts;
  /**
   * Runs what derives a key from a password. argon2id takes a core and 64 MB for a quarter of a second: the
   * queue keeps a flood of sign-ins from the threads that pages and service calls need.
   */
  passwordQueue: FairQueue;
  passwordLinks: PasswordLinks;
  passkeys: Passkeys;
  /** Encrypt the secrets of second factors. */
  secrets: Secrets;
  invitations: Invitations;
  /** Null when no provider is configured. */
  oidc: Oidc | null;
  reference: Reference;
  rates: RateNotes;
  arrivalTimes: Pick<ArrivalTimes, 'to' | 'toAccount' | 'toCountry'>;
  tracking: LiveTracking;
  live: Live;
  accounts: Accounts;
  /** Reads the recipients of all transfers. */
  recipients: RecipientReader;
  news: News;
  records: Pick<LatestRecords, 'areThere'>;
  sendDeps: SendDeps;
  orderDeps: OrderDeps;
  /** Lets a stop wait for this work, also if its client has gone. */
  finishes: <T>(work: Promise<T>) => Promise<T>;
  /** Remaining and total life of the service token; null when there is none. */
  token: () => Promise<{ remaining_ms: number; life_ms: number } | null>;
};
