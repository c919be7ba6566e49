import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { writeAmount } from '../../../money/write-amount.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLeaving } from '../../layouts/use-leaving.ts';
import { paths } from '../../paths.ts';
import { useAmountProblem } from './amount-problem.ts';
import { listed, ownCurrency } from './currency-guesses.ts';
import { type Draft, type Reference, readingOf, type Side, searchOf } from './draft.ts';
import { useEstimate } from './use-estimate.ts';

const typingPause = 250;

export type QuoteForm = ReturnType<typeof useQuoteForm>;

/** The quote form: what is typed, what is wrong with it, and the estimate that answers it. */
export function useQuoteForm(start: Draft, { countries, currencies }: Reference, visit: string) {
  const { locale } = useFormat();
  const navigate = useNavigate();
  const amountProblem = useAmountProblem();
  const [draft, setDraft] = useState(start);
  const [asked, setAsked] = useState(start);
  // Nobody is told that a field is empty before they have touched it.
  const [touched, setTouched] = useState(false);

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
  const problem = amountProblem(reading, draft[draft.side]);

  function change(part: Partial<Draft>) {
    setDraft((before) => ({ ...before, ...part }));
  }

  function write(subunits: bigint, side: Side): string {
    return writeAmount(subunits, draft[side].subunit_to_unit, locale);
  }

  return {
    draft,
    estimate,
    /** What is wrong with the typed amount, once the person may be told. */
    amountProblem: touched || draft.text !== '' ? problem : null,
    countryMissing: touched && !draft.country,
    /** Whether the form holds something that can be quoted. */
    complete: problem === null && draft.country !== undefined,

    /** The text of a side: as typed, or as the service answered. */
    textOf(side: Side): string {
      if (side === draft.side) return draft.text;
      return estimate.quote ? write(estimate.quote[`${side}_amount_cents`], side) : '';
    },
    type(side: Side, text: string) {
      change({ side, text });
    },
    /** Writes the typed amount as it was understood, so that a misreading is seen. */
    tidy() {
      if (reading.ok) change({ text: write(reading.subunits, draft.side) });
    },
    chooseCurrency(side: Side, code: string) {
      const currency = listed(code, currencies);
      if (currency) change(side === 'source' ? { source: currency } : { destination: currency });
    },
    /** To receive another currency for what is sent now. */
    receive(destination: Draft['destination'], source_amount_cents: bigint) {
      change({ destination, side: 'source', text: write(source_amount_cents, 'source') });
    },
    chooseCountry(id: string) {
      const country = countries.find((candidate) => candidate.id === id);
      const destination = (country && ownCurrency(country, currencies)) ?? draft.destination;
      // Whoever was chosen before gets it only where they are.
      const stays = draft.recipient?.country_id === id ? draft.recipient : undefined;
      change({ country, destination, recipient: stays });
    },
    showProblems() {
      setTouched(true);
    },
  };
}
