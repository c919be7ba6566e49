import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { notFound } from '../lib/problem.ts';
import type { Metrics } from './app-metrics.ts';

/** GET /metrics: for who asks from this machine, or has the token. To others nothing is there. */
export function metricsRoute(app: FastifyInstance, metrics: Metrics, config: Config) {
  app.get('/metrics', async (request, reply) => {
    if (!hasToken(request, config.metricsToken) && !isFromHere(request)) throw notFound();
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

function hasToken({ headers }: FastifyRequest, token: string | null): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (token === null || given === undefined) return false;
  return timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string) => createHash('sha256').update(text).digest();

const forwarding = ['forwarded', 'via', 'x-real-ip'];
const hostHere = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Whether the connection itself comes from this machine, and nothing says that somebody else is
 * behind it: a proxy here, or a page in a browser here that was led to this address by another name.
 */
function isFromHere({ raw }: FastifyRequest): boolean {
  const { remoteAddress = '' } = raw.socket;
  const names = Object.keys(raw.headers);
  const isForwarded = names.some(
    (name) => forwarding.includes(name) || name.startsWith('x-forwarded-'),
  );
  const isLoopback = remoteAddress === '::1' || /^(::ffff:)?127\./.test(remoteAddress);
  return isLoopback && !isForwarded && hostHere.test(raw.headers.host ?? '');
}
