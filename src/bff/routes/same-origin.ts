import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../lib/problem.ts';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a call that changes something unless the browser says that one of our own pages made it,
 * and unless its body is JSON, which a form of another site can't send.
 */
export function requireSameOrigin(publicOrigin: string | null) {
  return async (request: FastifyRequest) => {
    if (safe.has(request.method)) return;
    const { origin, 'sec-fetch-site': site } = request.headers;
    const own = publicOrigin ?? `${request.protocol}://${request.host}`;
    if (site !== undefined && site !== 'same-origin') throw new ProblemError('cross-site');
    if (origin === undefined ? site === undefined : origin !== own) {
      throw new ProblemError('cross-site');
    }
    const hasBody = request.headers['content-length'] ?? request.headers['transfer-encoding'];
    const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
    if (hasBody !== undefined && hasBody !== '0' && type !== 'application/json') {
      throw new ProblemError('not-json');
    }
  };
}
