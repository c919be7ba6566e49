import type { Quote, QuoteQuery } from '../contract/api/quote.ts';
import { messages } from '../contract/errors.ts';
import type { Simulation, SimulationRequest } from '../contract/simulation.ts';
import { parseRate } from '../money/rate.ts';
import { ProblemError } from './problem.ts';
import type { ServiceClient } from './service/client.ts';
import { ServiceError } from './service/errors.ts';

type Deps = {
  client: Pick<ServiceClient, 'simulate'>;
  now: () => number;
  /** `subunit_to_unit` of a currency. */
  divisor: (currency: string) => Promise<bigint>;
};

const mostSimulations = 4;

/**
 * An estimate of the service for one side of the amount.
 * @throws ProblemError rate-not-available; ServiceError
 */
export async function takeQuote(
  { client, now, divisor }: Deps,
  query: QuoteQuery,
  signal?: AbortSignal,
): Promise<Quote> {
  const simulate = async (source_amount_cents: bigint) => {
    const { country_id, source_amount_currency, destination_amount_currency } = query;
    const body: SimulationRequest = {
      source_amount_cents,
      source_amount_currency,
      country_id,
      destination_amount_currency,
    };
    try {
      return await client.simulate(body, { signal });
    } catch (error) {
      // contract 7: no rate is a 404 with these words.
      if (error instanceof ServiceError && error.message === messages.rateNotAvailable) {
        throw new ProblemError('rate-not-available');
      }
      throw error;
    }
  };

  if (query.source_amount_cents !== undefined) {
    const answer = await simulate(query.source_amount_cents);
    return { ...answer, taken_at: new Date(now()).toISOString(), exact: true };
  }
  const target = query.destination_amount_cents ?? 0n;
  const unit = await divisor(query.source_amount_currency);
  const perUnit = await divisor(query.destination_amount_currency);
  const answer = await smallestReaching(target, unit, perUnit, simulate);
  return {
    ...answer,
    taken_at: new Date(now()).toISOString(),
    exact: answer.destination_amount_cents === target,
  };
}

/**
 * The smallest source amount whose simulated destination reaches the target. The service's rounding
 * is not in the contract, so what counts is what it answers; four simulations are the most.
 */
async function smallestReaching(
  target: bigint,
  sourceDivisor: bigint,
  destinationDivisor: bigint,
  simulate: (source_amount_cents: bigint) => Promise<Simulation>,
): Promise<Simulation> {
  let best: Simulation | null = null;
  let tooLittle = 0n;
  let guess = sourceDivisor;
  for (let taken = 0; taken < mostSimulations; taken += 1) {
    const answer = await simulate(guess);
    const reached = answer.destination_amount_cents >= target;
    if (reached) {
      if (!best || guess < best.source_amount_cents) best = answer;
    } else if (guess > tooLittle) {
      tooLittle = guess;
    }
    if (best && best.source_amount_cents - tooLittle <= 1n) break;
    const byRate = sourceFor(target, answer.rate, sourceDivisor, destinationDivisor);
    guess = nextGuess(byRate, tooLittle, best?.source_amount_cents ?? null);
  }
  if (!best) throw new ProblemError('rate-not-available');
  return best;
}

/** Between what is known to be too little and what is known to be enough, nearest to the rate's own. */
function nextGuess(byRate: bigint, tooLittle: bigint, enough: bigint | null): bigint {
  if (enough === null) return byRate > tooLittle ? byRate : tooLittle + (tooLittle >> 20n) + 1n;
  if (byRate < enough && byRate > tooLittle) return byRate;
  return enough - 1n;
}

/** target / rate, from subunits to subunits, rounded up. */
function sourceFor(
  target: bigint,
  rate: string,
  sourceDivisor: bigint,
  destinationDivisor: bigint,
): bigint {
  const exact = parseRate(rate);
  if (!exact || exact.digits === 0n) throw new ProblemError('rate-not-available');
  const numerator = target * sourceDivisor * 10n ** BigInt(exact.scale);
  const denominator = exact.digits * destinationDivisor;
  return (numerator + denominator - 1n) / denominator;
}
