import { apiPaths } from '../../contract/api/paths.ts';
import { OidcError } from '../auth/oidc-error.ts';
import { createOidcProvider } from '../auth/oidc-provider.ts';
import type { OidcAccess } from '../config/config.ts';

// Named by the codes of the client library, and of Node.
const advice: Record<string, string> = {
  ECONNREFUSED: 'nothing answers at OIDC_ISSUER: check the address and the network',
  ENOTFOUND: 'the host of OIDC_ISSUER is not known: check the address and DNS',
  OAUTH_TIMEOUT: 'the provider did not answer in time: check the network between, and try again',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED:
    'the provider calls itself by another name: give OIDC_ISSUER exactly as the "issuer" in its /.well-known/openid-configuration says it, a slash at the end included',
};
const unreadable =
  'no OpenID provider answers there: OIDC_ISSUER/.well-known/openid-configuration must be its configuration';

/**
 * Discovers the provider, which holds what it calls itself against OIDC_ISSUER. Answers what to tell
 * the provider, for only a person's sign-in shows that it knows this Giro.
 * @throws Error that says what to do
 */
export async function checkProvider(access: OidcAccess, now: () => number): Promise<string> {
  try {
    await createOidcProvider(access, now).ask();
    const callback = new URL(apiPaths.oidcCallback, access.publicOrigin).href;
    return `${access.issuer} answers; it must know ${callback} as a redirect URI of ${access.clientId}`;
  } catch (error) {
    if (!(error instanceof OidcError)) throw error;
    const { code = 'unknown' } = error.why;
    const isName = code.startsWith('OAUTH_');
    throw new Error(
      advice[code] ?? (isName ? unreadable : `the provider can't be reached: ${code}`),
    );
  }
}
