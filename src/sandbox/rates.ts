import { Refusal } from './answer.ts';
import type { Clock } from './clock.ts';
import { hash } from './random.ts';
import { currencies, unitsPerDollar } from './reference/currencies.ts';

const stepMs = 30_000;
const stepsBetweenKnots = 20;
const million = 1_000_000n;
const significantDigits = 6;
const places = 30;

type Exchange = { rate: string; destination_amount_cents: bigint };
export type Rates = {
  /**
   * Returns the rate in destination units per source unit, and the destination amount in subunits,
   * rounded down. `shift` changes the rate by millionths. Throws a Refusal with 404 when there is no rate.
   */
  exchange(amount_cents: bigint, source: string, destination: string, shift?: bigint): Exchange;
};

const subunits = new Map(currencies.map((c) => [c.iso_code, c.subunit_to_unit]));
const dollars = new Map([...unitsPerDollar].map(([code, units]) => [code, scaled(units)]));

/** Creates rates that drift within 1%, every 30 s, the same for the same clock and seed. */
export function createRates({ clock, seed }: { clock: Clock; seed: number }): Rates {
  const knot = (code: string, at: number) => (hash(seed, code, at) % 9_801) - 4_900;

  /** The drift of a currency in millionths: linear between random knots. */
  function drift(code: string): bigint {
    const step = Math.floor(clock.now() / stepMs);
    const at = Math.floor(step / stepsBetweenKnots);
    const part = (step % stepsBetweenKnots) / stepsBetweenKnots;
    return BigInt(Math.round(knot(code, at) * (1 - part) + knot(code, at + 1) * part));
  }

  return {
    exchange(amount_cents, source, destination, shift = 0n) {
      const from = dollars.get(source);
      const to = dollars.get(destination);
      const sourceUnit = subunits.get(source);
      const destinationUnit = subunits.get(destination);
      if (!from || !to || !sourceUnit || !destinationUnit) {
        throw new Refusal(404, 'exchange rate not available');
      }
      const rate = decimal(
        to * (million + drift(destination)) * (million + shift),
        from * (million + drift(source)) * million,
      );
      const destination_amount_cents =
        (amount_cents * rate.digits * destinationUnit) / (sourceUnit * 10n ** BigInt(rate.scale));
      return { rate: rate.text, destination_amount_cents };
    },
  };
}

/** Parses a decimal string into units of 10^-12. */
function scaled(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(12, '0'));
}

/** The quotient as a decimal of `significantDigits`: digits / 10^scale. */
function decimal(numerator: bigint, denominator: bigint) {
  const all = String((numerator * 10n ** BigInt(places)) / denominator);
  const surplus = Math.min(Math.max(all.length - significantDigits, 0), places);
  const scale = places - surplus;
  const digits = all.slice(0, all.length - surplus);
  const padded = digits.padStart(scale + 1, '0');
  const point = padded.length - scale;
  const fraction = padded.slice(point).replace(/0+$/, '');
  const text = fraction ? `${padded.slice(0, point)}.${fraction}` : padded.slice(0, point);
  return { digits: BigInt(digits), scale, text };
}
