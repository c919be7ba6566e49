import { isUnwelcome, messageOf } from './answer.ts';
import { ServiceError } from './errors.ts';
import type { Http, HttpAnswer, HttpRequest } from './http.ts';
import type { TokenKeeper } from './token.ts';

/** After a new token was answered 403 too, it is no matter of tokens: they are left alone for so long. */
const forbiddenFor_ms = 60_000;

export type BearerOptions = {
  http: Pick<Http, 'send'>;
  tokens: Pick<TokenKeeper, 'get' | 'replace' | 'accepted' | 'isProven'>;
  now: () => number;
};

/** Sends with the shared token. */
export type Bearer = {
  /**
   * A read whose token is not accepted is repeated once with another. A change never is: contract 5
   * does not show what a bad bearer is answered, nor that it comes before any work.
   * @throws ServiceError
   */
  send(request: () => HttpRequest): Promise<HttpAnswer>;
  /** Before a change: makes sure by a read, which may be repeated, that the token still holds. */
  prove(read: () => Promise<unknown>): Promise<void>;
};

export function createBearer({ http, tokens, now }: BearerOptions): Bearer {
  let forbiddenUntil = 0;

  async function sendWith(token: string, request: HttpRequest): Promise<HttpAnswer> {
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const answer = await http.send({ ...request, headers });
    if (!isUnwelcome(answer)) tokens.accepted(token);
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
        // The next call has another token. The keeper logs a failure to get it.
        if (canRenew(answer)) tokens.replace(token).catch(() => undefined);
        if (!isUnwelcome(answer)) return answer;
        const message = 'the bearer of a change is not accepted, and the change is not repeated';
        const service_message = messageOf(answer);
        throw new ServiceError('unreadable', message, { status: answer.status, service_message });
      }
      if (!canRenew(answer)) return answer;
      const second = await sendWith(await tokens.replace(token), request());
      if (second.status === 403) forbiddenUntil = now() + forbiddenFor_ms;
      return second;
    },

    async prove(read) {
      // Without any, the change itself ends before it is written.
      const token = await tokens.get().catch(() => null);
      if (token === null || tokens.isProven(token)) return;
      try {
        await read();
      } catch (error) {
        const kind = error instanceof ServiceError ? error.kind : null;
        if (kind === null || kind === 'credentials' || kind === 'not-written') throw error;
        // Any other failure tells nothing of the token, and is no reason not to try the change.
      }
    },
  };
}
