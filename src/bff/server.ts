import { randomUUID } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import fastifyRateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { guard, holdToTable } from './auth/access.ts';
import { signInTries } from './auth/limits-sign-in.ts';
import { createSessions, type Sessions } from './auth/sessions.ts';
import { type Config, ConfigError } from './config/config.ts';
import type { LedgerDb } from './ledger/ledger.ts';
import { createStoreClock, type storeNow } from './ledger/store-clock.ts';
import { ProblemError } from './lib/problem.ts';
import { isBuilt, serveApp } from './page/static.ts';
import { themeRoutes } from './page/theme.ts';
import { createRateNotes } from './quotes/rates.ts';
import { createReference } from './quotes/reference.ts';
import { createAccounts } from './recipients/accounts.ts';
import { accountRoutes } from './routes/accounts.ts';
import { createMetrics } from './routes/app-metrics.ts';
import { auditCalls } from './routes/audit.ts';
import { answerUnreadable, watchAnswers } from './routes/client-errors.ts';
import type { RouteDeps } from './routes/deps.ts';
import { answer, answerErrors, knownProblem } from './routes/errors.ts';
import { healthRoutes } from './routes/health.ts';
import { type ConnectionLimits, connectionLimits, keepRoom } from './routes/limits-connections.ts';
import { metricsRoute } from './routes/metrics.ts';
import { oidcRoutes } from './routes/oidc.ts';
import { quoteRoutes } from './routes/quotes.ts';
import { rateRoutes } from './routes/rates.ts';
import { referenceRoutes } from './routes/reference.ts';
import { requireSameOrigin } from './routes/same-origin.ts';
import { securityHeaders } from './routes/security-headers.ts';
import { sendRoutes } from './routes/sends.ts';
import { sessionRoutes } from './routes/session.ts';
import { supportRoutes } from './routes/support.ts';
import { transferRoutes } from './routes/transfers.ts';
import { transferEventRoutes } from './routes/transfers-events.ts';
import { mayUseAccount } from './sends/before-intent.ts';
import { createReconciler, type ReconcileDeps } from './sends/reconcile.ts';
import type { ServiceClient } from './service/client.ts';
import type { Clock } from './service/clock.ts';
import { callContext } from './service/log.ts';
import { plainError } from './service/plain-error.ts';
import type { TokenKeeper } from './service/token.ts';
import { createLive } from './tracking/live.ts';
import { createRecipients } from './tracking/recipients.ts';
import { createTracking, type TrackingDeps } from './tracking/tracking.ts';

export type ServerDeps = {
  config: Config;
  db: LedgerDb;
  client: ServiceClient;
  /** The token for the service, of which support is told how long it lives. */
  tokens?: Pick<TokenKeeper, 'describe'>;
  clock?: Clock;
  /** How the store's time is read, where it is not the store that tells it. */
  readStoreClock?: typeof storeNow;
  log?: FastifyBaseLogger;
  /** The folder of the built app, or null where something else serves it. */
  appFolder: string | null;
  reconcile?: Pick<ReconcileDeps, 'intervals' | 'giveUpAfter' | 'aloneFor' | 'intentLivesFor'>;
  connections?: Partial<ConnectionLimits>;
  tracking?: Pick<TrackingDeps, 'intervals'>;
};

const sweepEvery = 10 * 60_000;

