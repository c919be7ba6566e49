import type { Country } from '../../../contract/country.ts';
import type { Currency } from '../../../contract/currency.ts';
import { type AmountReading, readAmount } from '../../../money/read-amount.ts';
import { writeAmount } from '../../../money/write-amount.ts';
import type { QuoteParams } from '../../api/quotes.ts';
import { paths } from '../../router/paths.ts';
import { currencyOfLanguage, listed, ownCurrency } from './currency-guesses.ts';
import type { QuoteSearch } from './quote-search.ts';

export type Side = 'source' | 'destination';

/** What a person chose and typed. One side is typed, the service answers the other. */
export type Choices = {
  side: Side;
  /** The amount of that side, as typed. */
  text: string;
  /** Whether the text was written here: an amount as the locale writes it, and not as typed. */
  written: boolean;
  source: Currency;
  destination: Currency;
  country: Country | undefined;
  /** Who gets it, where that was chosen before the amount. */
  recipient: Recipient | undefined;
  /** Who would have got it, until the person let them go. */
  dropped?: Recipient | undefined;
};

/** What the form holds: the choices, and what they say, read once. */
export type Draft = Choices & {
  /** In which the text is read. */
  locale: string;
  reading: AmountReading;
  /** Two drafts that mean the same have the same. */
  address: string;
};

export type Recipient = {
  id: string;
  alias: string;
  country_id: string | undefined;
  category: 'bank' | 'wallet';
};

export type Reference = { countries: readonly Country[]; currencies: readonly Currency[] };

/** A form as the address describes it, what is missing guessed; null when nothing can be chosen. */
export function draftFrom(
  search: QuoteSearch,
  { countries, currencies }: Reference,
  { locale, language }: { locale: string; language: string },
  recipient: Recipient | undefined,
): Draft | null {
  const fallback = listed('USD', currencies) ?? currencies[0];
  if (!fallback) return null;

  const asked = {
    source: listed(search.source_amount_currency, currencies),
    destination: listed(search.destination_amount_currency, currencies),
  };
  const countryId = search.country_id ?? recipient?.country_id;
  const country = countries.find(({ id }) => id === countryId);
  const side = search.destination_amount_cents === undefined ? 'source' : 'destination';
  const cents = search[`${side}_amount_cents`];
  // Without the currency that the address meant, nobody knows what its subunits are.
  const currency = asked[side];
  const choices: Choices = {
    side,
    text: cents && currency ? writeAmount(BigInt(cents), currency.subunit_to_unit, locale) : '',
    written: true,
    source: asked.source ?? currencyOfLanguage(language, currencies) ?? fallback,
    destination: asked.destination ?? (country && ownCurrency(country, currencies)) ?? fallback,
    country,
    // Whoever was chosen before gets it only where they are.
    recipient: recipient?.country_id === country?.id ? recipient : undefined,
  };
  return readDraft(choices, locale);
}

export function readDraft(choices: Choices, locale: string): Draft {
  const { side, text } = choices;
  const reading = readAmount(text, choices[side].subunit_to_unit, locale);
  const draft = { ...choices, locale, reading };
  const search = { ...questionOf(draft), destination_account_id: choices.recipient?.id };
  return { ...draft, address: paths.quote(search) };
}

/** "1,234" in one language is a little over 1 in another, so an amount goes over as it was meant. */
export function inLocale(draft: Draft, locale: string): Draft {
  const { reading, side } = draft;
  if (draft.locale === locale || !reading.ok) return draft;
  const text = writeAmount(reading.subunits, draft[side].subunit_to_unit, locale);
  return { ...draft, text, written: true, locale };
}

/** What the service is asked; it holds an amount only where there is one to quote. */
export function questionOf(draft: Omit<Draft, 'address'>): QuoteParams {
  const { side, reading } = draft;
  const cents = reading.ok && reading.subunits > 0n ? reading.subunits.toString() : undefined;
  return {
    source_amount_cents: side === 'source' ? cents : undefined,
    destination_amount_cents: side === 'destination' ? cents : undefined,
    source_amount_currency: draft.source.iso_code,
    destination_amount_currency: draft.destination.iso_code,
    country_id: draft.country?.id ?? '',
  };
}

export function isQuotable({ reading, country }: Draft): boolean {
  return reading.ok && reading.subunits > 0n && country !== undefined;
}
