import { randomUUID } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { enforceAccessTable, guardRequests } from './auth/access.ts';
import { type Config, ConfigError } from './config/config.ts';
import { createDeps, type Deps } from './deps.ts';
import type { LedgerDb } from './ledger/ledger.ts';
import type { storeNow } from './ledger/store-clock.ts';
import { ProblemError } from './lib/problem.ts';
import { isBuilt, serveApp } from './page/static.ts';
import { themeRoutes } from './page/theme.ts';
import { apiRoutes } from './routes/api.ts';
import { auditCalls } from './routes/audit.ts';
import { answerUnreadable, watchAnswers } from './routes/client-errors.ts';
import { answer, answerErrors, knownProblem } from './routes/errors.ts';
import { type ConnectionLimits, connectionLimits, keepRoom } from './routes/limits-connections.ts';
import type { Metrics } from './routes/metrics.ts';
import { requireSameOrigin, secureAnswers, securityHeaders } from './routes/security.ts';
import type { ReconcileDeps } from './sends/reconcile.ts';
import type { ServiceClient } from './service/client.ts';
import { plainError } from './service/errors.ts';
import { callContext } from './service/log.ts';
import type { TokenKeeper } from './service/token.ts';
import type { TrackingDeps } from './tracking/tracking.ts';

export type ServerDeps = {
  config: Config;
  db: LedgerDb;
  client: ServiceClient;
  /** The token for the service, of which support is told how long it lives. */
  tokens?: Pick<TokenKeeper, 'describe'>;
  now?: () => number;
  /** How the store's time is read, where it is not the store that tells it. */
  readStoreClock?: typeof storeNow;
  log?: FastifyBaseLogger;
  /** The folder of the built app, or null where something else serves it. */
  appFolder: string | null;
  reconcile?: Pick<ReconcileDeps, 'intervals' | 'giveUpAfter' | 'aloneFor' | 'intentLivesFor'>;
  connections?: Partial<ConnectionLimits>;
  tracking?: Pick<TrackingDeps, 'intervals'>;
};

const purgeEvery = 10 * 60_000;

/** The BFF, ready to listen or to be called in process. It looks for open sendings until it is closed. */
export async function createServer(options: ServerDeps): Promise<FastifyInstance> {
  const { config, db, now = () => Date.now() } = options;
  const limits = limitsOf(options);
  const headers = securityHeaders(config);
  const app = createApp(options, limits, headers);
  // The library for it is loaded where a provider is configured alone.
  const oidc = config.oidc && (await import('./auth/oidc.ts')).createOidc(config.oidc, db, now);
  const deps = createDeps({
    ...{ config, db, now, oidc, log: app.log },
    ...{ client: options.client, tokens: options.tokens },
    readStoreClock: options.readStoreClock,
    reconcile: options.reconcile ?? {},
    tracking: options.tracking ?? {},
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
  logRequests(app, deps.metrics);
  runBeside(app, deps, limits);
  await app.register(async (api) => {
    apiRoutes(api, deps.routes, deps.metrics);
    themeRoutes(api, config.theme);
  });
  if (options.appFolder) {
    if (!isBuilt(options.appFolder)) {
      throw new ConfigError(['the app is not built: run npm run build first']);
    }
    await serveApp(app, options.appFolder, config.theme);
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

/** Fastify with its limits and its answers to what can't be read, before any route. */
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
  return app;
}

/** What goes on beside the requests, from when the server is ready until it closes. */
function runBeside(app: FastifyInstance, deps: Deps, limits: ConnectionLimits) {
  app.server.maxConnections = limits.maxConnections;
  const room = keepRoom(app.server, limits);
  let purge: NodeJS.Timeout | undefined;
  let closing = false;

  function purgeExpired() {
    deps.purgeExpired().catch((error: unknown) => {
      app.log.warn({ err: error }, 'old sessions, tries and rates could not be forgotten');
    });
  }

  app.addHook('onSend', async (_request, reply) => {
    if (closing) void reply.header('connection', 'close');
  });
  app.addHook('onReady', async () => {
    await deps.start();
    purge = setInterval(purgeExpired, purgeEvery).unref();
  });
  // Before any onClose: those run last to first, and the caller's takes the store away.
  app.addHook('preClose', async () => {
    closing = true;
    room.close();
    clearInterval(purge);
    await deps.close();
  });
}

/** Logs and measures each request, and has the calls of the service that it makes logged with its id. */
function logRequests(app: FastifyInstance, metrics: Pick<Metrics, 'request'>) {
  // After the body is read: events of the connection would not carry it further.
  app.addHook('preHandler', (request, reply, done) => {
    const context: { request_id?: string } = { request_id: request.id };
    // What was begun here and goes on for others, such as reading the list, is not of this request.
    reply.raw.once('close', () => delete context.request_id);
    callContext.run(context, done);
  });

  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never the address: an address can hold what a person searched for.
    const { url = 'none' } = request.routeOptions;
    const { statusCode: status, elapsedTime } = reply;
    const duration_ms = Math.round(elapsedTime);
    metrics.request(request.method, url, status, elapsedTime / 1_000);
    request.log.info({ method: request.method, route: url, status, duration_ms }, 'request');
  });
}
