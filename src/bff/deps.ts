import type { Accounts } from './accounts.ts';
import type { Config } from './config.ts';
import type { LedgerDb } from './ledger/ledger.ts';
import type { StoreClock } from './ledger/store-clock.ts';
import type { RateNotes } from './rates.ts';
import type { Reference } from './reference.ts';
import type { SignInTries } from './routes/limits-sign-in.ts';
import type { SendingDeps } from './sends/sending.ts';
import type { ServiceClient } from './service/client.ts';
import type { Oidc } from './sign-in/oidc.ts';
import type { Sessions } from './sign-in/sessions.ts';
import type { Live } from './tracking/live.ts';
import type { RecipientReader } from './tracking/recipients.ts';
import type { LiveTracking } from './tracking/tracking.ts';

/** What the routes work with. */
export type RouteDeps = {
  config: Config;
  db: LedgerDb;
  client: ServiceClient;
  now: () => number;
  storeClock: StoreClock;
  sessions: Sessions;
  tries: SignInTries;
  /** Null when no provider is configured. */
  oidc: Oidc | null;
  reference: Reference;
  rates: RateNotes;
  tracking: LiveTracking;
  live: Live;
  accounts: Accounts;
  /** The recipients of all transfers, for who may see them. */
  recipients: RecipientReader;
  sending: SendingDeps;
  /** How long the token for the service still lives, and lives in all; null when there is none. */
  token: () => Promise<{ remaining_ms: number; life_ms: number } | null>;
};
