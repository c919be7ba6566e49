import type { FastifyRequest } from 'fastify';
import { apiPaths } from '../../contract/api/paths.ts';
import { cookieName, sessionCookie } from '../auth/access.ts';
import type { Config } from '../config/config.ts';
import { signOutLivesFor } from '../ledger/people/oidc.ts';

/** The cookie of a sign-in that is under way at the OpenID provider. */
export const oidcAttemptCookie = (config: Config) =>
  ({
    name: `${cookieName(config)}-oidc`,
    // Lax: the redirect from the provider must carry it.
    options: { ...sessionCookie(config), sameSite: 'lax' },
  }) as const;

/** The cookie of a sign-out that goes on at the OpenID provider. */
export const oidcSignOutCookie = (config: Config) =>
  ({
    name: 'giro-oidc-out',
    options: {
      ...sessionCookie(config),
      path: apiPaths.oidcSignOut,
      maxAge: signOutLivesFor / 1_000,
    },
  }) as const;

/** Logs that a sign-out ended Giro's session alone: the provider could not be asked. */
export function noteLeftOpen(request: FastifyRequest, error: unknown): null {
  request.log.warn(
    { err: error },
    'sign-out: in Giro only, the OpenID provider could not be asked',
  );
  return null;
}
