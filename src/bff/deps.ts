import type { Oidc } from './auth/oidc.ts';
import { createSessions, type Sessions } from './auth/sessions.ts';
import { createSignInAttempts } from './auth/sign-in-attempts.ts';
import type { Config } from './config/config.ts';
import type { LedgerDb } from './ledger/ledger.ts';
import { createStoreClock, type storeNow } from './ledger/store-clock.ts';
import { createRateNotes } from './quotes/rates.ts';
import { createReference } from './quotes/reference.ts';
import { createAccounts } from './recipients/accounts.ts';
import type { RouteDeps } from './routes/deps.ts';
import { createMetrics, type Metrics } from './routes/metrics.ts';
import { mayUseAccount } from './sends/before-intent.ts';
import { createReconciler, type ReconcileDeps } from './sends/reconcile.ts';
import type { ServiceClient } from './service/client.ts';
import type { Log } from './service/log.ts';
import type { TokenKeeper } from './service/token.ts';
import { createLive } from './tracking/live.ts';
import { createRecipients } from './tracking/recipients.ts';
import { createTracking, type TrackingDeps } from './tracking/tracking.ts';

type Options = {
  config: Config;
  db: LedgerDb;
  client: ServiceClient;
  tokens: Pick<TokenKeeper, 'describe'> | undefined;
  now: () => number;
  readStoreClock: typeof storeNow | undefined;
  log: Log;
  oidc: Oidc | null;
  reconcile: Pick<ReconcileDeps, 'intervals' | 'giveUpAfter' | 'aloneFor' | 'intentLivesFor'>;
  tracking: Pick<TrackingDeps, 'intervals'>;
};

export type Deps = {
  routes: RouteDeps;
  metrics: Metrics;
  /** Begins what goes on beside the requests. */
  start(): Promise<void>;
  /** Forgets what has expired. */
  purgeExpired(): Promise<void>;
  close(): Promise<void>;
};

/** All that the server works with, each made once of what it needs. */
export function createDeps(options: Options): Deps {
  const { config, db, client, now, log, oidc } = options;
  const storeClock = createStoreClock({
    ...{ db, now, log },
    ...(options.readStoreClock && { read: options.readStoreClock }),
  });
  const tracking = createTracking({
    ...{ client, db, now, log, record: client.lists },
    ...options.tracking,
  });
  const reference = createReference(client, now);
  const rates = createRateNotes({ db, now, log });
  const { countryFieldRules } = config;
  const accounts = createAccounts({
    ...{ db, client, tracking, now, log, reference, countryFieldRules },
  });
  const recipients = createRecipients({ accounts, reference, log, lists: client.lists });
  const live = createLive({ tracking, recipients, db, now, log });
  const metrics = createMetrics({ client, db, storeClock, tracking, live, log });
  const sessions = endingStreams(
    createSessions(db, now, { idle: config.sessionIdle, max: config.sessionMax }),
    live.endSession,
  );
  const attempts = createSignInAttempts({ config, db, now });
  const reconciler = createReconciler({
    ...{ db, tracking, storeClock, log },
    alone: config.databaseUrl.startsWith('sqlite:'),
    ...options.reconcile,
  });

  const routes: RouteDeps = {
    ...{ config, db, client, now, storeClock, sessions, attempts, oidc },
    ...{ tracking, live, rates, reference, accounts, recipients },
    token: async () => {
      const token = await options.tokens?.describe();
      return token ? { remaining_ms: token.remaining_ms, life_ms: token.life_ms } : null;
    },
    sending: {
      ...{ db, client, tracking, now, storeClock, log },
      showAccount: client.showAccount,
      currencies: reference.currencies,
      sendersSee: config.sendersSee,
      onUnconfirmed: reconciler.look,
      mayUse: (user_id, account_id) => mayUseAccount(db, config.sendersSee, user_id, account_id),
    },
  };

  return {
    routes,
    metrics,
    async start() {
      await storeClock.start();
      await reconciler.start();
    },
    async purgeExpired() {
      await Promise.all([sessions.purgeExpired(), attempts.purgeExpired(), rates.purgeExpired()]);
    },
    async close() {
      storeClock.close();
      live.close();
      tracking.close();
      await Promise.all([reconciler.stop(), rates.close()]);
    },
  };
}

/** Sessions whose open pages end with them. */
function endingStreams(sessions: Sessions, endSession: (id: string) => void): Sessions {
  return {
    ...sessions,
    close(id) {
      endSession(id);
      return sessions.close(id);
    },
  };
}
