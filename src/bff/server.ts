import { randomBytes, randomUUID } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { RenderPage } from '../contract/api/rendered-page.ts';
import { enforceAccessTable, guardRequests } from './auth/access.ts';
import { type Config, ConfigError } from './config/config.ts';
import { secretsOf } from './config/secrets.ts';
import { createDeps, type Deps, openDeps, type StartSandbox } from './deps.ts';
import { isLedgerFailure } from './ledger/store/ledger.ts';
import type { LedgerDb } from './ledger/store/schema.ts';
import type { storeNow } from './ledger/store/store-clock.ts';
import { ProblemError } from './lib/problem.ts';
import type { NewsOptions } from './news/news.ts';
import type { OrderWorkerOptions } from './orders/worker.ts';
import { isBuilt, serveApp } from './page/static.ts';
import { themeRoutes } from './page/theme.ts';
import { apiRoutes } from './routes/api.ts';
import { auditCalls } from './routes/audit.ts';
import { answerUnreadable, watchAnswers } from './routes/client-errors.ts';
import { answer, answerErrors, knownProblem } from './routes/errors.ts';
import {
  type ConnectionLimits,
  connectionLimits,
  limitConnections,
} from './routes/limits-connections.ts';
import type { Metrics } from './routes/metrics.ts';
import { notePeople } from './routes/news.ts';
import { refuseUnreadable } from './routes/parse.ts';
import { requireSameOrigin, secureAnswers, securityHeaders } from './routes/security.ts';
import type { ReconcileDeps } from './sends/reconcile.ts';
import type { SlowTransfersOptions } from './sends/slow-transfers.ts';
import type { ServiceClient } from './service/client.ts';
import { plainError } from './service/errors.ts';
import { callContext } from './service/log.ts';
import type { TokenKeeper } from './service/token.ts';
import type { TrackingDeps } from './tracking/tracking.ts';

export type ServerDeps = {
  config: Config;
  db: LedgerDb;
  client: ServiceClient;
  /** The service token. The page Health shows support how long it still lives. */
  tokens?: Pick<TokenKeeper, 'describe'>;
  now?: () => number;
  /** Reads the store's time; a test can replace it. */
  readStoreClock?: typeof storeNow;
  log?: FastifyBaseLogger;
  /** The folder of the built app; null when another server serves the app. */
  appFolder: string | null;
  reconcile?: Pick<ReconcileDeps, 'intervals' | 'giveUpAfter' | 'aloneFor' | 'intentLivesFor'>;
  connections?: Partial<ConnectionLimits>;
  /** Ends the calls to the service, for requests that would exceed the grace of a stop. */
  endCalls?: () => void;
  tracking?: Pick<TrackingDeps, 'intervals' | 'firstWaitMs'>;
  news?: NewsOptions;
  slowTransfers?: SlowTransfersOptions;
  /** Milliseconds that a page waits for its data. */
  pageWaitMs?: number;
  /** In place of the built renderer of pages; of a test. */
  renderPage?: RenderPage;
  orders?: OrderWorkerOptions;
};

const purgeEveryMs = 10 * 60_000;
/** Before the end of the grace: when calls to the service end, and when connections are cut. */
const endCallsBeforeExitMs = 1_000;
const cutBeforeExitMs = 500;

type StartOptions = Pick<
  ServerDeps,
  'config' | 'appFolder' | 'reconcile' | 'news' | 'slowTransfers' | 'pageWaitMs' | 'renderPage'
> & {
  log: FastifyBaseLogger;
  startSandbox: StartSandbox;
};

/**
 * Opens the ledger, connects the service or the sandbox, and creates the server. Closing the server
 * closes all of them.
 * @throws LedgerError when the ledger can't be opened, or belongs to another service
 */
export async function start({ startSandbox, ...options }: StartOptions): Promise<FastifyInstance> {
  const { db, service, close } = await openDeps(options.config, options.log, startSandbox);
  const { client, tokens, end: endCalls } = service;
  const app = await createServer({ ...options, db, client, tokens, endCalls });
  app.addHook('onClose', close);
  return app;
}

/**
 * Creates the BFF, ready to listen or for `inject`. Until it is closed it looks for open sends.
 * @throws ConfigError when the app is not built
 */
