import type { FastifyRequest } from 'fastify';
import { personOf } from '../auth/access.ts';

const timeWindow = 60_000;

/** Route options: at most `max` calls a minute from one address. */
export const perAddress = (max: number) => ({ rateLimit: { max, timeWindow } });

/** Route options: at most `max` calls a minute by one person, from any address. */
export const perPerson = (max: number) => ({
  rateLimit: { max, timeWindow, keyGenerator: (request: FastifyRequest) => personOf(request).id },
});
