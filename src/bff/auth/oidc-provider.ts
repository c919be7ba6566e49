import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { apiPaths } from '../../contract/api/paths.ts';
import type { OidcAccess } from '../config/config.ts';
import { createSharedRead } from '../lib/shared-read.ts';
import { OidcError } from './oidc-error.ts';

/** State, nonce and PKCE verifier of one sign-in attempt, which the provider's answer must match. */
export type OidcSecrets = { state: string; nonce: string; code_verifier: string };

/** The claims of the userinfo, overridden by those of the signed id token. */
export type OidcClaims = Record<string, unknown> & { iss: string; sub: string };

export type OidcProvider = {
  /** The URL of the provider's sign-in, with the secrets of the attempt. @throws OidcError unreachable */
  ask(): Promise<OidcSecrets & { url: string }>;
  /** Exchanges the query of the callback URL for the person's claims. @throws OidcError */
  claims(query: string, secrets: OidcSecrets): Promise<OidcClaims>;
  /** The provider's sign-out URL, or null when it has none. @throws OidcError unreachable */
  signOutUrl(): Promise<string | null>;
};

const timeoutSeconds = 5;
/** How far the provider's clock may be ahead of ours. */
const maxAheadSeconds = 60;
const metadataFreshForMs = 60 * 60_000;

/**
 * Creates the provider's client. It is discovered at the first sign-in, so Giro starts while it is
 * down.
 */
export function createOidcProvider(access: OidcAccess, now: () => number): OidcProvider {
  const { issuer, clientId, clientSecret, publicOrigin } = access;
  const callback = new URL(apiPaths.oidcCallback, publicOrigin);
  const metadata = createSharedRead(
    () =>
      discovery(new URL(issuer), clientId, undefined, authenticate(clientSecret), {
        timeout: timeoutSeconds,
        execute: [
          // Verifies the id token's signature with the provider's published keys.
          enableNonRepudiationChecks,
          ...(issuer.startsWith('http:') ? [allowInsecureRequests] : []),
        ],
      }),
    now,
  );

  async function discovered() {
    try {
      return (await metadata.get(metadataFreshForMs)).value;
    } catch (error) {
      throw new OidcError('unreachable', reasonOf(error));
    }
  }

  return {
    async ask() {
      const client = await discovered();
      const [state, nonce, code_verifier] = [
        randomState(),
        randomNonce(),
        randomPKCECodeVerifier(),
      ];
      const url = buildAuthorizationUrl(client, {
        redirect_uri: callback.href,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(code_verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, state, nonce, code_verifier };
    },

    async claims(query, { state, nonce, code_verifier }) {
      const client = await discovered();
      const answered = new URL(callback);
      answered.search = query;
      try {
        const tokens = await authorizationCodeGrant(client, answered, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: code_verifier,
          idTokenExpected: true,
        });
        const signed = tokens.claims();
        if (!signed) throw new OidcError('failed', { code: 'no-id-token' });
        // openid-client checks exp but not iat.
        if (signed.iat > now() / 1_000 + maxAheadSeconds) {
          throw new OidcError('failed', { code: 'issued-in-the-future' });
        }
        // Many providers keep the id token short and send email and name only here.
        const more = client.serverMetadata().userinfo_endpoint
          ? await fetchUserInfo(client, tokens.access_token, signed.sub)
          : {};
        return { ...more, ...signed };
      } catch (error) {
        throw error instanceof OidcError ? error : new OidcError(problemOf(error), reasonOf(error));
      }
    },

    async signOutUrl() {
      const client = await discovered();
      if (!client.serverMetadata().end_session_endpoint) return null;
      // With client_id: an id_token_hint would have to be stored for the whole session.
      return buildEndSessionUrl(client, {
        post_logout_redirect_uri: new URL('/sign-in', publicOrigin).href,
      }).href;
    },
  };
}

/** HTTP Basic, which servers must support (RFC 6749, 2.3.1), unless the provider's metadata omits it. */
function authenticate(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const way = ways.includes('client_secret_basic') ? basic : post;
    way(server, ...rest);
  };
}

function problemOf(error: unknown) {
  if (error instanceof AuthorizationResponseError) {
    if (error.error === 'access_denied') return 'denied';
    return error.error === 'temporarily_unavailable' ? 'unreachable' : 'failed';
  }
  // fetch throws a TypeError when no answer arrives.
  const unanswered =
    error instanceof TypeError || (error instanceof ClientError && error.code === 'OAUTH_TIMEOUT');
  return unanswered ? 'unreachable' : 'failed';
}

/** The error's code only: the library's errors carry whole answers with personal claims. */
function reasonOf(error: unknown): Record<string, string> {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    return { code: error.error };
  }
  const { code } = codeOf(error) ?? codeOf(error instanceof Error && error.cause) ?? {};
  return { code: code ?? (error instanceof Error ? error.name : 'unknown') };
}

function codeOf(error: unknown): { code: string } | null {
  const coded = error instanceof Error && 'code' in error && typeof error.code === 'string';
  return coded ? { code: String(error.code) } : null;
}
