import { numberStyle } from './number-style.ts';

/** An exact decimal rate, `digits / 10^scale`: 0.2319 is `{ digits: 2319n, scale: 4 }`. */
export type Rate = { digits: bigint; scale: number };

const maxRateLength = 60;
const maxImpliedDigits = 6;

/** Parses the service's decimal string (contract 2.7) exactly; null for anything else or over 60 characters. */
export function parseRate(text: string): Rate | null {
  const parts = /^(?<whole>\d+)(?:\.(?<fraction>\d+))?$/.exec(text)?.groups;
  if (!parts || text.length > maxRateLength) return null;
  const { whole = '', fraction = '' } = parts;
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

/** True when decimal string `one` is lower than `other`, compared exactly; false when one cannot be parsed. */
export function isLowerRate(one: string, other: string): boolean {
  const [a, b] = [parseRate(one), parseRate(other)];
  if (!a || !b) return false;
  return a.digits * 10n ** BigInt(b.scale) < b.digits * 10n ** BigInt(a.scale);
}

/** Returns 1 / rate, rounded half to even to `significantDigits`; null for a rate of zero. */
export function invertRate(rate: Rate, significantDigits: number): Rate | null {
  return divide(10n ** BigInt(rate.scale), rate.digits, significantDigits);
}

/** Whether a rate tells nothing: of a currency to itself, one for one. */
export function isOneForOne(text: string, source: string, destination: string): boolean {
  const rate = source === destination ? parseRate(text) : null;
  return rate !== null && rate.digits === 10n ** BigInt(rate.scale);
}

/** Whether a rate is at least 0.01: of a smaller one people read zeros, and not what a unit is worth. */
export function isReadable({ digits, scale }: Rate): boolean {
  return digits * 100n >= 10n ** BigInt(scale);
}

/**
 * Returns 1 / rate to read beside the rate: rounded to `significantDigits`, but never within its integer
 * part. `exact` is true when nothing was rounded. Null for a rate of zero.
 */
export function inverseToRead(
  rate: Rate,
  significantDigits: number,
): { rate: Rate; exact: boolean } | null {
  const short = invertRate(rate, significantDigits);
  const whole = short?.scale === 0 ? invertRate(rate, String(short.digits).length) : short;
  if (!whole) return null;
  const one = 10n ** BigInt(rate.scale + whole.scale);
  return { rate: whole, exact: rate.digits * whole.digits === one };
}

/**
 * Returns a rate in the direction that reads well: unchanged from 1 upwards and for zero, else inverted and
 * rounded half to even to six significant digits, but never within the integer part. `exact` is false when
 * that rounded.
 */
export function leadingRate(rate: Rate): { rate: Rate; inverted: boolean; exact: boolean } {
  const isBelowOne = rate.digits < 10n ** BigInt(rate.scale);
  const inverse = isBelowOne ? inverseToRead(rate, maxImpliedDigits) : null;
  return inverse ? { ...inverse, inverted: true } : { rate, inverted: false, exact: true };
}

/**
 * Returns the rate implied by two amounts, in destination units per source unit. `source` and
 * `destination` are subunits, each with its divisor (contract 2.5). The rate is rounded half to even to
 * as many digits as the destination amount has, at most six, because that amount was itself rounded.
 * `exact` is true when nothing was rounded. Null when the source is zero. For display only: the service
 * alone converts amounts.
 */
export function impliedRate(
  source: bigint,
  source_subunit_to_unit: bigint,
  destination: bigint,
  destination_subunit_to_unit: bigint,
): { rate: Rate; exact: boolean } | null {
  const over = destination * source_subunit_to_unit;
  const under = source * destination_subunit_to_unit;
  const rate = divide(over, under, Math.min(String(destination).length, maxImpliedDigits));
  return rate && { rate, exact: rate.digits * under === timesTen(over, rate.scale) };
}

/**
 * Pads rates that are shown beside each other with zeros to the same number of decimals: the most among those of at
 * most six, and not a single one, because 4034.70 and 4031.42 are easier to compare than 4034.7 and 4031.42.
 */
export function alignRates(rates: readonly Rate[]): Rate[] {
  const most = Math.max(...rates.map(({ scale }) => (scale > maxImpliedDigits ? 0 : scale)));
  const decimals = most === 1 ? 2 : most;
  return rates.map(({ digits, scale }) => ({
    digits: timesTen(digits, decimals - scale),
    scale: Math.max(scale, decimals),
  }));
}

/** Formats a rate for `locale`: with every digit, or rounded half to even to `maxSignificant` digits. */
export function writeRate(rate: Rate, locale: string, maxSignificant?: number): string {
  const unit = 10n ** BigInt(rate.scale);
  const { digits, scale } =
    maxSignificant === undefined ? rate : (divide(rate.digits, unit, maxSignificant) ?? rate);
  const { writeWhole, decimal } = numberStyle(locale);
  const one = 10n ** BigInt(scale);
  const whole = writeWhole(digits / one);
  return scale === 0 ? whole : whole + decimal + String(digits % one).padStart(scale, '0');
}

/** Divides to significant digits, half to even; null for a negative dividend or a divisor below 1. */
function divide(dividend: bigint, divisor: bigint, significantDigits: number): Rate | null {
  if (dividend < 0n || divisor <= 0n) return null;
  if (dividend === 0n) return { digits: 0n, scale: 0 };

  // The operands' lengths give the quotient's length to within one digit; a first division decides which.
  const guess = significantDigits - String(dividend).length + String(divisor).length;
  const first = timesTen(dividend, guess) / timesTen(divisor, -guess);
  const scale = first < 10n ** BigInt(significantDigits) ? guess : guess - 1;

  const over = timesTen(dividend, scale);
  const under = timesTen(divisor, -scale);
  const quotient = over / under;
  const twiceRest = (over % under) * 2n;
  const up = twiceRest > under || (twiceRest === under && quotient % 2n === 1n);
  const digits = up ? quotient + 1n : quotient;
  // The zeros of a rounded rate are figures too, and say how far it was rounded.
  return twiceRest === 0n
    ? simplest(digits, scale)
    : { digits: timesTen(digits, -scale), scale: Math.max(scale, 0) };
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
