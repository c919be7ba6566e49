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
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ServerMetadata,
} from 'openid-client';
import * as z from 'zod/mini';
import { apiPaths } from '../../contract/api/paths.ts';
import type { OidcAccess } from '../config/config.ts';
import { createSharedRead } from '../lib/shared-read.ts';
import { OidcError } from './oidc-error.ts';

/** State, nonce and PKCE verifier of one sign-in attempt, which the provider's answer must match. */
type OidcSecrets = { state: string; nonce: string; code_verifier: string };

/** The claims of the userinfo, overridden by those of the signed id token. */
export type OidcClaims = Record<string, unknown> & { iss: string; sub: string };

/** What the signed id token says of a new proof; the userinfo says nothing of it. */
export type OidcProof = Record<string, unknown> & { iss: string; sub: string };

type OidcProvider = {
  /**
   * The URL of the provider's sign-in, with the secrets of the attempt.
   * @param purpose `step-up`: the provider is to ask the person again, though they are signed in there
   * @throws OidcError unreachable
   */
  ask(purpose?: 'sign-in' | 'step-up'): Promise<OidcSecrets & { url: string }>;
  /**
   * Why the provider can't prove a person again by its own metadata: null where that says nothing against it.
   * @throws OidcError unreachable
   */
  stepUpDoubt(): Promise<'no-auth-time' | 'other-acr' | null>;
  /** Whether the client secret goes by HTTP Basic, form-encoded. @throws OidcError unreachable */
  usesBasic(): Promise<boolean>;
  /** Exchanges the query of the callback URL for the signed claims of a new proof. @throws OidcError */
  proof(query: string, secrets: OidcSecrets): Promise<OidcProof>;
  /** Exchanges the query of the callback URL for the person's claims, and the id token. @throws OidcError */
  claims(query: string, secrets: OidcSecrets): Promise<{ claims: OidcClaims; id_token: string }>;
  /**
   * The provider's sign-out URL, or null when it has none.
   * @param id_token of the sign-in: without it many providers end no session, or ask whose
   * @throws OidcError unreachable
   */
  signOutUrl(id_token: string | null): Promise<string | null>;
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
  const { publicOrigin } = access;
  const callback = new URL(apiPaths.oidcCallback, publicOrigin);
  const metadata = createSharedRead(() => discover(access), now);

  async function discovered() {
    try {
      return (await metadata.get(metadataFreshForMs)).value;
    } catch (error) {
      throw new OidcError('unreachable', reasonOf(error));
    }
  }

  /** The URL that the provider led back to. */
  const answered = (query: string) => new URL(query, callback);

  return {
    async ask(purpose = 'sign-in') {
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
        ...(purpose === 'step-up' && stepUpParameters(access, client)),
      });
      return { url: url.href, state, nonce, code_verifier };
    },

    usesBasic: async () => sendsByBasic(access, (await discovered()).serverMetadata()),
    stepUpDoubt: async () => doubtOf(await discovered(), access),

    async claims(query, secrets) {
      const client = await discovered();
      try {
        const { signed, access_token, id_token } = await exchange(
          client,
          answered(query),
          secrets,
          now(),
        );
        // Many providers keep the id token short and send email and name only here.
        const more = client.serverMetadata().userinfo_endpoint
          ? await fetchUserInfo(client, access_token, signed.sub)
          : {};
        return { claims: { ...more, ...signed }, id_token };
      } catch (error) {
        throw oidcErrorOf(error);
      }
    },

    async proof(query, secrets) {
      const client = await discovered();
      try {
        // Without `maxAge`: the caller compares `auth_time` with its challenge, which is stricter and names the fault.
        return (await exchange(client, answered(query), secrets, now())).signed;
      } catch (error) {
        throw oidcErrorOf(error);
      }
    },

    async signOutUrl(id_token) {
      const client = await discovered();
      if (!client.serverMetadata().end_session_endpoint) return null;
      return buildEndSessionUrl(client, {
        post_logout_redirect_uri: new URL('/sign-in', publicOrigin).href,
        ...(id_token !== null && { id_token_hint: id_token }),
      }).href;
    },
  };
}

function discover(access: OidcAccess) {
  const { issuer, clientId } = access;
  return discovery(new URL(issuer), clientId, undefined, authenticate(access), {
    timeout: timeoutSeconds,
    execute: [
      // Verifies the id token's signature with the provider's published keys.
      enableNonRepudiationChecks,
      ...(issuer.startsWith('http:') ? [allowInsecureRequests] : []),
    ],
  });
}

/**
 * Exchanges the code, and checks the id token.
 * @param now milliseconds since 1970
 * @throws OidcError, and errors of openid-client
 */
async function exchange(
  client: Configuration,
  answered: URL,
  { state, nonce, code_verifier }: OidcSecrets,
  now: number,
) {
  const tokens = await authorizationCodeGrant(client, answered, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: code_verifier,
    idTokenExpected: true,
  });
  const signed = tokens.claims();
  const { access_token, id_token } = tokens;
  if (!signed || id_token === undefined) throw new OidcError('failed', { code: 'no-id-token' });
  // openid-client checks exp but not iat.
  if (signed.iat > now / 1_000 + maxAheadSeconds) {
    throw new OidcError('failed', { code: 'issued-in-the-future' });
  }
  return { signed, access_token, id_token };
}

/**
 * `max_age=0` and `prompt=login` ask for a new sign-in (OpenID Connect Core 3.1.2.1): some providers know only one of
 * them. `acr_values` asks for how strong it is.
 */
function stepUpParameters({ stepUpAcr }: OidcAccess, client: Configuration) {
  const prompts = listed(client, 'prompt_values_supported');
  return {
    max_age: '0',
    ...((prompts?.includes('login') ?? true) && { prompt: 'login' }),
    ...(stepUpAcr.length > 0 && { acr_values: stepUpAcr.join(' ') }),
  };
}

/** What the provider's metadata says against proofs at it. */
function doubtOf(client: Configuration, { stepUpAcr }: OidcAccess) {
  if (listed(client, 'claims_supported')?.includes('auth_time') === false) return 'no-auth-time';
  const strengths = listed(client, 'acr_values_supported');
  const isWeak =
    stepUpAcr.length > 0 && strengths?.some((acr) => stepUpAcr.includes(acr)) === false;
  return isWeak ? 'other-acr' : null;
}

/** A list of the provider's metadata, or null if it publishes none. */
function listed(client: Configuration, name: string): string[] | null {
  return z.safeParse(z.array(z.string()), client.serverMetadata()[name]).data ?? null;
}

const oidcErrorOf = (error: unknown) =>
  error instanceof OidcError ? error : new OidcError(problemOf(error), reasonOf(error));

/**
 * As OIDC_CLIENT_AUTH says, or by HTTP Basic, which servers must support (RFC 6749, 2.3.1), unless the provider's
 * metadata omits it.
 */
function authenticate(access: OidcAccess): ClientAuth {
  const [basic, post] = [
    ClientSecretBasic(access.clientSecret),
    ClientSecretPost(access.clientSecret),
  ];
  return (server, ...rest) => (sendsByBasic(access, server) ? basic : post)(server, ...rest);
}

const sendsByBasic = ({ clientAuth }: OidcAccess, server: Readonly<ServerMetadata>) =>
  clientAuth === null
    ? (server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true)
    : clientAuth === 'client_secret_basic';

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
