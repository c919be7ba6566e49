import type { FastifyInstance } from 'fastify';
import { accountRoutes } from './accounts.ts';
import { auditLogRoutes } from './audit-log.ts';
import type { RouteDeps } from './deps.ts';
import { healthRoutes } from './health.ts';
import type { Metrics } from './metrics.ts';
import { metricsRoute } from './metrics.ts';
import { newsRoutes } from './news.ts';
import { oidcRoutes } from './oidc.ts';
import { ownAccountRoutes } from './own-account.ts';
import { ownFactorRoutes } from './own-factors.ts';
import { passkeyRoutes } from './passkeys.ts';
import { passwordLinkRoutes } from './password-links.ts';
import { peopleRoutes } from './people.ts';
import { quoteRoutes, rateRoutes } from './quotes.ts';
import { referenceRoutes } from './reference.ts';
import { secondFactorRoutes } from './second-factor.ts';
import { sendRoutes } from './sends.ts';
import { sessionRoutes } from './session.ts';
import { stepUpRoutes } from './step-up.ts';
import { supportRoutes } from './support.ts';
import { transferRoutes } from './transfers.ts';
import { transferEventRoutes } from './transfers-events.ts';

/** Registers every route except the app's files and pages. */
export function apiRoutes(api: FastifyInstance, deps: RouteDeps, metrics: Metrics) {
  sessionRoutes(api, deps);
  ownAccountRoutes(api, deps);
  passwordLinkRoutes(api, deps);
  passkeyRoutes(api, deps);
  secondFactorRoutes(api, deps);
  ownFactorRoutes(api, deps);
  peopleRoutes(api, deps);
  auditLogRoutes(api, deps);
  oidcRoutes(api, deps);
  referenceRoutes(api, deps);
  quoteRoutes(api, deps);
  rateRoutes(api, deps);
  accountRoutes(api, deps);
  transferRoutes(api, deps);
  transferEventRoutes(api, deps);
  supportRoutes(api, deps);
  sendRoutes(api, deps);
  stepUpRoutes(api, deps);
  newsRoutes(api, deps);
  healthRoutes(api, deps);
  metricsRoute(api, metrics, deps.config);
}
