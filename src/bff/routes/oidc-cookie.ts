import { cookieName } from '../auth/access.ts';
import type { Config } from '../config/config.ts';
import { sessionCookie } from './session.ts';

/** The cookie of a sign-in that is under way at the OpenID provider. */
export const oidcAttemptCookie = (config: Config) =>
  ({
    name: `${cookieName(config)}-oidc`,
    // Lax: the redirect from the provider must carry it.
    options: { ...sessionCookie(config), sameSite: 'lax' },
  }) as const;
