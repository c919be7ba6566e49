import { numberStyle } from './number-style.ts';

/** An exact decimal rate, `digits / 10^scale`: 0.2319 is `{ digits: 2319n, scale: 4 }`. */
export type Rate = { digits: bigint; scale: number };

const MAX_LENGTH = 60;
const MAX_IMPLIED_DIGITS = 6;

/** The service's decimal in a string (contract 2.7), exactly; null when it is anything else. */
export function parseRate(text: string): Rate | null {
  const parts = /^(?<whole>\d+)(?:\.(?<fraction>\d+))?$/.exec(text)?.groups;
  if (!parts || text.length > MAX_LENGTH) return null;
  const { whole = '', fraction = '' } = parts;
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

/** Compares two of the service's decimals exactly; false where one can't be read. */
export function isLowerRate(one: string, other: string): boolean {
  const [a, b] = [parseRate(one), parseRate(other)];
  if (!a || !b) return false;
  return a.digits * 10n ** BigInt(b.scale) < b.digits * 10n ** BigInt(a.scale);
}

/** One over the rate, rounded half to even to so many significant digits; null for a rate of zero. */
export function invertRate(rate: Rate, significantDigits: number): Rate | null {
  return divide(10n ** BigInt(rate.scale), rate.digits, significantDigits);
}

/**
 * Destination units per source unit, from two amounts in subunits and their divisors (contract 2.5),
 * rounded half to even to as many digits as the destination amount has, at most six: it was rounded
 * itself, so that further digits would be made up. `exact` says whether nothing was rounded. For
 * display only: the service alone converts. Null when the source is zero.
 */
export function impliedRate(
  source: bigint,
  source_subunit_to_unit: bigint,
  destination: bigint,
  destination_subunit_to_unit: bigint,
): { rate: Rate; exact: boolean } | null {
  const over = destination * source_subunit_to_unit;
  const under = source * destination_subunit_to_unit;
  const rate = divide(over, under, Math.min(String(destination).length, MAX_IMPLIED_DIGITS));
  return rate && { rate, exact: rate.digits * under === timesTen(over, rate.scale) };
}

/** The rate as `locale` writes numbers: every digit as it came, or rounded half to even. */
export function writeRate(rate: Rate, locale: string, maxSignificant?: number): string {
  const unit = 10n ** BigInt(rate.scale);
  const { digits, scale } =
    maxSignificant === undefined ? rate : (divide(rate.digits, unit, maxSignificant) ?? rate);
  const { writeWhole, decimal } = numberStyle(locale);
  const one = 10n ** BigInt(scale);
  const whole = writeWhole(digits / one);
  return scale === 0 ? whole : whole + decimal + String(digits % one).padStart(scale, '0');
}

/** Long division of two counts to significant digits, half to even; null unless both make sense. */
function divide(dividend: bigint, divisor: bigint, significantDigits: number): Rate | null {
  if (dividend < 0n || divisor <= 0n) return null;
  if (dividend === 0n) return { digits: 0n, scale: 0 };

  // The lengths tell the quotient's own length to within one digit; a first division tells the rest.
  const guess = significantDigits - String(dividend).length + String(divisor).length;
  const first = timesTen(dividend, guess) / timesTen(divisor, -guess);
  const scale = first < 10n ** BigInt(significantDigits) ? guess : guess - 1;

  const over = timesTen(dividend, scale);
  const under = timesTen(divisor, -scale);
  const quotient = over / under;
  const twiceRest = (over % under) * 2n;
  const up = twiceRest > under || (twiceRest === under && quotient % 2n === 1n);
  return simplest(up ? quotient + 1n : quotient, scale);
}

/** `value * 10^power`, or `value` when the power is not positive. */
function timesTen(value: bigint, power: number): bigint {
  return power > 0 ? value * 10n ** BigInt(power) : value;
}

/** The same value without trailing zeros after the point, and never a negative scale. */
function simplest(digits: bigint, scale: number): Rate {
  if (scale <= 0) return { digits: timesTen(digits, -scale), scale: 0 };
  return digits % 10n === 0n ? simplest(digits / 10n, scale - 1) : { digits, scale };
}
