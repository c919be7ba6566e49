import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { RecentRecipient } from '../../../contract/api/recent-recipient.ts';
import type { Currency } from '../../../contract/currency.ts';
import { writeAmount } from '../../../money/write-amount.ts';
import { quoteQuery } from '../../api/quotes.ts';
import { useDebouncedValue } from '../../form/use-debounced-value.ts';
import { ownLanguage } from '../../i18n/intl.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useDestination } from '../../router/use-destination.ts';
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

/** Debounce of the estimate and of the address, in milliseconds. */
const typingDebounceMs = 250;
/** Debounce of messages about the typed amount, in milliseconds. */
const problemDebounceMs = 400;

/** From this many times the largest of the last amounts on, an amount is asked about. */
const unusualTimes = 100n;
/** From this many units of any currency on, an amount is asked about. */
const hugeUnits = 10n ** 12n;

export type QuoteStartingPoint = {
  /** The parsed address. */
  search: QuoteSearch;
  reference: Reference;
  /** The recipient, if chosen before the amount. */
  recipient: Recipient | undefined;
  /** Whom the person sent to last. */
  recent: readonly RecentRecipient[];
  /** Identifies the visit to the page. */
  visit: string;
};

export type QuoteForm = ReturnType<typeof useQuoteForm>;

/** State of the quote form: the draft, what is wrong with it, and its estimate. */
export function useQuoteForm(start: QuoteStartingPoint) {
  const { t } = useLingui();
  const amountProblem = useAmountProblem();
  const { draft, ...actions } = useDraft(start);
  // An empty field is reported only after the person tried to go on.
  const [touched, setTouched] = useState(false);

  // Typing is debounced; a choice is requested at once.
  const asked = useDebouncedValue(draft, draft.written ? 0 : typingDebounceMs);
  const estimate = useEstimate(draft, asked);
  const nothing = estimate.quote?.destination_amount_cents === 0n;
  const problem =
    amountProblem(draft) ??
    (nothing ? { message: t`Too little: the recipient would get nothing`, offers: [] } : null);
  const isReported = useIsReported(draft) || touched;

  // Asked once in a visit: then the person knows that we ask.
  const [isSure, setIsSure] = useState(false);
  const confirm = useCallback(() => setIsSure(true), []);
  const typedSource = asked.side === 'source' && asked.reading.ok ? asked.reading.subunits : null;
  const sent = typedSource ?? estimate.quote?.source_amount_cents;

  const complete = problem === null && draft.country !== undefined;
  const pending = complete && !estimate.quote && (!estimate.failure || estimate.isRefetching);

  function write(subunits: bigint, side: Side): string {
    return writeAmount(subunits, draft[side].subunit_to_unit, draft.locale);
  }

  return {
    ...actions,
    draft,
    estimate,
    /** What is wrong with the typed amount; null while the person is typing. */
    amountProblem: isReported ? problem : null,
    /** Whether the source amount is far from what the person usually sends, and not confirmed. */
    unusual:
      !isSure &&
      problem === null &&
      sent !== undefined &&
      isUnusual(sent, draft.source, start.recent),
    /** Confirms an unusual amount. */
    confirm,
    countryMissing: touched && !draft.country,
    /** Whether the form can be quoted. */
    complete,
    /** Whether the estimate for the form is loading. */
    pending,

    /** A side's text: as typed, or the estimate; while that loads, the previous one. */
    textOf(side: Side): string {
      if (side === draft.side) return draft.text;
      const quote = pending ? estimate.latest : estimate.quote;
      return quote ? write(quote[`${side}_amount_cents`], side) : '';
    },
    showProblems: () => setTouched(true),
  };
}

function isUnusual(sent: bigint, source: Currency, recent: readonly RecentRecipient[]): boolean {
  const usual = recent
    .filter(({ source_amount_currency }) => source_amount_currency === source.iso_code)
    .map(({ source_amount_cents }) => source_amount_cents);
  const isHuge = sent >= hugeUnits * source.subunit_to_unit;
  return isHuge || (usual.length > 0 && usual.every((one) => sent >= unusualTimes * one));
}

/**
 * Whether to report a problem: only after the debounce, because a half-typed amount is often invalid and the
 * message would move the page at every key. Once reported it stays until the amount is valid.
 */
function useIsReported(draft: Draft): boolean {
  const settled = useDebouncedValue(draft, problemDebounceMs);
  const isSameTypo = draft.typo !== null && settled.typo === draft.typo;
  return draft.text !== '' && (settled.text === draft.text || isSameTypo);
}

/** The draft and its actions. Every change also writes the address. */
function useDraft({ search, reference, recipient, visit }: QuoteStartingPoint) {
  const { countries, currencies } = reference;
  const { locale } = useFormat();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() =>
    draftFrom(search, reference, { locale, language: ownLanguage() }, recipient),
  );
  // The next event starts from this, even before React has rendered it.
  const latest = useRef(draft);
  const writeAddress = useAddressWriter(draft.address, visit);

  const actions = useMemo(() => {
    function change(next: Choices) {
      const before = latest.current;
      latest.current = readDraft(next, locale, before);
      setDraft(latest.current);
      const isTyped = !next.written && next.text !== before.text;
      writeAddress(latest.current.address, isTyped ? typingDebounceMs : 0);
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
        // The estimate's own notice reports the error.
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

export type AmountProblem = {
  message: string;
  /** It is no mistake: the amount can be read in two ways. */
  isQuestion?: boolean;
  /** Formatted amounts that the person may have meant, offered as buttons. */
  offers: string[];
  /** What of the message is shown verbatim, in its order. */
  values?: string[];
};

/** Returns a function that says what is wrong with the typed amount; null if nothing is. */
export function useAmountProblem() {
  const { t } = useLingui();
  const { locale } = useFormat();

  return (draft: Draft): AmountProblem | null => {
    const { reading, fault } = draft;
    const { iso_code, subunit_to_unit } = draft[draft.side];
    const write = (subunits: bigint) => writeAmount(subunits, subunit_to_unit, locale);
    const nearest = reading.ok ? [] : reading.nearest;
    const offers = nearest.filter((subunits) => subunits > 0n).map(write);
    switch (fault) {
      case null:
        return null;
      case 'empty':
        return { message: t`Enter an amount`, offers };
      case 'zero':
        return { message: t`Enter more than zero`, offers };
      case 'too-large':
        return { message: t`This is more than you can send`, offers };
      case 'ambiguous':
        return {
          isQuestion: true,
          message: t`${plural(offers.length, {
            one: 'Do you mean this amount?',
            other: 'Which amount do you mean?',
          })}`,
          offers,
        };
      case 'not-whole': {
        const smallest = write(1n);
        return {
          message: t`${iso_code} amounts go in steps of ${smallest}. Choose the nearest:`,
          offers,
          values: [iso_code, smallest],
        };
      }
      case 'not-a-number': {
        const example = write(1500n * subunit_to_unit);
        return {
          message: t`Enter the amount in figures, for example ${example}`,
          offers,
          values: [example],
        };
      }
    }
  };
}
