import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { writeAmount } from '../../../money/write-amount.ts';
import { quoteQuery } from '../../api/quotes.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useDestination } from '../../router/use-destination.ts';
import { useAmountProblem } from './amount-problem.ts';
import {
  type Choices,
  type Draft,
  inLocale,
  questionOf,
  type Reference,
  readDraft,
  type Side,
} from './draft.ts';
import { draftActions } from './draft-actions.ts';
import { visitOf } from './quote-search.ts';
import { useEstimate } from './use-estimate.ts';
import { useShownProblem } from './use-shown-problem.ts';

const typingPause = 250;

export type QuoteForm = ReturnType<typeof useQuoteForm>;

/** The quote form: what is typed, what is wrong with it, and the estimate that answers it. */
export function useQuoteForm(start: Draft, { countries, currencies }: Reference, visit: string) {
  const { t } = useLingui();
  const amountProblem = useAmountProblem();
  const { draft, asked, ...actions } = useDraft(start, { countries, currencies }, visit);
  // Nobody is told that a field is empty before they have touched it.
  const [touched, setTouched] = useState(false);

  const estimate = useEstimate(draft, asked);
  const nothing = estimate.quote?.destination_amount_cents === 0n;
  const problem =
    amountProblem(draft.reading, draft[draft.side], draft.text) ??
    (nothing ? { message: t`That is too little: they would get nothing`, offers: [] } : null);

  const complete = problem === null && draft.country !== undefined;
  const pending = complete && !estimate.quote && (!estimate.failure || estimate.takingAgain);
  const shownProblem = useShownProblem(problem, draft.text, touched);

  function write(subunits: bigint, side: Side): string {
    return writeAmount(subunits, draft[side].subunit_to_unit, draft.locale);
  }

  return {
    ...actions,
    draft,
    estimate,
    /** What is wrong with the typed amount, once the person may be told. */
    amountProblem: shownProblem,
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
 * What is typed and chosen, and what of it is asked of the service: that and the address follow a pause in
 * the typing. Whatever changes the draft writes the address too, at once and never on the way to elsewhere.
 */
function useDraft(start: Draft, { countries, currencies }: Reference, visit: string) {
  const { locale } = useFormat();
  const client = useQueryClient();
  const navigate = useNavigate();
  const destination = useDestination();
  const [form, setForm] = useState({ draft: start, asked: start });
  // What the next key or press starts from, drawn or not.
  const held = useRef(form);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // What comes when the form has gone must not write into the address of the next one.
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      clearTimeout(timer.current);
    };
  }, []);

  const ask = useCallback(() => {
    clearTimeout(timer.current);
    const { draft, asked } = held.current;
    if (draft.address === asked.address) return;
    held.current = { draft, asked: draft };
    setForm(held.current);
    const { state, key } = destination();
    if (!isHere.current || (visitOf(state) ?? key) !== visit) return;
    // Nothing is loaded for it, so that the router has done it when this returns.
    const how = { replace: true, preventScrollReset: true, defaultShouldRevalidate: false };
    void navigate(draft.address, { ...how, state: { visit } });
  }, [destination, navigate, visit]);

  const actions = useMemo(() => {
    function change(next: Choices) {
      const { draft, asked } = held.current;
      held.current = { draft: readDraft(next, locale), asked };
      setForm(held.current);
      clearTimeout(timer.current);
      const isTyped = !next.written && next.text !== draft.text;
      if (isTyped) timer.current = setTimeout(ask, typingPause);
      else ask();
    }

    function knownSource(draft: Draft) {
      const { queryKey } = quoteQuery(questionOf(draft));
      return client.getQueryData(queryKey)?.source_amount_cents;
    }

    async function findSource(draft: Draft) {
      const query = quoteQuery(questionOf(draft));
      if (client.getQueryState(query.queryKey)?.status === 'error') return undefined;
      try {
        return (await client.fetchQuery(query)).source_amount_cents;
      } catch {
        // Where the estimate is shown it says what went wrong.
        return undefined;
      }
    }

    const current = () => inLocale(held.current.draft, locale);
    const reference = { countries, currencies };
    return draftActions({
      current,
      change,
      flush: ask,
      knownSource,
      findSource,
      reference,
      locale,
    });
  }, [client, ask, countries, currencies, locale]);

  const draft = useMemo(() => inLocale(form.draft, locale), [form.draft, locale]);
  return { ...actions, draft, asked: form.asked };
}
