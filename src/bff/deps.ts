import { randomBytes } from 'node:crypto';
import { closeDemoAccounts, ensureDemoAccounts } from './auth/demo-accounts.ts';
import { createFairQueue } from './auth/fair-queue.ts';
import type { Oidc } from './auth/oidc.ts';
import { createPasskeys } from './auth/passkeys.ts';
import { createPasswordLinks } from './auth/password-links.ts';
import { createInvitations } from './auth/people.ts';
import { createSessions } from './auth/sessions.ts';
import { createSignInAttempts, signInQueueLimits } from './auth/sign-in-attempts.ts';
import { purgeExpiredChallenges } from './auth/sign-in-challenges.ts';
import { purgeExpiredTotp } from './auth/totp.ts';
import { type Config, ConfigError, type ServiceAccess } from './config/config.ts';
import { unknownCurrencies } from './config/currency-figures.ts';
import { otherSecretAdvice, secretsOf } from './config/secrets.ts';
import { applyRetention } from './ledger/keep/retention.ts';
import { keepSecret } from './ledger/keep/sealed-values.ts';
import { purgeOidcSignOuts, signOutLivesFor } from './ledger/people/oidc.ts';
import { purgeStepUpChallenges } from './ledger/people/step-up.ts';
import { isHeld } from './ledger/store/holds.ts';
import { isLedgerFailure, openLedger, pathOf } from './ledger/store/ledger.ts';
import { isLedgerBusy } from './ledger/store/ledger-error.ts';
import type { LedgerDb } from './ledger/store/schema.ts';
import {
  bindToService,
  createBindingTokenStore,
  refuseOtherService,
} from './ledger/store/service.ts';
import { markServed } from './ledger/store/sqlite.ts';
import { createStoreClock, type storeNow } from './ledger/store/store-clock.ts';
import { createSealedTokenStore } from './ledger/store/token.ts';
import { watchLedger } from './ledger/store/watch-ledger.ts';
import { mirrorChannel } from './ledger/transfers/mirror.ts';
import { createLinkToken } from './lib/link-token.ts';
import type { Secrets } from './lib/sealed.ts';
import { timestamp } from './lib/timestamp.ts';
import { createNews, type NewsOptions } from './news/news.ts';
import { createOrderWorker, type OrderWorkerOptions } from './orders/worker.ts';
import { createRateNotes } from './quotes/rates.ts';
import { createReference } from './quotes/reference.ts';
import { createAccounts } from './recipients/accounts.ts';
import type { RouteDeps } from './routes/deps.ts';
import { createMetrics, type Metrics } from './routes/metrics.ts';
import { createRecipients } from './search/recipients.ts';
import { createLatestRecords } from './sends/latest-records.ts';
import { createReconciler, type ReconcileDeps } from './sends/reconcile.ts';
import { mayUseAccount } from './sends/send-checks.ts';
import type { SendDeps } from './sends/send-once.ts';
import { createSlowTransfers, type SlowTransfersOptions } from './sends/slow-transfers.ts';
import type { ServiceClient } from './service/client.ts';
import type { Log } from './service/log.ts';
import { createService, type Service } from './service/service.ts';
import type { TokenKeeper } from './service/token.ts';
import { createArrivalTimes } from './tracking/arrival-times.ts';
import { createLive } from './tracking/live.ts';
import { createTracking, type TrackingDeps } from './tracking/tracking.ts';

type Options = {
  config: Config;
  /** Encrypt for all instances, the newest first. */
  secrets: Secrets;
  db: LedgerDb;
  client: ServiceClient;
  tokens: Pick<TokenKeeper, 'describe'> | undefined;
  now: () => number;
  readStoreClock: typeof storeNow | undefined;
  log: Log;
  oidc: Oidc | null;
  reconcile: Pick<ReconcileDeps, 'intervals' | 'giveUpAfter' | 'aloneFor' | 'intentLivesFor'>;
  tracking: Pick<TrackingDeps, 'intervals'>;
  news: NewsOptions;
  slowTransfers: SlowTransfersOptions;
  orders: OrderWorkerOptions;
};

