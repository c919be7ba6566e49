import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';
import { request } from 'undici';
import { onTestFinished, vi } from 'vitest';

/** The provider's claims about a person, whose `sub` is the login name there. */
export type Claims = Record<string, unknown>;

export const oidcClient = { id: 'giro', secret: 'a secret of the test provider' };

type Options = {
  /** The origin of Giro. */
  giro: string;
  people: Record<string, Claims>;
  /** The port on localhost; any free one by default. */
  port?: number;
  configuration?: Configuration;
  /** Publishes other keys than it signs with. */
  foreignKeys?: boolean;
};

/**
 * Starts a certified OpenID provider with login pages; closed when the test ends. Its host is `localhost`,
 * so that a browser sees another site than Giro on 127.0.0.1.
 */
export async function startProvider(options: Options) {
  const { giro, people, port = 0, configuration, foreignKeys = false } = options;
  const server = createServer();
  const issuer = `http://localhost:${await listen(server, port)}`;
  const provider = quietly(() => createProvider(issuer, giro, people, configuration));
  const answer = provider.callback();
  let redeemed = 0;
  let secretSentBy: 'client_secret_basic' | 'client_secret_post' | null = null;
  server.on('request', (incoming, outgoing) => {
    if (incoming.url === '/token') {
      redeemed += 1;
      secretSentBy = incoming.headers.authorization ? 'client_secret_basic' : 'client_secret_post';
    }
    if (!foreignKeys || incoming.url !== '/jwks') return void answer(incoming, outgoing);
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = { ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' };
    return outgoing
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ keys: [key] }));
  });
  let open = true;
  async function stop() {
    if (!open) return;
    open = false;
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
  onTestFinished(stop);
  const env = {
    PUBLIC_ORIGIN: giro,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: oidcClient.id,
    OIDC_CLIENT_SECRET: oidcClient.secret,
  };
  /** How many times a code was exchanged at the provider. */
  const codesRedeemed = () => redeemed;
  return { issuer, env, people, stop, codesRedeemed, secretSentBy: () => secretSentBy };
}

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, 0);
  await new Promise((done) => server.close(done));
  return port;
}

function createProvider(issuer: string, giro: string, people: Record<string, Claims>, more = {}) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return new Provider(issuer, {
    clients: [
      {
        client_id: oidcClient.id,
        client_secret: oidcClient.secret,
        redirect_uris: [`${giro}/api/sign-in/oidc/callback`],
        post_logout_redirect_uris: [`${giro}/sign-in`],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] },
    cookies: { keys: ['a key of the test provider'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'giro_role', 'realm_access'],
    },
    features: {
      rpInitiatedLogout: {
        enabled: true,
        logoutSource(context, form) {
          // As some providers do: who is not named by an id token is not signed out.
          const button = context.oidc.entities.IdTokenHint
            ? '<button form="op.logoutForm" name="logout" value="yes">Sign out</button>'
            : '<p>Nobody to sign out</p>';
          context.body = `<!doctype html><title>Sign out?</title>${form}${button}`;
        },
      },
    },
    findAccount: (_context, sub) => {
      const claims = people[sub];
      return claims && { accountId: sub, claims: () => ({ sub, ...claims }) };
    },
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 60,
      Interaction: 600,
      Session: 600,
    },
    ...more,
  });
}

/** Silences the provider's warning that its login pages are not for production. */
function quietly<T>(make: () => T): T {
  const spies = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'info')];
  for (const spy of spies) spy.mockImplementation(() => {});
  try {
    return make();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, 'localhost', () => {
      const address: AddressInfo | string | null = server.address();
      if (typeof address === 'object' && address) done(address.port);
      else fail(new Error('the provider listens nowhere'));
    });
  });
}

/**
 * Walks through the provider's pages from Giro's redirect to the address that returns to Giro. `as: null`
 * cancels at the login page.
 * @param cookies of the browser at the provider, by which it knows a person who signed in before
 */
export async function passProvider(
  start: string,
  as: string | null,
  cookies = new Map<string, string>(),
): Promise<string> {
  const home = new URL(start).origin;
  let next: { url: string; form?: string } = { url: start };
  for (let steps = 0; steps < 12; steps += 1) {
    const { headers, body } = await request(next.url, {
      method: next.form === undefined ? 'GET' : 'POST',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: next.form ?? null,
    });
    const page = await body.text();
    for (const line of [headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    if (headers.location === undefined) next = answerTo(page, as);
    else next = { url: new URL(String(headers.location), next.url).href };
    if (!next.url.startsWith(home)) return next.url;
  }
  throw new Error(`the provider never led back to Giro: ${next.url}`);
}

function answerTo(page: string, as: string | null): { url: string; form?: string } {
  const isSignOut = page.includes('name="logout"');
  const wanted = as === null && !isSignOut ? /href="([^"]+\/abort)"/ : /action="([^"]+)"/;
  const [, url] = wanted.exec(page) ?? [];
  if (url === undefined || page.includes('Nobody to sign out')) {
    throw new Error(`the provider stopped at: ${page.slice(0, 2_000)}`);
  }
  if (isSignOut) {
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
    return { url, form: new URLSearchParams({ xsrf, logout: 'yes' }).toString() };
  }
  if (as === null) return { url };
  const prompt = page.includes('name="login"') ? 'login' : 'consent';
  return { url, form: new URLSearchParams({ prompt, login: as, password: 'any' }).toString() };
}
