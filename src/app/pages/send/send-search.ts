import * as z from 'zod/mini';
import type { DestinationAccount } from '../../../contract/api/destination-account.ts';
import { sendKey } from '../../../contract/api/send-key.ts';
import { idPattern } from '../../../contract/paths.ts';
import type { QuoteParams } from '../../api/quotes.ts';
import type { TransferTerms } from '../../api/sends.ts';
import { laterOf } from '../../orders/later-search.ts';

const amount = z.string().check(z.regex(/^[1-9]\d{0,59}$/));
const code = z.string().check(z.minLength(1), z.maxLength(20));
const id = z.string().check(z.regex(idPattern));
/** The longest text of a field that is kept: a year may have six digits. */
export const maxFieldLength = 20;
/** A day, a time or a count, as far as it is typed: the fields say what is wrong with it. */
const shortText = z.string().check(z.maxLength(maxFieldLength));

/** When it is sent, if not now. */
const whenChoices = {
  when: z.optional(z.enum(['once', 'weekly', 'monthly'])),
  first_day: z.optional(shortText),
  time: z.optional(shortText),
  ends_on: z.optional(shortText),
  ends_after: z.optional(shortText),
  /** The least that may arrive, in subunits. */
  floor: z.optional(amount),
};

const whenSearch = z.object(whenChoices);

const choices = {
  destination_account_id: z.optional(id),
  /** The destination amount that the person saw on the quote page, in subunits. */
  quoted: z.optional(amount),
  key: z.optional(sendKey),
  ...whenChoices,
};

const anySearch = z.object({
  source_amount_cents: z.optional(amount),
  source_amount_currency: z.optional(code),
  destination_amount_currency: z.optional(code),
  country_id: z.optional(id),
  ...choices,
});

const withAmount = z.object({
  source_amount_cents: amount,
  source_amount_currency: code,
  destination_amount_currency: code,
  country_id: id,
  ...choices,
});

const toCheck = z.object({ ...withAmount.shape, destination_account_id: id, key: sendKey });

/** Parameters of the page's address: ids and amounts in subunits, no personal data. */
type AnySearch = z.infer<typeof anySearch>;
/** With an amount, so a recipient can be chosen. */
export type AmountSearch = z.infer<typeof withAmount>;
/** With everything that a send needs. */
export type CheckSearch = z.infer<typeof toCheck>;

/** Parses the address; undefined if a parameter is invalid. */
export function parseSearch(url: string): AnySearch | undefined {
  const { later, ...given } = givenIn(new URL(url).searchParams);
  const kept = givenIn(new URLSearchParams(later));
  // The least that may arrive is of the currency that it was filled in for.
  const isOther = kept.destination_amount_currency !== given.destination_amount_currency;
  const { data } = z.safeParse(whenSearch, isOther ? { ...kept, floor: undefined } : kept);
  return z.safeParse(anySearch, { ...data, ...given }).data;
}

const givenIn = (params: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...params].filter(([, value]) => value !== ''));

export function hasAmount(search: AnySearch): search is AmountSearch {
  return z.safeParse(withAmount, search).success;
}

export function isToCheck(search: AmountSearch): search is CheckSearch {
  return z.safeParse(toCheck, search).success;
}

/** The amount, and the recipient, if chosen. */
export function amountOnly(search: AnySearch): AnySearch {
  return {
    source_amount_cents: search.source_amount_cents,
    source_amount_currency: search.source_amount_currency,
    destination_amount_currency: search.destination_amount_currency,
    country_id: search.country_id,
    destination_account_id: search.destination_account_id,
  };
}

/** The parameters of the quote page: the amount, the recipient, and as one text when it is sent. */
export const quoteSearchOf = (search: AnySearch) => ({
  ...amountOnly(search),
  later: laterOf(search),
});

/** The figures that make two sends identical. */
export function termsOf(search: CheckSearch): TransferTerms {
  return {
    destination_account_id: search.destination_account_id,
    source_amount_cents: search.source_amount_cents,
    source_amount_currency: search.source_amount_currency,
    destination_amount_currency: search.destination_amount_currency,
  };
}

/** The estimate's parameters; the recipient's country replaces the one of the first estimate. */
export function quoteParams(search: AmountSearch, account: DestinationAccount): QuoteParams {
  return {
    source_amount_cents: search.source_amount_cents,
    source_amount_currency: search.source_amount_currency,
    destination_amount_currency: search.destination_amount_currency,
    country_id: account.country?.id ?? search.country_id,
  };
}

/** Of the press that schedules under a key: its page holds the choices until the answer is there. */
export const scheduleKey = (key: string) => ['schedule', key];
