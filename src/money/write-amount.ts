import type { Money } from './money.ts';
import { type NumberStyle, numberStyle } from './number-style.ts';

const NO_BREAK_SPACE = '\u00a0';

const PLAIN: NumberStyle = { decimal: '.', writeWhole: String };

// A currency divided by, say, 2^59 could need 59 decimals: past these a fraction is easier to read.
const MAX_DECIMALS = 24;

/**
 * The exact text of `subunits / subunit_to_unit` (contract 2.5) as `locale` writes numbers, without
 * the currency: "431.270,00", "0,00000001", or "2 1/3" when no decimal is exact.
 * Read back by `readAmount` with the same locale, unless negative or over 60 characters.
 * Throws a RangeError when `subunit_to_unit` is not positive or `locale` is no language tag.
 */
export function writeAmount(subunits: bigint, subunit_to_unit: bigint, locale: string): string {
  return write(subunits, subunit_to_unit, numberStyle(locale), NO_BREAK_SPACE);
}

/** Code, no-break space, amount, in that order in every locale: "COP 431.270,00". */
export function writeMoney(money: Money, subunit_to_unit: bigint, locale: string): string {
  return `${money.currency}${NO_BREAK_SPACE}${writeAmount(money.subunits, subunit_to_unit, locale)}`;
}

/** As `writeAmount`, but for files and programs: no grouping, a full stop, plain spaces: "431270.00". */
export function writeDecimal(subunits: bigint, subunit_to_unit: bigint): string {
  return write(subunits, subunit_to_unit, PLAIN, ' ');
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
  const most = Math.max(zeros ?? 0, MAX_DECIMALS);
  let scaled = rest;
  for (let needed = 0; needed <= most; needed++, scaled *= 10n) {
    if (scaled % subunit_to_unit !== 0n) continue;
    const digits = needed === 0 ? '' : String(scaled / subunit_to_unit).padStart(needed, '0');
    return digits.padEnd(zeros === null ? 0 : decimalsShown(needed, zeros), '0');
  }
  return null;
}

// Three decimals look like a group of thousands, so a finer currency shows two, or four and more.
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
