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

/** What only the provider's true answer to one attempt fits. */
export type OidcSecrets = { state: string; nonce: string; code_verifier: string };

/** What the provider says of a person: its signed id token, and beneath it the userinfo. */
export type OidcClaims = Record<string, unknown> & { iss: string; sub: string };

export type OidcProvider = {
  /** Where to send the browser, and what to hold its answer against. @throws OidcError unreachable */
  ask(): Promise<OidcSecrets & { url: string }>;
  /** Trades the answer, the query of the callback's address, for what the provider says. @throws OidcError */
  claims(query: string, secrets: OidcSecrets): Promise<OidcClaims>;
  /** Where to sign out at the provider, or null where it has no such place. @throws OidcError unreachable */
  signOutUrl(): Promise<string | null>;
};

const timeoutSeconds = 5;
/** What the provider's clock may be ahead of ours. */
const maxAheadSeconds = 60;
const metadataFreshFor = 60 * 60_000;

/** The provider, discovered when somebody first needs it: while it is down, Giro starts and works. */
export function createOidcProvider(access: OidcAccess, now: () => number): OidcProvider {
  const { issuer, clientId, clientSecret, publicOrigin } = access;
  const callback = new URL(apiPaths.oidcCallback, publicOrigin);
  const metadata = createSharedRead(
    () =>
      discovery(new URL(issuer), clientId, undefined, authenticate(clientSecret), {
        timeout: timeoutSeconds,
        execute: [
          // The id token's signature, by the provider's published keys.
          enableNonRepudiationChecks,
          ...(issuer.startsWith('http:') ? [allowInsecureRequests] : []),
        ],
      }),
    now,
  );

  async function discovered() {
    try {
      return (await metadata.get(metadataFreshFor)).value;
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
        // The library looks at when it ends, and not at when it says that it began.
        if (signed.iat > now() / 1_000 + maxAheadSeconds) {
          throw new OidcError('failed', { code: 'issued-in-the-future' });
        }
        // Many providers keep the id token short and say the rest only here.
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
      // Named by client_id: an id_token_hint would have to be kept as long as the session.
      return buildEndSessionUrl(client, {
        post_logout_redirect_uri: new URL('/sign-in', publicOrigin).href,
      }).href;
    },
  };
}

/** Basic, which every server must take (RFC 6749, 2.3.1), unless this one lists its ways without it. */
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
  // A TypeError is how fetch says that there was no answer.
  const unanswered =
    error instanceof TypeError || (error instanceof ClientError && error.code === 'OAUTH_TIMEOUT');
  return unanswered ? 'unreachable' : 'failed';
}

/** Only codes: the library's errors carry whole answers, with the claims of the person in them. */
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
