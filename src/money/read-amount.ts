import { withPlainDigits } from './digits.ts';
import { numberStyle } from './number-style.ts';
import { writeAmount } from './write-amount.ts';

export type AmountRefusal = 'empty' | 'not-a-number' | 'negative' | 'ambiguous' | 'not-whole';

/**
 * A parsed amount in subunits, or why it was refused. `nearest` is in subunits and ascending: for
 * 'ambiguous' the rounded decimal and the whole number that it may be, for 'not-whole' the whole amounts
 * just below and above, else empty.
 */
export type AmountReading =
  | { ok: true; subunits: bigint }
  | { ok: false; reason: AmountRefusal; nearest: bigint[] };

type Fraction = { numerator: bigint; denominator: bigint };

const maxAmountLength = 60;

// Only a currency code that Intl knows may follow the number, because other letters may multiply it ("5k",
// "5 mil"). A stop right after letters is refused, because it may belong to them ("S/.50" is fifty).
const amountPattern =
  /^(?<outer>-)? *(?:[A-Z]{3,5}(?![A-Z.,]))? *(?:[A-Z]{0,3}\p{Sc}|S\/(?! *[.,]))? *(?<inner>-)? *(?<number>[\d.,' /]*?) *(?:\p{Sc}|(?<code>[A-Z]{3}))?$/u;

// Digits without groups, in western groups (1.234.567) or Indian groups (12,34,567), with one separator.
const wholePattern =
  /^(?:\d+|[1-9]\d{0,2}([.,' ])\d{3}(?:\1\d{3})*|[1-9]\d?([.,' ])\d{2}(?:\2\d{2})*\2\d{3})$/;

/**
 * Parses an amount that a person typed or pasted, in either decimal style, with or without grouping and
 * a currency code or symbol: "1.234,56", "1,234.56", "1 234,5", "CLP 100.000", "2 1/3".
 * Returns subunits. `subunit_to_unit` is the currency's divisor (contract 2.5), any positive integer.
 * `locale` only decides whether "1.234" is a thousand or a decimal; when it cannot, the result is
 * 'ambiguous'. Parses everything that `writeAmount` writes for the same locale, except negative amounts.
 * Accepts zero, refuses more than 60 characters, and never throws because of `text`.
 */
export function readAmount(text: string, subunit_to_unit: bigint, locale: string): AmountReading {
  const trimmed = text.trim();
  if (trimmed === '') return refuse('empty');
  if (trimmed.length > maxAmountLength) return refuse('not-a-number');

  const parts = amountPattern.exec(plain(trimmed))?.groups;
  if (!parts) return refuse('not-a-number');
  const { outer, inner, number = '', code } = parts;
  const negative = outer !== undefined || inner !== undefined;
  if (number === '') return refuse(negative ? 'not-a-number' : 'empty');
  if (code !== undefined && !isKnownCurrency(code)) return refuse('not-a-number');

  const reading = readNumber(number, subunit_to_unit, locale);
  if (negative && (reading.ok || reading.reason !== 'not-a-number')) return refuse('negative');
  return reading;
}

/** Normalises spaces, apostrophes, minus signs and digits, and drops invisible characters. */
function plain(text: string): string {
  return withPlainDigits(text)
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/[‘’ʼ＇]/g, "'")
    .replace(/[−－]/g, '-')
    .replace(/，/g, ',')
    .replace(/．/g, '.');
}

function isKnownCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code);
}

function readNumber(number: string, subunit_to_unit: bigint, locale: string): AmountReading {
  const whole = wholeIn(number);
  const decimal = decimalIn(number);
  if (whole !== null && decimal !== null) {
    return readThreeDigits(number, whole, decimal, subunit_to_unit, locale);
  }
  if (whole !== null) return accept(whole * subunit_to_unit);

  const fraction = decimal ?? mixedIn(number);
  if (fraction === null) return refuse('not-a-number');
  const nearest = nearestSubunits(fraction, subunit_to_unit);
  return nearest.length === 1 ? accept(...nearest) : refuse('not-whole', nearest);
}

/** Decides what "1.234" and "1,234" mean: 1234 in one locale, a little over 1 in another. */
function readThreeDigits(
  number: string,
  whole: bigint,
  decimal: Fraction,
  subunit_to_unit: bigint,
  locale: string,
): AmountReading {
  const grouped = whole * subunit_to_unit;
  const decimals = nearestSubunits(decimal, subunit_to_unit);
  const readings = [rounded(decimal, subunit_to_unit), grouped];

  // Three digits can only be decimals in a currency that has a third decimal.
  const hasThirdDecimal = subunit_to_unit % 8n === 0n || subunit_to_unit % 125n === 0n;
  if (hasThirdDecimal && decimals.length === 1) {
    const own = readings.find((it) => writeAmount(it, subunit_to_unit, locale) === number);
    return own === undefined ? refuse('ambiguous', readings) : accept(own);
  }
  // The locale reads a decimal that the currency cannot hold. Guessing could be wrong by a thousand times.
  return number.includes(numberStyle(locale).decimal)
    ? refuse('ambiguous', readings)
    : accept(grouped);
}

function wholeIn(number: string): bigint | null {
  return wholePattern.test(number) ? BigInt(number.replace(/\D/g, '')) : null;
}

function decimalIn(number: string): Fraction | null {
  const parts = /^(?<before>.*)(?<mark>[.,])(?<after>\d*)$/.exec(number)?.groups;
  if (!parts) return null;
  const { before = '', mark = '', after = '' } = parts;
  if (before === '' && after === '') return null;
  const whole = before === '' ? 0n : wholeIn(before);
  if (whole === null || before.includes(mark)) return null;
  const denominator = 10n ** BigInt(after.length);
  return { numerator: whole * denominator + BigInt(after), denominator };
}

/** Parses a proper fraction, alone or after a whole number: "1/3", "2 1/3". */
function mixedIn(number: string): Fraction | null {
  const parts = /^(?:(?<before>.+) )?(?<over>\d+)\/(?<under>\d+)$/.exec(number)?.groups;
  if (!parts) return null;
  const { before, over = '', under = '' } = parts;
  const whole = before === undefined ? 0n : wholeIn(before);
  const denominator = BigInt(under);
  if (whole === null || BigInt(over) >= denominator) return null;
  return { numerator: whole * denominator + BigInt(over), denominator };
}

/** The amount when it is a whole number of subunits, else the amounts just below and above it. */
function nearestSubunits(
  { numerator, denominator }: Fraction,
  subunit_to_unit: bigint,
): [bigint] | [bigint, bigint] {
  const below = (numerator * subunit_to_unit) / denominator;
  return (numerator * subunit_to_unit) % denominator === 0n ? [below] : [below, below + 1n];
}

/** The amount in subunits, rounded half up. */
function rounded({ numerator, denominator }: Fraction, subunit_to_unit: bigint): bigint {
  return (2n * numerator * subunit_to_unit + denominator) / (2n * denominator);
}

function accept(subunits: bigint): AmountReading {
  return { ok: true, subunits };
}

function refuse(reason: AmountRefusal, nearest: bigint[] = []): AmountReading {
  return { ok: false, reason, nearest };
}
