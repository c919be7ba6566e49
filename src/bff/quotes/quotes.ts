import type { Quote, QuoteQuery } from '../../contract/api/quote.ts';
import { messages } from '../../contract/errors.ts';
import type { Simulation, SimulationRequest } from '../../contract/simulation.ts';
import { parseRate } from '../../money/rate.ts';
import { ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';

/** A reason is a sentence; a longer text is none that a person should read. */
const maxReasonLength = 200;

type Deps = {
  client: Pick<ServiceClient, 'simulate'>;
  now: () => number;
  /** `subunit_to_unit` of a currency. */
  divisor: (currency: string) => Promise<bigint>;
};

/**
 * An estimate of the service for one side of the amount.
 * @throws ProblemError rate-not-available, quote-refused with the service's own reason; ServiceError
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
      if (error instanceof ServiceError && error.kind === 'refused' && isOfAmount(error.status)) {
        throw new ProblemError('quote-refused', {
          detail: error.message.slice(0, maxReasonLength),
        });
      }
      throw error;
    }
  };

  if (query.source_amount_cents !== undefined) {
    const answer = await simulate(query.source_amount_cents);
    return {
      ...answer,
      country_id: query.country_id,
      taken_at: timestamp(now()),
      exact: true,
    };
  }
  const target = query.destination_amount_cents ?? 0n;
  const unit = await divisor(query.source_amount_currency);
  const perUnit = await divisor(query.destination_amount_currency);
  const answer = await smallestReaching(target, unit, perUnit, simulate);
  return {
    ...answer,
    country_id: query.country_id,
    taken_at: timestamp(now()),
    exact: answer.destination_amount_cents === target,
  };
}

/** contract 8 shows no limits of amounts: a refusal is how they are learnt. */
function isOfAmount(status: number | undefined): boolean {
  return status === 400 || status === 422;
}

/**
 * The smallest source amount whose simulated destination reaches the target, with four simulations at
 * the most. How the service rounds is not in the contract: one of its own unit tells the rate, and
 * those after it try the smallest amounts that rounding half up, down or up would need.
 */
async function smallestReaching(
  target: bigint,
  sourceDivisor: bigint,
  destinationDivisor: bigint,
  simulate: (source_amount_cents: bigint) => Promise<Simulation>,
): Promise<Simulation> {
  const first = await simulate(sourceDivisor);
  const known: Known = { short: null, enough: null };
  learn(known, target, sourceDivisor, first);

  async function probe(source: bigint) {
    const { short, enough } = known;
    if (source <= (short?.source ?? 0n) || (enough && source >= enough.source)) return;
    learn(known, target, source, await simulate(source));
  }

  const { half, down, up } = sourcesFor(target, first.rate, sourceDivisor, destinationDivisor);
  await probe(half);
  await probe(known.enough && known.enough.source <= half ? up : down);
  await probe(inProportion(known, target));
  if (!known.enough) throw new ProblemError('rate-not-available');
  return known.enough.answer;
}

type Point = { source: bigint; answer: Simulation };
/** The most that is known to be too little, and the least that is known to be enough. */
type Known = { short: Point | null; enough: Point | null };

function learn(known: Known, target: bigint, source: bigint, answer: Simulation) {
  known[answer.destination_amount_cents >= target ? 'enough' : 'short'] = { source, answer };
}

/** The smallest source that gives the target at this rate if the service rounds half up, down or up. */
function sourcesFor(
  target: bigint,
  rate: string,
  sourceDivisor: bigint,
  destinationDivisor: bigint,
): { half: bigint; down: bigint; up: bigint } {
  const exact = parseRate(rate);
  if (!exact || exact.digits === 0n) throw new ProblemError('rate-not-available');
  // Source subunits for one destination subunit, as a fraction.
  const numerator = sourceDivisor * 10n ** BigInt(exact.scale);
  const denominator = exact.digits * destinationDivisor;
  return {
    half: dividedUp((2n * target - 1n) * numerator, 2n * denominator),
    down: dividedUp(target * numerator, denominator),
    up: ((target - 1n) * numerator) / denominator + 1n,
  };
}

/** By what the service answered rather than by its rate, which may be shown with fewer digits. */
function inProportion({ short, enough }: Known, target: bigint): bigint {
  if (enough) {
    return dividedUp(enough.source * target, enough.answer.destination_amount_cents);
  }
  const source = short?.source ?? 0n;
  const got = short?.answer.destination_amount_cents ?? 0n;
  return got === 0n ? source * 2n : dividedUp(source * (target + 1n), got);
}

function dividedUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}
