import type { Money } from './money.ts';
import { type NumberStyle, numberStyle } from './number-style.ts';

const noBreakSpace = '\u00a0';

const plainStyle: NumberStyle = { decimal: '.', writeWhole: String };

// A divisor such as 2^59 could need 59 decimals. Beyond this many a fraction is easier to read.
const maxDecimals = 24;

/**
 * Formats `subunits / subunit_to_unit` (contract 2.5) exactly for `locale`, without the currency:
 * "431.270,00", "0,00000001", or "2 1/3" when no decimal is exact. `readAmount` parses the result with
 * the same locale, unless it is negative or over 60 characters.
 * Throws a RangeError when `subunit_to_unit` is not positive or `locale` is not a language tag.
 */
export function writeAmount(subunits: bigint, subunit_to_unit: bigint, locale: string): string {
  return write(subunits, subunit_to_unit, numberStyle(locale), noBreakSpace);
}

/** Formats an amount after its currency code and a no-break space, in every locale: "COP 431.270,00". */
export function writeMoney(money: Money, subunit_to_unit: bigint, locale: string): string {
  return `${money.currency}${noBreakSpace}${writeAmount(money.subunits, subunit_to_unit, locale)}`;
}

/** Formats an amount for files and programs: no grouping, a decimal point, plain spaces: "431270.00". */
export function writeDecimal(subunits: bigint, subunit_to_unit: bigint): string {
  return write(subunits, subunit_to_unit, plainStyle, ' ');
}

function write(
  subunits: bigint,
  subunit_to_unit: bigint,
  style: NumberStyle,
  space: string,
): string {
  if (subunit_to_unit < 1n) throw new RangeError('subunit_to_unit must be positive');

  const sign = subunits < 0n ? '-' : '';
  const size = subunits < 0n ? -subunits : subunits;
  const whole = size / subunit_to_unit;
  const rest = size % subunit_to_unit;

  const decimals = decimalDigits(rest, subunit_to_unit);
  if (decimals === '') return sign + style.writeWhole(whole);
  if (decimals !== null) return sign + style.writeWhole(whole) + style.decimal + decimals;

  const divisor = greatestCommonDivisor(rest, subunit_to_unit);
  const fraction = `${rest / divisor}/${subunit_to_unit / divisor}`;
  return sign + (whole === 0n ? fraction : style.writeWhole(whole) + space + fraction);
}

/** The digits after the decimal mark, or null when only a fraction is exact. */
function decimalDigits(rest: bigint, subunit_to_unit: bigint): string | null {
  const zeros = zerosOfPowerOfTen(subunit_to_unit);
  const most = Math.max(zeros ?? 0, maxDecimals);
  let scaled = rest;
  for (let needed = 0; needed <= most; needed++, scaled *= 10n) {
    if (scaled % subunit_to_unit !== 0n) continue;
    const digits = needed === 0 ? '' : String(scaled / subunit_to_unit).padStart(needed, '0');
    return digits.padEnd(zeros === null ? 0 : decimalsShown(needed, zeros), '0');
  }
  return null;
}

// Three decimals look like a group of thousands, so a currency with more than 3 shows 2, or 4 and more.
function decimalsShown(needed: number, zeros: number): number {
  if (zeros <= 3) return zeros;
  return needed === 3 ? 4 : Math.max(needed, 2);
}

function zerosOfPowerOfTen(value: bigint): number | null {
  const text = String(value);
  return /^10*$/.test(text) ? text.length - 1 : null;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}
