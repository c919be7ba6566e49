import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import type { RecentRecipient } from '../../../contract/api/recent-recipient.ts';
import type { Currency } from '../../../contract/currency.ts';
import { writeAmount } from '../../../money/write-amount.ts';
import { useDebouncedValue } from '../../form/use-debounced-value.ts';
import { useFormat } from '../../i18n/use-format.ts';
import type { Draft, Side } from './draft.ts';
import { type DraftStart, typingDebounceMs, useDraft } from './use-draft.ts';
import { useEstimate } from './use-estimate.ts';

/** Debounce of messages about the typed amount, in milliseconds. */
const problemDebounceMs = 400;

/** From this many times the largest of the last amounts on, an amount is asked about. */
const unusualTimes = 100n;
/** From this many units of any currency on, an amount is asked about. */
const hugeUnits = 10n ** 12n;

export type QuoteStartingPoint = DraftStart & {
  /** Whom the person sent to last. */
  recent: readonly RecentRecipient[];
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
    /** The source amount in subunits, once it is known. */
    sent,
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
function useAmountProblem() {
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
