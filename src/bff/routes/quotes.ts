import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { apiPaths } from '../../contract/api/paths.ts';
import { quote, quoteQuery } from '../../contract/api/quote.ts';
import { rates, ratesQuery } from '../../contract/api/rates.ts';
import { viewerOf } from '../auth/access.ts';
import { ProblemError } from '../lib/problem.ts';
import { takeQuote } from '../quotes/quotes.ts';
import type { RouteDeps } from './deps.ts';
import { perPerson } from './limits.ts';
import { parseQuery } from './parse.ts';

/** GET /api/quotes: an estimate. A source amount takes one simulation, a destination amount a few. */
export function quoteRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { client, config, now, rates, reference } = deps;
  app.get(
    apiPaths.quotes,
    { config: perPerson(config.quotesPerMinute) },
    async (request, reply) => {
      const query = parseQuery(quoteQuery, request.query);
      const currencies = await reference.currencies();

      const divisor = async (code: string) => {
        const currency = currencies.find((one) => one.iso_code === code);
        if (currency) return currency.subunit_to_unit;
        throw new ProblemError('rate-not-available', { detail: `no currency ${code}` });
      };
      await Promise.all([
        divisor(query.source_amount_currency),
        divisor(query.destination_amount_currency),
      ]);
      for (const side of ['source_amount_cents', 'destination_amount_cents'] as const) {
        if (query[side] !== 0n) continue;
        throw new ProblemError('invalid-request', {
          errors: { [side]: ['must be greater than 0'] },
        });
      }

      // The browser aborts when the person types on: no more simulations for this amount.
      const gone = new AbortController();
      reply.raw.once('close', () => reply.raw.writableFinished || gone.abort());
      const answer = await takeQuote({ client, now, divisor }, query, gone.signal);
      rates.note(query.country_id, answer);
      return z.encode(quote, answer);
    },
  );
}

/** GET /api/rates: the rates of a pair that Giro has seen, and how long transfers took. Waits for no service call. */
export function rateRoutes(app: FastifyInstance, deps: RouteDeps) {
  const limited = { config: perPerson(deps.config.quotesPerMinute) };

  app.get(apiPaths.rates, limited, async (request) => {
    const pair = parseQuery(ratesQuery, request.query);
    const arrival = deps.arrivalTimes.toCountry(viewerOf(request, deps.config), pair.country_id);
    return z.encode(rates, { ...(await deps.rates.of(pair)), ...(arrival && { arrival }) });
  });
}
