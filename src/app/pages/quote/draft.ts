import type { Country } from '../../../contract/country.ts';
import type { Currency } from '../../../contract/currency.ts';
import { type AmountReading, readAmount } from '../../../money/read-amount.ts';
import { writeAmount } from '../../../money/write-amount.ts';
import { currencyOfLanguage, listed, ownCurrency } from './currency-guesses.ts';
import type { QuoteSearch } from './quote-search.ts';

export type Side = 'source' | 'destination';

/** What the form holds. One side is typed, the service answers the other. */
export type Draft = {
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

export type Recipient = { id: string; alias: string; country_id: string | undefined };

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
  return {
    side,
    text: cents && currency ? writeAmount(BigInt(cents), currency.subunit_to_unit, locale) : '',
    written: true,
    source: asked.source ?? currencyOfLanguage(language, currencies) ?? fallback,
    destination: asked.destination ?? (country && ownCurrency(country, currencies)) ?? fallback,
    country,
    // Whoever was chosen before gets it only where they are.
    recipient: recipient?.country_id === country?.id ? recipient : undefined,
  };
}

export function readingOf(draft: Draft, locale: string): AmountReading {
  return readAmount(draft.text, draft[draft.side].subunit_to_unit, locale);
}

/** The address of the draft; it holds an amount only where there is one to quote. */
export function searchOf(draft: Draft, locale: string): QuoteSearch {
  const reading = readingOf(draft, locale);
  const cents = reading.ok && reading.subunits > 0n ? reading.subunits.toString() : undefined;
  return {
    source_amount_cents: draft.side === 'source' ? cents : undefined,
    destination_amount_cents: draft.side === 'destination' ? cents : undefined,
    source_amount_currency: draft.source.iso_code,
    destination_amount_currency: draft.destination.iso_code,
    country_id: draft.country?.id,
    destination_account_id: draft.recipient?.id,
  };
}
