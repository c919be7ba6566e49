import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ProblemError } from '../../../src/bff/lib/problem.ts';
import { takeQuote } from '../../../src/bff/quotes/quotes.ts';
import { ServiceError } from '../../../src/bff/service/errors.ts';
import type { SimulationRequest } from '../../../src/contract/simulation.ts';

type Rounding = 'floor' | 'half-up' | 'ceil';
type Market = { digits: bigint; scale: number; from: bigint; to: bigint; rounding: Rounding };

/** The destination amount for a source amount at this rate, with these divisors and this rounding. */
function given(source: bigint, { digits, scale, from, to, rounding }: Market): bigint {
  const numerator = source * digits * to;
  const denominator = from * 10n ** BigInt(scale);
  if (rounding === 'ceil') return (numerator + denominator - 1n) / denominator;
  if (rounding === 'half-up') return (2n * numerator + denominator) / (2n * denominator);
  return numerator / denominator;
}

function rateText({ digits, scale }: Market): string {
  const padded = digits.toString().padStart(scale + 1, '0');
  const point = padded.length - scale;
  return scale === 0 ? padded : `${padded.slice(0, point)}.${padded.slice(point)}`;
}

/** A fake service of this market; `asked` records the simulated source amounts. */
function service(market: Market, shownRate = rateText(market)) {
  const asked: bigint[] = [];
  const simulate = async (request: SimulationRequest) => {
    asked.push(request.source_amount_cents);
    return {
      source_currency: request.source_amount_currency,
      destination_currency: request.destination_amount_currency,
      rate: shownRate,
      source_amount_cents: request.source_amount_cents,
      destination_amount_cents: given(request.source_amount_cents, market),
    };
  };
  const divisor = async (code: string) => (code === 'AAA' ? market.from : market.to);
  return { asked, deps: { client: { simulate }, now: () => 0, divisor } };
}

const pair = {
  source_amount_currency: 'AAA',
  destination_amount_currency: 'BBB',
  country_id: '1',
} as const;

async function reverse(market: Market, target: bigint, shownRate?: string) {
  const { asked, deps } = service(market, shownRate);
  const quote = await takeQuote(deps, { ...pair, destination_amount_cents: target });
  return { quote, asked };
}

const divisor = fc.constantFrom(1n, 5n, 10n, 100n, 1_000n, 100_000_000n, 10n ** 18n);
const market = (rounding: fc.Arbitrary<Rounding>): fc.Arbitrary<Market> =>
  fc.record({
    digits: fc.bigInt({ min: 1n, max: 10n ** 10n }),
    scale: fc.integer({ min: 0, max: 14 }),
    from: divisor,
    to: divisor,
    rounding,
  });
const target = fc.bigInt({ min: 1n, max: 10n ** 24n });

describe('the source amount for a destination amount', () => {
  test.each(['floor', 'half-up', 'ceil'] as const)(
    'is the smallest that reaches it, in at most 4 simulations, with rounding %s',
    async (rounding) => {
      await fc.assert(
        fc.asyncProperty(market(fc.constant(rounding)), target, async (rates, wanted) => {
          const { quote, asked } = await reverse(rates, wanted);
          expect(asked.length).toBeLessThanOrEqual(4);
          expect(quote.destination_amount_cents).toBeGreaterThanOrEqual(wanted);
          expect(given(quote.source_amount_cents - 1n, rates)).toBeLessThan(wanted);
          expect(quote.exact).toBe(quote.destination_amount_cents === wanted);
        }),
        { numRuns: 400 },
      );
    },
  );

  test('reaches it if the shown rate has only 4 digits', async () => {
    const rounding = fc.constantFrom<Rounding>('floor', 'half-up', 'ceil');
    await fc.assert(
      fc.asyncProperty(market(rounding), target, async (rates, wanted) => {
        fc.pre(rates.digits > 10_000n);
        const cut = BigInt(rates.digits.toString().length - 4);
        const shown = { ...rates, digits: (rates.digits / 10n ** cut) * 10n ** cut };
        for (const off of [0n, 10n ** cut]) {
          const text = rateText({ ...rates, digits: shown.digits + off });
          const { quote, asked } = await reverse(rates, wanted, text);
          expect(asked.length).toBeLessThanOrEqual(4);
          expect(quote.destination_amount_cents).toBeGreaterThanOrEqual(wanted);
        }
      }),
    );
  });

  test('comes from an answer of the service, not from the rate', async () => {
    const rates: Market = { digits: 43_127n, scale: 4, from: 1n, to: 100n, rounding: 'floor' };
    const { quote } = await reverse(rates, 1_000n);
    expect(quote).toMatchObject({
      source_amount_cents: 3n,
      destination_amount_cents: 1_293n,
      rate: '4.3127',
      exact: false,
      taken_at: '1970-01-01T00:00:00.000Z',
    });
  });

  test('is rejected if the rate is 0', async () => {
    const rates: Market = { digits: 0n, scale: 0, from: 1n, to: 1n, rounding: 'floor' };
    await expect(reverse(rates, 5n)).rejects.toMatchObject({ problem: 'rate-not-available' });
  });
});

test('gets the destination for a source amount in one simulation', async () => {
  const { asked, deps } = service({ digits: 2n, scale: 0, from: 1n, to: 1n, rounding: 'floor' });
  const quote = await takeQuote(deps, { ...pair, source_amount_cents: 21n });
  expect(quote).toMatchObject({ destination_amount_cents: 42n, exact: true });
  expect(asked).toEqual([21n]);
});

test('reports rate-not-available only for the message of the contract', async () => {
  const failing = (message: string) => ({
    ...service({ digits: 1n, scale: 0, from: 1n, to: 1n, rounding: 'floor' }).deps,
    client: { simulate: () => Promise.reject(new ServiceError('refused', message)) },
  });
  const query = { ...pair, source_amount_cents: 1n };
  await expect(takeQuote(failing('exchange rate not available'), query)).rejects.toThrow(
    ProblemError,
  );
  await expect(takeQuote(failing('record_not_found'), query)).rejects.toThrow(ServiceError);
});