/** The BFF, ready to listen or to be called in process. It looks for open sendings until it is closed. */
export async function createServer(deps: ServerDeps): Promise<FastifyInstance> {
  const { config, db, client, clock = { now: () => Date.now() } } = deps;
  const now = () => clock.now();
  const limits = {
    ...connectionLimits,
    ...(config.trustProxy > 0 && { maxConnectionsPerAddress: Number.POSITIVE_INFINITY }),
    ...deps.connections,
  };
  const headers = securityHeaders(config);
  const app: FastifyInstance = Fastify({
    ...(deps.log
      ? { loggerInstance: deps.log.child({}, { serializers: { err: plainError } }) }
      : { logger: false }),
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    bodyLimit: limits.bodyLimit,
    trustProxy: config.trustProxy > 0 && ((_address, hop) => hop < config.trustProxy),
    genReqId: () => randomUUID(),
    // An address that can't be read never reaches a hook or the error handler.
    frameworkErrors: (error, request, reply) => {
      void reply.headers(headers).header('x-request-id', request.id);
      answer(knownProblem(error), request, reply);
    },
    clientErrorHandler: answerUnreadable(headers),
    requestTimeout: limits.requestTimeout,
    connectionTimeout: limits.silenceTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    http: {
      // Node would refuse a request without a host itself, without these headers.
      requireHostHeader: false,
      headersTimeout: limits.headersTimeout,
      connectionsCheckingInterval: limits.connectionsCheckingInterval,
      maxHeaderSize: limits.maxHeaderSize,
    },
    // Whoever is on a connection that is closing is served: the store outlives the server.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
  });

  const storeClock = createStoreClock({
    ...{ db, now, log: app.log },
    ...(deps.readStoreClock && { read: deps.readStoreClock }),
  });
  const tracking = createTracking({
    ...{ client, db, now, log: app.log, record: client.lists },
    ...deps.tracking,
  });
  const reference = createReference(client, now);
  const rates = createRateNotes({ db, now, log: app.log });
  const { countryFieldRules } = config;
  const accounts = createAccounts({
    ...{ db, client, tracking, now, log: app.log },
    ...{ reference, countryFieldRules },
  });
  const recipients = createRecipients({
    ...{ accounts, reference, log: app.log },
    lists: client.lists,
  });
  const live = createLive({ tracking, recipients, db, now, log: app.log });
  const metrics = createMetrics({ client, db, storeClock, tracking, live, log: app.log });
  const stored = createSessions(db, now, { idle: config.sessionIdle, max: config.sessionMax });
  const sessions: Sessions = {
    ...stored,
    close(id) {
      live.endSession(id);
      return stored.close(id);
    },
  };
  const tries = signInTries({ config, db, now });
  const reconciler = createReconciler({
    db,
    tracking,
    storeClock,
    log: app.log,
    alone: config.databaseUrl.startsWith('sqlite:'),
    ...deps.reconcile,
  });
  // The library for it is loaded where a provider is configured alone.
  const oidc = config.oidc && (await import('./auth/oidc.ts')).createOidc(config.oidc, db, now);
  const routeDeps: RouteDeps = {
    config,
    db,
    client,
    now,
    storeClock,
    sessions,
    tries,
    oidc,
    tracking,
    live,
    rates,
    reference,
    accounts,
    recipients,
    token: async () => {
      const token = await deps.tokens?.describe();
      return token ? { remaining_ms: token.remaining_ms, life_ms: token.life_ms } : null;
    },
    sending: {
      db,
      client,
      tracking,
      showAccount: client.showAccount,
      currencies: reference.currencies,
      now,
      storeClock,
      log: app.log,
      sendersSee: config.sendersSee,
      onUnconfirmed: reconciler.look,
      mayUse: (user_id, account_id) => mayUseAccount(db, config.sendersSee, user_id, account_id),
    },
  };

  app.server.maxConnections = limits.maxConnections;
  const room = keepRoom(app.server, limits);
  let closing = false;
  watchAnswers(app);
  const everyRowHasARoute = holdToTable(app);
  await app.register(fastifyCookie);
  await app.register(fastifyRateLimit, {
    global: false,
    errorResponseBuilder: (_request, { ttl }) =>
      new ProblemError('too-many-requests', { retryAfterSeconds: Math.ceil(ttl / 1_000) }),
  });
  answerErrors(app);
  app.decorateRequest('person', null);
  auditCalls(app, { db, now });
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(headers).header('x-request-id', request.id);
    const { url = '', headers: said, rawHeaders, httpVersion } = request.raw;
    // Of two, a proxy before us may believe the other (RFC 9112, 3.2).
    const hosts = rawHeaders.filter((text, at) => at % 2 === 0 && /^host$/i.test(text));
    if (hosts.length > 1) throw new ProblemError('invalid-request');
    // An address with a host in it is for a proxy to fetch, and reads as another path than it is.
    const whole = url.startsWith('/') && (said.host !== undefined || httpVersion === '1.0');
    if (!whole) throw new ProblemError('invalid-request');
  });
  app.addHook('onRequest', requireSameOrigin(config.publicOrigin));
  app.addHook('onRequest', guard(sessions, config));
  // After the body is read: events of the connection would not carry it further.
  app.addHook('preHandler', (request, reply, done) => {
    const context: { request_id?: string } = { request_id: request.id };
    // What was begun here and goes on for others, such as reading the list, is not of this request.
    reply.raw.once('close', () => delete context.request_id);
    callContext.run(context, done);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) void reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never the address: an address can hold what a person searched for.
    const { url = 'none' } = request.routeOptions;
    const { statusCode: status, elapsedTime } = reply;
    const duration_ms = Math.round(elapsedTime);
    metrics.request(request.method, url, status, elapsedTime / 1_000);
    request.log.info({ method: request.method, route: url, status, duration_ms }, 'request');
  });

  await app.register(async (api) => {
    sessionRoutes(api, routeDeps);
    oidcRoutes(api, routeDeps);
    referenceRoutes(api, routeDeps);
    quoteRoutes(api, routeDeps);
    rateRoutes(api, routeDeps);
    accountRoutes(api, routeDeps);
    transferRoutes(api, routeDeps);
    transferEventRoutes(api, routeDeps);
    supportRoutes(api, routeDeps);
    sendRoutes(api, routeDeps);
    healthRoutes(api, routeDeps);
    themeRoutes(api, config.theme);
    metricsRoute(api, metrics, config);
  });
  if (deps.appFolder) {
    if (!isBuilt(deps.appFolder)) {
      throw new ConfigError(['the app is not built: run npm run build first']);
    }
    await serveApp(app, deps.appFolder, config.theme);
  } else
    app.setNotFoundHandler((request, reply) =>
      answer(new ProblemError('not-found'), request, reply),
    );

  everyRowHasARoute();

  const sweep = setInterval(() => {
    Promise.all([sessions.sweep(), tries.sweep(), rates.sweep()]).catch((error: unknown) => {
      app.log.warn({ err: error }, 'old sessions, tries and rates could not be forgotten');
    });
  }, sweepEvery).unref();
  app.addHook('onReady', async () => {
    await storeClock.start();
    await reconciler.start();
  });
  // Before any onClose: those run last to first, and the caller's takes the store away.
  app.addHook('preClose', async () => {
    closing = true;
    room.close();
    clearInterval(sweep);
    storeClock.close();
    live.close();
    tracking.close();
    await Promise.all([reconciler.stop(), rates.close()]);
  });
  return app;
}