export async function createServer(options: ServerDeps): Promise<FastifyInstance> {
  const { config, db, now = () => Date.now() } = options;
  const limits = limitsOf(options);
  const headers = securityHeaders(config);
  const app = createApp(options, limits, headers);
  // The sandbox needs no secret: its mails and factors end with its process.
  const secrets = secretsOf(config) ?? ([randomBytes(32).toString('base64')] as const);
  // Imported only with a provider: the library takes time to load.
  const oidc =
    config.oidc && (await import('./auth/oidc.ts')).createOidc(config.oidc, { db, now, secrets });
  const deps = createDeps({
    ...{ config, secrets, db, now, oidc, log: app.log },
    ...{ client: options.client, tokens: options.tokens },
    readStoreClock: options.readStoreClock,
    reconcile: options.reconcile ?? {},
    tracking: options.tracking ?? {},
    news: options.news ?? {},
    slowTransfers: options.slowTransfers ?? {},
    orders: options.orders ?? {},
  });

  watchAnswers(app);
  const everyRowHasARoute = enforceAccessTable(app);
  await app.register(fastifyCookie);
  await app.register(fastifyRateLimit, {
    global: false,
    errorResponseBuilder: (_request, { ttl }) =>
      new ProblemError('too-many-requests', { retryAfterSeconds: Math.ceil(ttl / 1_000) }),
  });
  answerErrors(app);
  auditCalls(app, { db, now });
  secureAnswers(app, headers);
  app.addHook('onRequest', requireSameOrigin(config.publicOrigin));
  guardRequests(app, deps.routes.sessions, config);
  refuseUnreadable(app);
  logRequests(app, deps.metrics);
  notePeople(app, deps.routes);
  runInBackground(app, deps, limits, options);
  await app.register(async (api) => {
    apiRoutes(api, deps.routes, deps.metrics);
    themeRoutes(api, config.theme);
  });
  if (options.appFolder) {
    if (!isBuilt(options.appFolder)) {
      throw new ConfigError(['the app is not built; run: npm run build']);
    }
    const { appFolder: folder, pageWaitMs: maxWaitMs, renderPage } = options;
    await serveApp(app, { folder, theme: config.theme, maxWaitMs, renderPage });
  } else
    app.setNotFoundHandler((request, reply) =>
      answer(new ProblemError('not-found'), request, reply),
    );
  everyRowHasARoute();
  return app;
}

function limitsOf({ config, connections }: ServerDeps): ConnectionLimits {
  return {
    ...connectionLimits,
    ...(config.trustProxy > 0 && { maxConnectionsPerAddress: Number.POSITIVE_INFINITY }),
    ...connections,
  };
}

/** Fastify with its limits and its answers to malformed requests, without routes. */
function createApp(
  { config, log }: ServerDeps,
  limits: ConnectionLimits,
  headers: Record<string, string>,
): FastifyInstance {
  const app: FastifyInstance = Fastify({
    ...(log
      ? { loggerInstance: log.child({}, { serializers: { err: plainError } }) }
      : { logger: false }),
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    bodyLimit: limits.bodyLimit,
    trustProxy: config.trustProxy > 0 && ((_address, hop) => hop < config.trustProxy),
    genReqId: () => randomUUID(),
    // A malformed URL reaches neither hooks nor the error handler.
    frameworkErrors: (error, request, reply) => {
      void reply.headers(headers).header('x-request-id', request.id);
      answer(knownProblem(error), request, reply);
    },
    clientErrorHandler: answerUnreadable(headers),
    requestTimeout: limits.requestTimeout,
    connectionTimeout: limits.silenceTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    http: {
      // Otherwise Node itself refuses a request without Host, and without the security headers.
      requireHostHeader: false,
      headersTimeout: limits.headersTimeout,
      connectionsCheckingInterval: limits.connectionsCheckingInterval,
      maxHeaderSize: limits.maxHeaderSize,
    },
    // Requests that arrive while the server closes are still answered: the store closes later.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
  });
  return app;
}

/** Runs the background work from onReady until the server closes. */
function runInBackground(
  app: FastifyInstance,
  deps: Deps,
  limits: ConnectionLimits,
  { config, endCalls }: Pick<ServerDeps, 'config' | 'endCalls'>,
) {
  app.server.maxConnections = limits.maxConnections;
  const connections = limitConnections(app.server, limits);
  let purge: NodeJS.Timeout | undefined;
  let closing = false;

  function purgeExpired() {
    deps.purgeExpired().catch((error: unknown) => {
      if (isLedgerFailure(error)) return;
      app.log.warn({ err: error }, 'purge: what has expired, or is kept no longer, is not deleted');
    });
  }

  app.addHook('onSend', async (_request, reply) => {
    if (closing) void reply.header('connection', 'close');
  });
  app.addHook('onReady', async () => {
    await deps.start();
    purge = setInterval(purgeExpired, purgeEveryMs).unref();
  });
  // In preClose: onClose hooks run last to first, so the caller's would close the store before this.
  app.addHook('preClose', async () => {
    closing = true;
    // At once: Fastify closes it only after this hook, and the background work may take seconds.
    app.server.close();
    connections.close(config.stopGrace - cutBeforeExitMs);
    clearInterval(purge);
    // Requests that wait for the service are answered before connections are cut.
    if (endCalls) setTimeout(endCalls, config.stopGrace - endCallsBeforeExitMs).unref();
    await deps.close();
  });
}

/** Logs and measures each request. Service calls that it makes are logged with its id. */
function logRequests(app: FastifyInstance, metrics: Pick<Metrics, 'request'>) {
  // In preHandler, after the body is read: the async context does not survive the socket's events.
  app.addHook('preHandler', (request, reply, done) => {
    const context: { request_id?: string } = { request_id: request.id };
    // Shared work that outlives this request, such as reading the list, is not logged with its id.
    reply.raw.once('close', () => delete context.request_id);
    callContext.run(context, done);
  });

  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never the URL: a URL can contain a person's search text.
    const { url = 'none' } = request.routeOptions;
    const { statusCode: status, elapsedTime } = reply;
    const duration_ms = Math.round(elapsedTime);
    metrics.request(request.method, url, status, elapsedTime / 1_000);
    request.log.info({ method: request.method, route: url, status, duration_ms }, 'request');
  });
}
