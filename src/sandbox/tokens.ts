import { randomBytes } from 'node:crypto';
import { type Answer, ok, Refusal } from './answer.ts';
import type { Clock } from './clock.ts';
import { readFields } from './fields.ts';
import type { Route } from './http.ts';

type TokenOptions = {
  clock: Clock;
  token_lifetime_ms: number;
  client_id: string;
  client_secret: string;
};

/** Creates the token endpoints and the authorization of the others (contract 4.1 and 5). Several tokens can be valid. */
export function createTokens({ clock, token_lifetime_ms, ...client }: TokenOptions) {
  const basic = Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64');
  const expiries = new Map<string, number>();

  const isLive = (token: string) => (expiries.get(token) ?? 0) > clock.now();

  function extend(token: string): Answer {
    const expiry = clock.now() + token_lifetime_ms;
    expiries.set(token, expiry);
    const expires_at = new Date(expiry).toISOString().replace('Z', '+00:00');
    return ok({ token, expires_at });
  }

  function liveToken(body: Uint8Array): string {
    const fields = readFields(body);
    const token = fields.requiredText('token');
    fields.refuseErrors();
    if (!isLive(token)) throw new Refusal(404, 'record_not_found');
    return token;
  }

  const routes: Route[] = [
    {
      method: 'POST',
      path: '/api/v3/auth/authorize',
      auth: 'basic',
      answer() {
        for (const token of expiries.keys()) if (!isLive(token)) expiries.delete(token);
        return extend(randomBytes(32).toString('base64url'));
      },
    },
    {
      method: 'POST',
      path: '/api/v3/auth/refresh',
      auth: 'basic',
      answer: ({ body }) => extend(liveToken(body)),
    },
    {
      method: 'DELETE',
      path: '/api/v3/auth/destroy',
      auth: 'basic',
      answer({ body }) {
        expiries.delete(liveToken(body));
        return ok({ message: 'token deactivated' });
      },
    },
  ];

  return {
    routes,
    revokeAll: () => expiries.clear(),
    authorise(auth: Route['auth'], header = ''): void {
      if (auth === 'basic') {
        if (header !== `Basic ${basic}`) throw new Refusal(401, 'invalid credentials');
      } else if (!header.startsWith('Bearer ') || !isLive(header.slice('Bearer '.length))) {
        throw new Refusal(401, 'unauthorized');
      }
    },
  };
}
