import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { writeAmount } from '../../../money/write-amount.ts';
import { quoteQuery } from '../../api/quotes.ts';
import { useDebouncedValue } from '../../form/use-debounced-value.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useDestination } from '../../router/use-destination.ts';
import { useAmountProblem } from './amount-problem.ts';
import {
  type Choices,
  type Draft,
  draftActions,
  draftFrom,
  inLocale,
  type Recipient,
  type Reference,
  readDraft,
  type Side,
} from './draft.ts';
import { type QuoteSearch, visitOf } from './quote-search.ts';
import { useEstimate } from './use-estimate.ts';

/** After so long an amount is asked for and written into the address. */
const typingPause = 250;
/** After so long it is told what is wrong with it. */
const problemPause = 400;

export type QuoteStartingPoint = {
  /** What the address says. */
  search: QuoteSearch;
  reference: Reference;
  /** Who gets it, where that was chosen before the amount. */
  recipient: Recipient | undefined;
  /** The visit to the page that the form belongs to. */
  visit: string;
};

export type QuoteForm = ReturnType<typeof useQuoteForm>;

/** The quote form: what is typed, what is wrong with it, and the estimate that answers it. */
export function useQuoteForm(start: QuoteStartingPoint) {
  const { t } = useLingui();
  const amountProblem = useAmountProblem();
  const { draft, ...actions } = useDraft(start);
  // Nobody is told that a field is empty before they have touched it.
  const [touched, setTouched] = useState(false);

  // A pause ends the typing; whatever is chosen is asked for at once.
  const asked = useDebouncedValue(draft, draft.written ? 0 : typingPause);
  const estimate = useEstimate(draft, asked);
  const nothing = estimate.quote?.destination_amount_cents === 0n;
  const problem =
    amountProblem(draft) ??
    (nothing ? { message: t`That is too little: they would get nothing`, offers: [] } : null);
  const isTold = useIsTold(draft) || touched;

  const complete = problem === null && draft.country !== undefined;
  const pending = complete && !estimate.quote && (!estimate.failure || estimate.takingAgain);

  function write(subunits: bigint, side: Side): string {
    return writeAmount(subunits, draft[side].subunit_to_unit, draft.locale);
  }

  return {
    ...actions,
    draft,
    estimate,
    /** What is wrong with the typed amount, once the person may be told. */
    amountProblem: isTold ? problem : null,
    countryMissing: touched && !draft.country,
    /** Whether the form holds something that can be quoted. */
    complete,
    /** Whether an estimate of what the form holds is on its way. */
    pending,

    /** The text of a side: as typed, or as the service answered; while that is pending, as it answered before. */
    textOf(side: Side): string {
      if (side === draft.side) return draft.text;
      const quote = pending ? estimate.latest : estimate.quote;
      return quote ? write(quote[`${side}_amount_cents`], side) : '';
    },
    showProblems: () => setTouched(true),
  };
}

/**
 * Whether to tell what is wrong with a text: once the typing is over, for on its way to an amount a text is
 * often none, and words that come and go with the keys would move the page. What is told stays until it is right.
 */
function useIsTold(draft: Draft): boolean {
  const settled = useDebouncedValue(draft, problemPause);
  const isSameTypo = draft.typo !== null && settled.typo === draft.typo;
  return draft.text !== '' && (settled.text === draft.text || isSameTypo);
}

/** What is typed and chosen, and what can be done to it. Whatever changes it writes the address too. */
function useDraft({ search, reference, recipient, visit }: QuoteStartingPoint) {
  const { countries, currencies } = reference;
  const { locale } = useFormat();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() =>
    draftFrom(search, reference, { locale, language: navigator.language }, recipient),
  );
  // What the next key or press starts from, drawn or not.
  const latest = useRef(draft);
  const writeAddress = useAddressWriter(draft.address, visit);

  const actions = useMemo(() => {
    function change(next: Choices) {
      const before = latest.current;
      latest.current = readDraft(next, locale, before);
      setDraft(latest.current);
      const isTyped = !next.written && next.text !== before.text;
      writeAddress(latest.current.address, isTyped ? typingPause : 0);
    }

    function knownSource({ question }: Draft) {
      return client.getQueryData(quoteQuery(question).queryKey)?.source_amount_cents;
    }

    async function findSource({ question }: Draft) {
      const query = quoteQuery(question);
      if (client.getQueryState(query.queryKey)?.status === 'error') return undefined;
      try {
        return (await client.fetchQuery(query)).source_amount_cents;
      } catch {
        // Where the estimate is shown it says what went wrong.
        return undefined;
      }
    }

    return draftActions({
      current: () => inLocale(latest.current, locale),
      change,
      flush: () => writeAddress(latest.current.address, 0),
      knownSource,
      findSource,
      reference: { countries, currencies },
      locale,
    });
  }, [client, writeAddress, countries, currencies, locale]);

  return { ...actions, draft: useMemo(() => inLocale(draft, locale), [draft, locale]) };
}

/**
 * Answers a function that writes the form's address, after a pause in which no other is to be written. It is
 * never written over another page's, nor on the way to one.
 */
function useAddressWriter(first: string, visit: string) {
  const navigate = useNavigate();
  const destination = useDestination();
  const written = useRef(first);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isHere = useRef(false);
  // What comes when the form has gone must not write into the address of the next one.
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      clearTimeout(timer.current);
    };
  }, []);

  return useCallback(
    (address: string, pause: number) => {
      clearTimeout(timer.current);
      if (pause > 0) timer.current = setTimeout(write, pause);
      else write();

      function write() {
        if (address === written.current) return;
        written.current = address;
        const { state, key } = destination();
        if (!isHere.current || (visitOf(state) ?? key) !== visit) return;
        // Nothing is loaded for it, so that the router has done it when this returns.
        const how = { replace: true, preventScrollReset: true, defaultShouldRevalidate: false };
        void navigate(address, { ...how, state: { visit } });
      }
    },
    [destination, navigate, visit],
  );
}
