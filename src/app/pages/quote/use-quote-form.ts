import { useLingui } from '@lingui/react/macro';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { writeAmount } from '../../../money/write-amount.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLeaving } from '../../layouts/use-leaving.ts';
import { paths } from '../../paths.ts';
import { useAmountProblem } from './amount-problem.ts';
import { type Draft, type Reference, readingOf, type Side, searchOf } from './draft.ts';
import { draftActions } from './draft-actions.ts';
import { useEstimate } from './use-estimate.ts';
import { useShownProblem } from './use-shown-problem.ts';

const typingPause = 250;

export type QuoteForm = ReturnType<typeof useQuoteForm>;

/** The quote form: what is typed, what is wrong with it, and the estimate that answers it. */
export function useQuoteForm(start: Draft, { countries, currencies }: Reference, visit: string) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const navigate = useNavigate();
  const amountProblem = useAmountProblem();
  const [draft, setDraft] = useState(start);
  const [asked, setAsked] = useState(start);
  // Nobody is told that a field is empty before they have touched it.
  const [touched, setTouched] = useState(false);
  const [writtenFor, setWrittenFor] = useState(locale);

  // "1,234" in one language is a little over 1 in another, so the amount goes over as it was meant.
  if (writtenFor !== locale) {
    setWrittenFor(locale);
    const meant = readingOf(draft, writtenFor);
    if (meant.ok) setDraft({ ...draft, text: write(meant.subunits, draft.side), written: true });
  }

  const leaving = useLeaving();

  // What is asked, and the address with it, follows a pause in the typing: only a timer can wait.
  useEffect(() => {
    if (draft === asked || leaving) return;
    const ask = () => {
      setAsked(draft);
      void navigate(paths.quote(searchOf(draft, locale)), {
        replace: true,
        preventScrollReset: true,
        state: { visit },
      });
    };
    const timer = setTimeout(ask, draft.text === asked.text ? 0 : typingPause);
    return () => clearTimeout(timer);
  }, [draft, asked, leaving, locale, navigate, visit]);

  const estimate = useEstimate(draft, asked);
  const reading = readingOf(draft, locale);
  const nothing = estimate.quote?.destination_amount_cents === 0n;
  const problem =
    amountProblem(reading, draft[draft.side], draft.text) ??
    (nothing ? { message: t`That is too little: they would get nothing`, offers: [] } : null);

  const complete = problem === null && draft.country !== undefined;
  const pending = complete && !estimate.quote && (!estimate.failure || estimate.takingAgain);
  const shownProblem = useShownProblem(problem, draft.text, touched);

  function write(subunits: bigint, side: Side): string {
    return writeAmount(subunits, draft[side].subunit_to_unit, locale);
  }

  const actions = useMemo(
    () => draftActions(setDraft, { countries, currencies }, locale),
    [countries, currencies, locale],
  );

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