export type Deps = {
  routes: RouteDeps;
  metrics: Metrics;
  /** Starts the background work: the store's clock, the mirror of the transfers and the reconciler. */
  start(): Promise<void>;
  /** Deletes what no longer signs anybody in, and what is kept no longer. */
  purgeExpired(): Promise<void>;
  close(): Promise<void>;
};

/** Starts the sandbox. Injected, because src/bff may not import src/sandbox. */
export type StartSandbox = () => Promise<ServiceAccess & { close(): Promise<void> }>;

type Opened = { db: LedgerDb; service: Service; close(): Promise<void> };

/**
 * Opens the ledger and connects the service, or the sandbox with its demo accounts.
 * @throws LedgerError when the ledger can't be opened, or belongs to another service
 * @throws ConfigError when it was made with another GIRO_SECRET
 */
export async function openDeps(
  config: Config,
  log: Log,
  startSandbox: StartSandbox,
): Promise<Opened> {
  const db = await openLedger(config.databaseUrl, config.databaseConnections);
  const now = timestamp(Date.now());
  try {
    await (config.service ? refuseOtherService(db, config.service) : bindToService(db, null, now));
    const secrets = config.service && secretsOf(config);
    if (secrets && !(await keepSecret(db, secrets, now))) {
      throw new ConfigError([`GIRO_SECRET: ${otherSecretAdvice}`]);
    }
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const served = markAsServed(config, log);
  if (await isHeld(db)) {
    log.warn({}, 'ledger: on hold, nothing is sent; run: npm run giro -- release');
  }
  const sandbox = config.service ? null : await startSandbox();
  const access = config.service ?? sandbox;
  if (!access) throw new Error('there is no service to talk to');
  await (sandbox ? ensureDemoAccounts : closeDemoAccounts)(db, now);
  const service = connectService({ config, db, log }, access);
  return {
    db,
    service,
    async close() {
      await service.close();
      await sandbox?.close();
      await db.destroy();
      served();
    },
  };
}

/** Marks an SQLite file as served, and warns if another Giro serves it. @returns a function that takes the mark away */
function markAsServed({ databaseUrl }: Config, log: Log): () => void {
  const path = pathOf(databaseUrl);
  const served = path === null ? () => {} : markServed(path);
  if (served !== null) return served;
  log.warn(
    {},
    'ledger: another Giro serves this SQLite file; stop one, or use PostgreSQL for several instances',
  );
  return () => {};
}

function connectService(
  { config, db, log }: Pick<Options, 'config' | 'db' | 'log'>,
  access: ServiceAccess,
): Service {
  const { baseUrl, clientId, clientSecret, proxy } = access;
  const now = () => Date.now();
  const sealed = createSealedTokenStore({
    // The sandbox needs no secret: its tokens end with its process.
    secrets: secretsOf(config) ?? [randomBytes(32).toString('base64')],
    audience: `${baseUrl} ${clientId}`,
    ...{ db, now, log },
  });
  const tokenStore = config.service
    ? createBindingTokenStore(sealed, { db, access, now, log })
    : sealed;
  return createService({ baseUrl, clientId, clientSecret, proxy, tokenStore, log });
}

/** Challenges of a proof are deleted this long after they were written, in milliseconds: long after a sign-in at an OpenID provider can return to one. */
const challengesKeptMs = 24 * 60 * 60_000;

/** Creates the parts that the routes use, once for each server. */
export function createDeps(options: Options): Deps {
  const { config, db, client, now, oidc } = options;
  const log = quietOfLedger(options.log);
  const watch = watchLedger(db, config.databaseUrl, now, options.log);
  const isSqlite = config.databaseUrl.startsWith('sqlite:');
  const storeClock = createStoreClock({ db, now, log, read: options.readStoreClock });
  const records = createLatestRecords({ db, storeClock, log });
  const tracking = createTracking({
    ...{ client, db, now, storeClock, log, record: client.lists },
    ...{ backgroundMs: config.backgroundRead, alone: isSqlite },
    ...(isSqlite ? {} : { listen: listenTo(config.databaseUrl) }),
    ...options.tracking,
  });
  const reference = createReference(client, now);
  const rates = createRateNotes({ db, now, log });
  const { countryFieldRules } = config;
  const accounts = createAccounts({
    ...{ db, client, tracking, now, log, reference, countryFieldRules },
  });
  const { arrivalTimes, slowTransfers } = createArrival({ ...options, log, storeClock }, accounts);
  const recipients = createRecipients({ accounts, reference, log, lists: client.lists });
  const live = createLive({ tracking, recipients, db, now, log });
  const token = async () => (await options.tokens?.describe()) ?? null;
  const metrics = createMetrics({
    ...{ client, db, storeClock, tracking, live, now, log, token },
    isLedgerFailing: watch.isFailing,
  });
  const { linkToken, ...auth } = createAuth({ ...options, storeClock }, live.endSession);
  const reconciler = createReconciler({
    ...{ db, tracking, records, storeClock, log, alone: isSqlite },
    ...options.reconcile,
  });
  const news = createNews({
    ...{ config, db, storeClock, log, linkToken },
    ...{ onAttempt: metrics.newsAttempt, options: options.news },
  });
  const sendDeps = sendDepsOf({
    ...{ config, db, client, tracking, records, now, storeClock, log, reference },
    onUnconfirmed: reconciler.look,
  });
  const orderWorker = createOrderWorker({ ...sendDeps, ...options.orders });
  const unfinished = createUnfinished();
  const routes: RouteDeps = {
    finishes: unfinished.add,
    ...{ config, db, client, now, storeClock, oidc, ...auth, tracking, live },
    ...{ arrivalTimes, rates, reference, accounts, recipients, news, records, token, sendDeps },
    orderDeps: { ...sendDeps, hold: config.hold, onDue: orderWorker.wake },
  };

  return {
    routes,
    metrics,
    async start() {
      await storeClock.start();
      // Before anything is written: what is lost is told from what is written afterwards.
      await records.start();
      await tracking.start();
      await reconciler.start();
      orderWorker.start();
      slowTransfers.start();
      news.start();
      void warnOfCurrencies({ config, log, reference });
    },
    async purgeExpired() {
      await purgeAuth(db, auth, now());
      await purgeOld({ config, db, log }, await storeClock.now());
    },
    async close() {
      watch.close();
      storeClock.close();
      live.close();
      await Promise.all([
        ...[records.close(), reconciler.stop(), slowTransfers.stop(), orderWorker.stop()],
        ...[rates.close(), news.stop(), unfinished.settled()],
      ]);
      await tracking.close();
    },
  };
}

type ArrivalParts = Pick<Options, 'config' | 'db' | 'now' | 'log' | 'slowTransfers'> &
  Pick<RouteDeps, 'storeClock'>;

/** How long transfers took, and the cases of those that are slow by that. */
function createArrival(parts: ArrivalParts, accounts: RouteDeps['accounts']) {
  const { config, db, now, log, storeClock } = parts;
  const backgroundMs = config.backgroundRead;
  const arrivalTimes = createArrivalTimes({ db, accounts, now, log, backgroundMs });
  const slowTransfers = createSlowTransfers({
    ...{ db, storeClock, log, arrivalTimes, backgroundMs },
    ...parts.slowTransfers,
  });
  return { arrivalTimes, slowTransfers };
}

type SendParts = Pick<RouteDeps, 'config' | 'client' | 'tracking' | 'reference'> &
  Pick<SendDeps, 'db' | 'records' | 'now' | 'storeClock' | 'log' | 'onUnconfirmed'>;

function sendDepsOf({ config, reference, ...parts }: SendParts): SendDeps {
  const { db, client, tracking } = parts;
  const { sendersSee, stepUpAbove, limits, approvals } = config;
  const sumRules = { limits, approvals };
  return {
    ...{ ...parts, sendersSee, stepUpAbove, sumRules },
    ...{ showAccount: client.showAccount, simulate: client.simulate },
    currencies: reference.currencies,
    onMade: tracking.made,
    mayUse: (user_id, account_id) => mayUseAccount(db, sendersSee, user_id, account_id),
  };
}

/**
 * Leaves out what fails because the ledger does, as `watchLedger` logs one line for all of it. Lines about a send
 * (`key`) stay.
 */
function quietOfLedger(log: Log): Log {
  const quiet =
    (write: Log['warn']): Log['warn'] =>
    (fields, message) => {
      const isTold = 'err' in fields && isLedgerFailure(fields.err) && !isLedgerBusy(fields.err);
      if (isTold && !('key' in fields)) return;
      write(fields, message);
    };
  return {
    info: (fields, message) => log.info(fields, message),
    warn: quiet((fields, message) => log.warn(fields, message)),
    error: quiet((fields, message) => log.error(fields, message)),
  };
}

/** Work that must end before the ledger is closed. */
function createUnfinished() {
  const unfinished = new Set<Promise<unknown>>();
  return {
    add<T>(work: Promise<T>): Promise<T> {
      unfinished.add(work);
      const done = () => unfinished.delete(work);
      work.then(done, done);
      return work;
    },
    settled: () => Promise.allSettled(unfinished),
  };
}

/** Deletes what is kept no longer. @param now the store's time, in milliseconds since 1970 */
async function purgeOld({ config, db, log }: Pick<Options, 'config' | 'db' | 'log'>, now: number) {
  const deleted = await applyRetention(db, config.retention, now);
  if (deleted === null || Object.values(deleted).every((rows) => rows === 0)) return;
  log.info(deleted, 'retention: rows deleted that are kept no longer');
}

/** Deletes what no longer signs anybody in. @param now milliseconds since 1970 */
async function purgeAuth(
  db: LedgerDb,
  auth: Omit<ReturnType<typeof createAuth>, 'linkToken'>,
  now: number,
) {
  await Promise.all([
    ...[auth.sessions.purgeExpired(), auth.attempts.purgeExpired(), auth.passkeys.purgeExpired()],
    ...[auth.passwordLinks.purgeExpired(now), purgeExpiredChallenges(db, now)],
    ...[purgeExpiredTotp(db, now), purgeStepUpChallenges(db, timestamp(now - challengesKeptMs))],
    purgeOidcSignOuts(db, timestamp(now - signOutLivesFor)),
  ]);
}

/** Names codes in figures by currency that the service doesn't list. Not awaited: the service may be down. */
async function warnOfCurrencies({
  config,
  log,
  reference,
}: Pick<Options, 'config' | 'log'> & Pick<RouteDeps, 'reference'>) {
  const variables = [
    ['STEP_UP_ABOVE', config.stepUpAbove],
    ['APPROVE_ABOVE', config.approvals.above],
    ['LIMITS', config.limits],
    ['RESOLVE_ALONE_UP_TO', config.resolveAloneUpTo ?? new Map<string, bigint>()],
  ] as const;
  const given = variables.filter(([, figures]) => figures.size > 0);
  if (given.length === 0) return;
  try {
    const codes = (await reference.currencies()).map(({ iso_code }) => iso_code);
    for (const [variable, figures] of given) {
      for (const line of unknownCurrencies(variable, figures, codes)) log.warn({}, line);
    }
  } catch (error) {
    const names = given.map(([variable]) => variable).join(', ');
    log.warn({ err: error }, `${names}: their currencies are not compared with the service’s`);
  }
}

/** Imported on demand, so that a start with SQLite doesn't load the PostgreSQL driver. */
const listenTo = (url: string) => async (told: () => void) => {
  const { listenPostgres } = await import('./ledger/store/postgres.ts');
  return listenPostgres(url, mirrorChannel, told);
};

/** What signs people in, and keeps them signed in. @param ended called with the hash of an ended session */
function createAuth(
  {
    config,
    secrets,
    db,
    now,
    log,
    storeClock,
  }: Pick<Options, 'config' | 'secrets' | 'db' | 'now' | 'log'> & Pick<RouteDeps, 'storeClock'>,
  ended: (id_hash: string) => void,
) {
  const limits = { idle: config.sessionIdle, max: config.sessionMax };
  const linkToken = createLinkToken(secrets[0]);
  return {
    secrets,
    linkToken,
    sessions: createSessions(db, now, limits, ended),
    attempts: createSignInAttempts({ config, db, now }),
    passwordQueue: createFairQueue(signInQueueLimits),
    passwordLinks: createPasswordLinks(db, linkToken),
    invitations: createInvitations(db, linkToken),
    passkeys: createPasskeys({
      ...{ db, log, publicOrigin: config.publicOrigin, name: config.theme.name },
      now: () => storeClock.now(),
    }),
  };
}
