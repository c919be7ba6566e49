import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Currency } from '../../../contract/currency.ts';
import { writeAmount } from '../../../money/write-amount.ts';
import { quoteQuery } from '../../api/quotes.ts';
import { ownLanguage } from '../../i18n/intl.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useDestination } from '../../router/use-destination.ts';
import { listed, ownCurrency, type Reference } from './currency-guesses.ts';
import {
  type Choices,
  type Draft,
  draftFrom,
  editedText,
  inLocale,
  isQuotable,
  type Recipient,
  readDraft,
  type Side,
} from './draft.ts';
import { type QuoteSearch, visitOf } from './quote-search.ts';

/** Debounce of the estimate and of the address, in milliseconds. */
export const typingDebounceMs = 250;

export type DraftStart = {
  /** The parsed address. */
  search: QuoteSearch;
  reference: Reference;
  /** The recipient, if chosen before the amount. */
  recipient: Recipient | undefined;
  /** Identifies the visit to the page. */
  visit: string;
};

/** The draft and its actions. Every change also writes the address. */
export function useDraft({ search, reference, recipient, visit }: DraftStart) {
  const { countries, currencies } = reference;
  const { locale } = useFormat();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() =>
    draftFrom(search, reference, { locale, language: ownLanguage() }, recipient),
  );
  // The next event starts from this, even before React has rendered it.
  const latest = useRef(draft);
  const writeAddress = useAddressWriter(draft.address, visit);

  const actions = useMemo(
    () =>
      draftActions({
        current: () => inLocale(latest.current, locale),
        change(next) {
          const before = latest.current;
          latest.current = readDraft(next, locale, before);
          setDraft(latest.current);
          const isTyped = !next.written && next.text !== before.text;
          writeAddress(latest.current.address, isTyped ? typingDebounceMs : 0);
        },
        flush: () => writeAddress(latest.current.address, 0),
        client,
        reference: { countries, currencies },
        locale,
      }),
    [client, writeAddress, countries, currencies, locale],
  );

  return { ...actions, draft: useMemo(() => inLocale(draft, locale), [draft, locale]) };
}

type ActionOptions = {
  /** The latest draft, which may not be rendered yet. */
  current: () => Draft;
  change: (next: Choices) => void;
  /** Writes the address now instead of after the debounce. */
  flush: () => void;
  client: QueryClient;
  reference: Reference;
  locale: string;
};

/** The form's actions. Created once, so that memoized parts do not render again. */
function draftActions(options: ActionOptions) {
  const { current, change, flush, client, locale } = options;
  const { countries, currencies } = options.reference;
  const write = (subunits: bigint, currency: Currency) =>
    writeAmount(subunits, currency.subunit_to_unit, locale);

  /** The same draft with a typed source amount `sent` and some changed choices. */
  function withSource(before: Draft, sent: bigint | undefined, part: Partial<Choices>): Choices {
    if (sent === undefined) return { ...before, ...part };
    const text = write(sent, before.source);
    return { ...before, ...part, side: 'source', text, written: true };
  }

  /** Chosen while the source amount is fetched. */
  let chosen: Partial<Choices> = {};

  /** Keeps the source amount: the typed destination amount means something else in a new currency. */
  async function receive(part: Pick<Choices, 'destination'> & Partial<Choices>) {
    const before = current();
    const isOther = part.destination.iso_code !== before.destination.iso_code;
    const all = { ...chosen, ...part };
    chosen = all;
    const isKept = before.side === 'source' || !isOther || !isQuotable(before);
    const sent = isKept
      ? undefined
      : (knownSource(client, before) ?? (await findSource(client, before)));
    // A later choice has this one too.
    if (chosen !== all) return;
    chosen = {};
    if (isKept) return change({ ...before, ...all });
    // If the person typed while the estimate was fetched, their input wins.
    if (current().address === before.address) change(withSource(before, sent, all));
  }

  return {
    /** Takes what was typed into a side; `shown` is what the field showed before. */
    type(side: Side, text: string, shown: string) {
      const before = current();
      const wasWritten = before.side !== side || before.written;
      const edited = wasWritten ? editedText(shown, text, locale) : text;
      change({ ...before, side, text: edited, written: false });
    },
    /** Formats the typed amount, so that the person sees how we read it. */
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
        const sent = before.side === 'destination' ? knownSource(client, before) : undefined;
        return change(withSource(before, sent, { country }));
      }
      // No estimate yet, so no source amount to keep: the typed amount keeps its currency.
      const stays = before.side === 'destination' && before.reading.ok && !isQuotable(before);
      const own = stays ? undefined : ownCurrency(country, currencies);
      const destination = own ?? before.destination;
      void receive({ country, destination });
    },
    /** Removes the recipient; until then the country is theirs. */
    dropRecipient() {
      const before = current();
      change({ ...before, recipient: undefined, dropped: before.recipient });
    },
    /** Chooses the currency to receive and keeps the source amount. */
    receive: (destination: Currency) => void receive({ destination }),
  };
}

/** The source amount in subunits, if the estimate is in the cache. */
function knownSource(client: QueryClient, { question }: Draft): bigint | undefined {
  return client.getQueryData(quoteQuery(question).queryKey)?.source_amount_cents;
}

/** The source amount in subunits, fetched if needed; undefined if there is no estimate. */
async function findSource(client: QueryClient, { question }: Draft): Promise<bigint | undefined> {
  const query = quoteQuery(question);
  if (client.getQueryState(query.queryKey)?.status === 'error') return undefined;
  try {
    return (await client.fetchQuery(query)).source_amount_cents;
  } catch {
    // The estimate's own notice reports the error.
    return undefined;
  }
}

/**
 * Returns a debounced function that replaces the form's address. It does nothing once another page is
 * open or being opened.
 */
function useAddressWriter(first: string, visit: string) {
  const navigate = useNavigate();
  const destination = useDestination();
  const written = useRef(first);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isHere = useRef(false);
  // A pending timer must not write into the address of the next form.
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      clearTimeout(timer.current);
    };
  }, []);

  return useCallback(
    (address: string, delayMs: number) => {
      clearTimeout(timer.current);
      if (delayMs > 0) timer.current = setTimeout(write, delayMs);
      else write();

      function write() {
        if (address === written.current) return;
        written.current = address;
        const { state, key } = destination();
        if (!isHere.current || (visitOf(state) ?? key) !== visit) return;
        // Without revalidation the navigation completes synchronously.
        const how = { replace: true, preventScrollReset: true, defaultShouldRevalidate: false };
        void navigate(address, { ...how, state: { visit } });
      }
    },
    [destination, navigate, visit],
  );
}
