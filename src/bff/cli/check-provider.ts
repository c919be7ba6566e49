import { apiPaths } from '../../contract/api/paths.ts';
import { OidcError } from '../auth/oidc-error.ts';
import { createOidcProvider } from '../auth/oidc-provider.ts';
import type { OidcAccess } from '../config/config.ts';

// By error code of Node and of openid-client.
const providerAdvice: Record<string, string> = {
  ECONNREFUSED: 'nothing answers at OIDC_ISSUER. Check the address and the network',
  ENOTFOUND: 'the host of OIDC_ISSUER is unknown. Check the address and DNS',
  OAUTH_TIMEOUT: 'the provider did not answer in time. Check the network, and try again',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED:
    'the provider has another name. Set OIDC_ISSUER to exactly the "issuer" in its /.well-known/openid-configuration, including a slash at the end',
};
const unreadable =
  'no OpenID provider answers at OIDC_ISSUER. Check that OIDC_ISSUER/.well-known/openid-configuration is its configuration';

/**
 * Discovers the provider and compares its issuer with OIDC_ISSUER. Returns the redirect URI to register:
 * only a person's sign-in can show that the provider accepts it.
 * @throws Error whose message says what is wrong and what to do
 */
export async function checkProvider(access: OidcAccess, now: () => number): Promise<string> {
  try {
    await createOidcProvider(access, now).ask();
    const callback = new URL(apiPaths.oidcCallback, access.publicOrigin).href;
    return `${access.issuer} answers. Register ${callback} there as a redirect URI of ${access.clientId}`;
  } catch (error) {
    if (!(error instanceof OidcError)) throw error;
    const { code = 'unknown' } = error.why;
    const isName = code.startsWith('OAUTH_');
    throw new Error(
      providerAdvice[code] ??
        (isName ? unreadable : `the provider can't be reached (${code}). Check the network`),
    );
  }
}

const doubtWords = {
  'no-auth-time':
    'its claims_supported has no auth_time, so it can’t prove who sends, and transfers above STEP_UP_ABOVE are refused. Turn auth_time on there',
  'other-acr':
    'its acr_values_supported has none of OIDC_STEP_UP_ACR, so transfers above STEP_UP_ABOVE are refused. Set one that it has',
};

/** What can be known to go wrong at sign-ins, or at proofs if they are asked for. @throws OidcError unreachable */
export async function providerWarnings(
  access: OidcAccess,
  { now, proves }: { now: () => number; proves: boolean },
): Promise<string[]> {
  const provider = createOidcProvider(access, now);
  const doubt = proves ? await provider.stepUpDoubt() : null;
  const isEncoded = encodeURIComponent(access.clientSecret) !== access.clientSecret;
  const isOdd = isEncoded && access.clientAuth === null && (await provider.usesBasic());
  return [...(doubt ? [doubtWords[doubt]] : []), ...(isOdd ? [encodedWords] : [])];
}

// RFC 6749, 2.3.1. Only a person's sign-in shows what the provider does.
const encodedWords =
  'OIDC_CLIENT_SECRET holds characters such as : / % or a space, which are sent encoded, and not every provider decodes them. If sign-in fails with invalid_client, set OIDC_CLIENT_AUTH=client_secret_post';
