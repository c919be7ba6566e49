import type { Accounts } from './accounts.ts';
import type { Config } from './config.ts';
import type { LedgerDb } from './ledger/ledger.ts';
import type { Reference } from './reference.ts';
import type { SignInTries } from './routes/limits-sign-in.ts';
import type { SendingDeps } from './sends/sending.ts';
import type { ServiceClient } from './service/client.ts';
import type { Oidc } from './sign-in/oidc.ts';
import type { Sessions } from './sign-in/sessions.ts';
import type { Tracking } from './tracking/tracking.ts';

/** What the routes work with. */
export type RouteDeps = {
  config: Config;
  db: LedgerDb;
  client: ServiceClient;
  now: () => number;
  sessions: Sessions;
  tries: SignInTries;
  /** Null when no provider is configured. */
  oidc: Oidc | null;
  reference: Reference;
  tracking: Tracking;
  accounts: Accounts;
  sending: SendingDeps;
};
