import type { FastifyRequest } from 'fastify';
import { personOf } from './access.ts';

const timeWindow = 60_000;

/** Calls of a person in a minute: of who types amounts and compares currencies, and of who sends. */
export const personLimits = { quotes: 120, sends: 30 };
export type PersonLimits = typeof personLimits;

/** The options of a route that an address may call so often in a minute. */
export const perAddress = (max: number) => ({ rateLimit: { max, timeWindow } });

/** The options of a route that a person may call so often in a minute, wherever they are. */
export const perPerson = (max: number) => ({
  rateLimit: { max, timeWindow, keyGenerator: (request: FastifyRequest) => personOf(request).id },
});
