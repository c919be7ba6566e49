import { operations } from '../../contract/operations.ts';
import type { Token } from '../../contract/token.ts';
import { dateOf, readAnswer, requireSuccess, writeRequest } from './answer.ts';
import type { Http, HttpAnswer } from './http.ts';

/** A token, and the service's time when it was issued (milliseconds since 1970), if the answer has it. */
export type IssuedToken = Token & { service_now: number | undefined };

/** The 3 token operations (contract 4.1). Each throws a ServiceError. */
export type TokenCalls = {
  authorize(): Promise<IssuedToken>;
  refresh(token: string): Promise<IssuedToken>;
  deactivate(token: string): Promise<void>;
};

type TokenCallOptions = {
  http: Http;
  clientId: string;
  clientSecret: string;
  total_ms: number;
};

/** Token calls with HTTP Basic: Client ID as user name, Secret Key as password (contract 5.2). */
export function createTokenCalls(options: TokenCallOptions): TokenCalls {
  const { http, clientId, clientSecret, total_ms } = options;
  const pair = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const headers = { authorization: `Basic ${pair}` };

  function issued(answer: HttpAnswer): IssuedToken {
    // Refresh and authorize have the same answer (contract 4.1).
    const token = readAnswer(answer, operations.authorize.answer);
    return { ...token, service_now: dateOf(answer.headers) };
  }

  return {
    async authorize() {
      const { method, path } = operations.authorize;
      return issued(await http.send({ method, path: path(), headers, total_ms }));
    },
    async refresh(token) {
      const { method, path, request } = operations.refresh;
      const body = writeRequest(request, { token });
      return issued(await http.send({ method, path: path(), headers, body, total_ms }));
    },
    async deactivate(token) {
      const { method, path, request } = operations.deactivate;
      const body = writeRequest(request, { token });
      requireSuccess(await http.send({ method, path: path(), headers, body, total_ms }));
    },
  };
}
