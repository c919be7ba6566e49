import type { Arrival } from '../../../contract/api/arrival.ts';
import type { Country } from '../../../contract/country.ts';
import type { Currency } from '../../../contract/currency.ts';
import { numberStyle } from '../../../money/number-style.ts';
import { type AmountReading, type AmountRefusal, readAmount } from '../../../money/read-amount.ts';
import { writeAmount } from '../../../money/write-amount.ts';
import type { QuoteParams } from '../../api/quotes.ts';
import { paths } from '../../router/paths.ts';
import { currencyOfLanguage, listed, ownCurrency, type Reference } from './currency-guesses.ts';
import type { QuoteSearch } from './quote-search.ts';

export type Side = 'source' | 'destination';

/** What the person chose and typed. They type one side; the service calculates the other. */
export type Choices = {
  side: Side;
  /** The amount of that side as text. */
  text: string;
  /** Whether we formatted the text; false while it is as typed. */
  written: boolean;
  source: Currency;
  destination: Currency;
  country: Country | undefined;
  /** The recipient, if chosen before the amount. */
  recipient: Recipient | undefined;
  /** When it is to be sent, as the check page wrote it. */
  later?: string | undefined;
  /** The recipient that the person has just removed. */
  dropped?: Recipient | undefined;
};

/** The form's state: the choices, and what is derived from them. */
export type Draft = Choices & {
  /** The locale in which the text is parsed. */
  locale: string;
  reading: AmountReading;
  /** Why the text is not an amount that can be sent. */
  fault: AmountFault | null;
  /** Identity of one invalid input while it is edited; null if the text is valid or empty. */
  typo: symbol | null;
  /** The parameters of the quote request; without an amount if there is nothing to quote. */
  question: QuoteParams;
  /** The page's address for this state; equal for drafts that mean the same. */
  address: string;
};

type AmountFault = Exclude<AmountRefusal, 'negative'> | 'zero' | 'too-large';

export type Recipient = {
  id: string;
  alias: string;
  country_id: string | undefined;
  /** How long transfers like one to it took. */
  arrival?: Arrival | undefined;
  category: 'bank' | 'wallet';
};

/** The service documents no limit (contract 8). Our API takes 60 digits. */
const tooLarge = 10n ** 60n;

/** The form's state from its address, with defaults for what is missing. */
export function draftFrom(
  search: QuoteSearch,
  { countries, currencies }: Reference,
  { locale, language }: { locale: string; language: string },
  recipient: Recipient | undefined,
): Draft {
  const fallback = listed('USD', currencies) ?? currencies[0];

  const asked = {
    source: listed(search.source_amount_currency, currencies),
    destination: listed(search.destination_amount_currency, currencies),
  };
  const countryId = search.country_id ?? recipient?.country_id;
  const country = countries.find(({ id }) => id === countryId);
  const side = search.destination_amount_cents === undefined ? 'source' : 'destination';
  const cents = search[`${side}_amount_cents`];
  // Subunits depend on the currency: without it, the amount in the address has no meaning.
  const currency = asked[side];
  const choices: Choices = {
    side,
    text: cents && currency ? writeAmount(BigInt(cents), currency.subunit_to_unit, locale) : '',
    written: true,
    source: asked.source ?? currencyOfLanguage(language, currencies) ?? fallback,
    destination: asked.destination ?? (country && ownCurrency(country, currencies)) ?? fallback,
    country,
    // The address may name another country than the recipient's: then the recipient does not apply.
    recipient: recipient?.country_id === country?.id ? recipient : undefined,
    later: search.later,
  };
  return readDraft(choices, locale);
}

/** Derives the draft from the choices; `before` is the previous draft. */
export function readDraft(choices: Choices, locale: string, before?: Draft): Draft {
  const { side, text, recipient, later } = choices;
  const reading = readAmount(text, choices[side].subunit_to_unit, locale);
  const fault = faultOf(reading, text);
  const isTypo = fault !== null && fault !== 'empty';
  const typo = isTypo ? (before?.typo ?? Symbol()) : null;
  const question = questionOf(choices, reading);
  const address = paths.quote({ ...question, destination_account_id: recipient?.id, later });
  return { ...choices, locale, reading, fault, typo, question, address };
}

function faultOf(reading: AmountReading, text: string): AmountFault | null {
  if (reading.ok) {
    if (reading.subunits >= tooLarge) return 'too-large';
    return reading.subunits > 0n ? null : 'zero';
  }
  if (reading.reason === 'negative') return 'zero';
  // A long run of digits is too large; only other characters make it no number.
  const isFigures = reading.reason === 'not-a-number' && /^[\d.,\s]{20,}$/.test(text);
  return isFigures ? 'too-large' : reading.reason;
}

function questionOf(choices: Choices, reading: AmountReading): QuoteParams {
  const { side, source, destination, country } = choices;
  const cents = reading.ok && reading.subunits > 0n ? reading.subunits.toString() : undefined;
  return {
    source_amount_cents: side === 'source' ? cents : undefined,
    destination_amount_cents: side === 'destination' ? cents : undefined,
    source_amount_currency: source.iso_code,
    destination_amount_currency: destination.iso_code,
    country_id: country?.id ?? '',
  };
}

/** Reformats the amount for another locale, because "1,234" means 1.234 in some. */
export function inLocale(draft: Draft, locale: string): Draft {
  const { reading, side } = draft;
  if (draft.locale === locale || !reading.ok) return draft;
  const text = writeAmount(reading.subunits, draft[side].subunit_to_unit, locale);
  return { ...draft, text, written: true, locale };
}

export function isQuotable({ reading, country }: Draft): boolean {
  return reading.ok && reading.subunits > 0n && country !== undefined;
}

/**
 * The text after an edit of an amount that we formatted in `locale`. Group separators are dropped:
 * "100,000" with its last zero deleted is 10000, not 100.00.
 * Pasted text and a separator that was just typed stay as they are.
 */
export function editedText(before: string, after: string, locale: string): string {
  const marks = numberStyle(locale).writeWhole(1_234_567n).replace(/\d/g, '');
  const without = (text: string) => [...text].filter((sign) => !marks.includes(sign)).join('');

  const start = sharedLength(before, after);
  const left = Math.min(before.length, after.length) - start;
  const end = Math.min(left, sharedLength(reversed(before), reversed(after)));
  const typed = after.slice(start, after.length - end);
  if (typed.length > 1) return after;
  return without(after.slice(0, start)) + typed + without(after.slice(after.length - end));
}

/** Length of the common prefix. */
function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

const reversed = (text: string) => [...text].reverse().join('');
