import type { FastifyRequest } from 'fastify';
import { personOf } from '../auth/access.ts';

const timeWindow = 60_000;

/** The options of a route that an address may call so often in a minute. */
export const perAddress = (max: number) => ({ rateLimit: { max, timeWindow } });

/** The options of a route that a person may call so often in a minute, wherever they are. */
export const perPerson = (max: number) => ({
  rateLimit: { max, timeWindow, keyGenerator: (request: FastifyRequest) => personOf(request).id },
});
