import { isUnauthorized, messageOf } from './answer.ts';
import { ServiceError } from './errors.ts';
import type { Http, HttpAnswer, HttpRequest } from './http.ts';
import type { TokenKeeper } from './token.ts';

/** If a new token also gets 403, the token is not the cause: no renewal on 403 for this long. */
const forbiddenFor_ms = 60_000;

type BearerOptions = {
  http: Pick<Http, 'send'>;
  tokens: Pick<TokenKeeper, 'get' | 'replace' | 'accepted' | 'isProven'>;
  now: () => number;
};

/** Sends requests with the shared bearer token (contract 5.3). */
export type Bearer = {
  /**
   * Sends a request. A read that gets 401 or 403 is retried once with a new token. A change is not: the
   * contract doesn't show that a bad token is rejected before any work (contract 5).
   * @throws ServiceError
   */
  send(request: () => HttpRequest): Promise<HttpAnswer>;
  /**
   * Checks the token with a read before a change, unless the service accepted it recently.
   * @throws ServiceError credentials or not-written if there is no valid token
   */
  prove(read: () => Promise<unknown>): Promise<void>;
};

/** Adds the bearer token to requests and renews it when it is rejected. */
export function createBearer({ http, tokens, now }: BearerOptions): Bearer {
  let forbiddenUntil = 0;

  async function sendWith(token: string, request: HttpRequest): Promise<HttpAnswer> {
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const answer = await http.send({ ...request, headers });
    if (!isUnauthorized(answer)) tokens.accepted(token);
    return answer;
  }

  const canRenew = ({ status }: HttpAnswer) =>
    status === 401 || (status === 403 && now() >= forbiddenUntil);

  return {
    async send(request) {
      const token = await tokens.get();
      const first = request();
      const answer = await sendWith(token, first);
      if (first.method !== 'GET') {
        // Renewed for the next call. The keeper logs a failure.
        if (canRenew(answer)) tokens.replace(token).catch(() => undefined);
        if (!isUnauthorized(answer)) return answer;
        const message = 'the service rejected the token of a change, which is not retried';
        const service_message = messageOf(answer);
        throw new ServiceError('unreadable', message, { status: answer.status, service_message });
      }
      if (!canRenew(answer)) return answer;
      const second = await sendWith(await tokens.replace(token), request());
      if (second.status === 403) forbiddenUntil = now() + forbiddenFor_ms;
      return second;
    },

    async prove(read) {
      // Without a token the change fails before it is written.
      const token = await tokens.get().catch(() => null);
      if (token === null || tokens.isProven(token)) return;
      try {
        await read();
      } catch (error) {
        const kind = error instanceof ServiceError ? error.kind : null;
        if (kind === null || kind === 'credentials' || kind === 'not-written') throw error;
        // Any other failure says nothing about the token: the change is tried.
      }
    },
  };
}
