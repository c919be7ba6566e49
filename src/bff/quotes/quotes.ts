import type { Quote, QuoteQuery } from '../../contract/api/quote.ts';
import { messages } from '../../contract/errors.ts';
import type { Simulation, SimulationRequest } from '../../contract/simulation.ts';
import { parseRate } from '../../money/rate.ts';
import { ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';

/** Of the service's reason that a person reads, in characters. */
const maxReasonLength = 200;

type Deps = {
  client: Pick<ServiceClient, 'simulate'>;
  now: () => number;
  /** `subunit_to_unit` of a currency. */
  divisor: (currency: string) => Promise<bigint>;
};

/**
 * Simulates a transfer (contract 4.2) for a source or a destination amount, in subunits. For a destination
 * amount it finds the smallest source amount that reaches it; `exact` says whether it is met.
 * @throws ProblemError rate-not-available, quote-refused with the service's reason; ServiceError
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
      // contract 7: no rate is a 404 with this message.
      if (error instanceof ServiceError && error.message === messages.rateNotAvailable) {
        throw new ProblemError('rate-not-available');
      }
      if (
        error instanceof ServiceError &&
        error.kind === 'refused' &&
        canBeAboutAmount(error.status)
      ) {
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

/** contract 8 shows no amount limits, so a refusal with one of these statuses may name one. */
function canBeAboutAmount(status: number | undefined): boolean {
  return status === 400 || status === 422;
}

/**
 * The smallest source amount whose simulated destination reaches the target, in at most 4 simulations.
 * The contract doesn't show the rounding: the first simulation, of one unit, gives the rate, and the
 * others try the smallest amounts for rounding half up, down or up.
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
/** The largest source known to be too small, and the smallest known to be enough. */
type Known = { short: Point | null; enough: Point | null };

function learn(known: Known, target: bigint, source: bigint, answer: Simulation) {
  known[answer.destination_amount_cents >= target ? 'enough' : 'short'] = { source, answer };
}

/** The smallest source that reaches the target at this rate if the service rounds half up, down or up. */
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

/** Scales a known answer, because the shown rate may have fewer digits than the used one. */
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
