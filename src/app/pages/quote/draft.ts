import type { Country } from '../../../contract/country.ts';
import type { Currency } from '../../../contract/currency.ts';
import { numberStyle } from '../../../money/number-style.ts';
import { type AmountReading, type AmountRefusal, readAmount } from '../../../money/read-amount.ts';
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
  /** Why it is no amount to send. */
  fault: AmountFault | null;
  /** The same one for as long as what is typed is no amount; null for an amount, and for nothing. */
  typo: symbol | null;
  /** What the service is asked; it holds an amount only where there is one to quote. */
  question: QuoteParams;
  /** Two drafts that mean the same have the same. */
  address: string;
};

export type AmountFault = Exclude<AmountRefusal, 'negative'> | 'zero' | 'too-large';

export type Recipient = {
  id: string;
  alias: string;
  country_id: string | undefined;
  category: 'bank' | 'wallet';
};

export type Reference = {
  countries: readonly Country[];
  currencies: readonly [Currency, ...Currency[]];
};

/** The service sets no limit that is known (contract 8); between here and there an amount has 60 digits. */
const tooLarge = 10n ** 60n;

/** A form as the address describes it, what is missing guessed. */
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

/** What the choices say, where the form held another draft `before`. */
export function readDraft(choices: Choices, locale: string, before?: Draft): Draft {
  const { side, text, recipient } = choices;
  const reading = readAmount(text, choices[side].subunit_to_unit, locale);
  const fault = faultOf(reading, text);
  const isTypo = fault !== null && fault !== 'empty';
  const typo = isTypo ? (before?.typo ?? Symbol()) : null;
  const question = questionOf(choices, reading);
  const address = paths.quote({ ...question, destination_account_id: recipient?.id });
  return { ...choices, locale, reading, fault, typo, question, address };
}

function faultOf(reading: AmountReading, text: string): AmountFault | null {
  if (reading.ok) {
    if (reading.subunits >= tooLarge) return 'too-large';
    return reading.subunits > 0n ? null : 'zero';
  }
  if (reading.reason === 'negative') return 'zero';
  // Figures alone are refused for their number only.
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

/** "1,234" in one language is a little over 1 in another, so an amount goes over as it was meant. */
export function inLocale(draft: Draft, locale: string): Draft {
  const { reading, side } = draft;
  if (draft.locale === locale || !reading.ok) return draft;
  const text = writeAmount(reading.subunits, draft[side].subunit_to_unit, locale);
  return { ...draft, text, written: true, locale };
}

export function isQuotable({ reading, country }: Draft): boolean {
  return reading.ok && reading.subunits > 0n && country !== undefined;
}

type ActionOptions = {
  /** The draft of now, which may not be drawn yet. */
  current: () => Draft;
  change: (next: Choices) => void;
  /** Puts right now into the address what else would wait for a pause in the typing. */
  flush: () => void;
  /** The source amount of a draft in subunits, where the service has told it already. */
  knownSource: (draft: Draft) => bigint | undefined;
  /** The same, once the service has told it; undefined where it tells none. */
  findSource: (draft: Draft) => Promise<bigint | undefined>;
  reference: Reference;
  locale: string;
};

/** What a person can do to the form. They stay the same functions, so that what didn't change is not drawn again. */
export function draftActions(options: ActionOptions) {
  const { current, change, flush, knownSource, findSource, locale } = options;
  const { countries, currencies } = options.reference;
  const write = (subunits: bigint, currency: Currency) =>
    writeAmount(subunits, currency.subunit_to_unit, locale);

  /** Makes of a draft one whose source amount is typed, with a part that is changed. */
  function sending(before: Draft, sent: bigint | undefined, part: Partial<Choices>): Choices {
    if (sent === undefined) return { ...before, ...part };
    const text = write(sent, before.source);
    return { ...before, ...part, side: 'source', text, written: true };
  }

  /** A figure of the currency before would be another amount in the new one: what is sent stays instead. */
  async function receive(part: Pick<Choices, 'destination'> & Partial<Choices>) {
    const before = current();
    const isOther = part.destination.iso_code !== before.destination.iso_code;
    if (before.side === 'source' || !isOther || !isQuotable(before)) {
      return change({ ...before, ...part });
    }
    const sent = knownSource(before) ?? (await findSource(before));
    // Where somebody typed on while that was found out, their latest word counts.
    if (current().address === before.address) change(sending(before, sent, part));
  }

  return {
    /** Takes what was typed into a side, which showed `shown`. */
    type(side: Side, text: string, shown: string) {
      const before = current();
      const wasWritten = before.side !== side || before.written;
      const edited = wasWritten ? editedText(shown, text, locale) : text;
      change({ ...before, side, text: edited, written: false });
    },
    /** Writes the typed amount as it was understood, so that a misreading is seen. */
    tidy() {
      const before = current();
      const { reading, written, side } = before;
      if (!written && reading.ok) {
        change({ ...before, text: write(reading.subunits, before[side]), written: true });
      }
      flush();
    },
    chooseCurrency(side: Side, code: string) {
      const currency = listed(code, currencies);
      if (!currency) return;
      if (side === 'source') change({ ...current(), source: currency });
      else void receive({ destination: currency });
    },
    chooseCountry(id: string) {
      const before = current();
      const country = countries.find((candidate) => candidate.id === id);
      if (!country) {
        const sent = before.side === 'destination' ? knownSource(before) : undefined;
        return change(sending(before, sent, { country }));
      }
      // Nothing is known to be sent yet: an amount to receive stays in the currency it was typed in.
      const stays = before.side === 'destination' && before.reading.ok && !isQuotable(before);
      const own = stays ? undefined : ownCurrency(country, currencies);
      const destination = own ?? before.destination;
      void receive({ country, destination });
    },
    /** Lets go of who was chosen before; only then can the country be another. */
    dropRecipient() {
      const before = current();
      change({ ...before, recipient: undefined, dropped: before.recipient });
    },
    /** To receive another currency for what is sent now. */
    receive: (destination: Currency) => void receive({ destination }),
  };
}

/**
 * The text of an amount after an edit of one that was written here, in `locale`. The marks between its
 * thousands are let go: "100,000" without its last nought is ten thousand, and not a hundred.
 * Whatever was pasted stays as it came, and so does a mark that was just typed.
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

/** How many signs two texts begin with alike. */
function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

const reversed = (text: string) => [...text].reverse().join('');
