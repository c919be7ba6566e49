import { Trans, useLingui } from '@lingui/react/macro';
import { type ChangeEvent, memo, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { verbatim, withVerbatim } from '../../i18n/trans.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import type { SelectOption } from '../../ui/select-field.tsx';
import { Row } from '../../ui/stack.tsx';
import type { Side } from './draft.ts';
import styles from './quote-amount.module.css';
import type { AmountProblem } from './use-quote-form.ts';

type QuoteAmountProps = {
  id: string;
  side: Side;
  label: string;
  currencyLabel: string;
  text: string;
  currency: string;
  options: readonly SelectOption[];
  /** The person types this side; the service calculates the other. */
  typed: boolean;
  /** The estimate is loading: `text` is the previous one, hidden to keep its space. */
  pending: boolean;
  problem: AmountProblem | null;
  /** The nearest amount with its currency, if the typed one can't be met exactly. */
  closest: string | undefined;
  /** The amount is far from the usual ones: asks whether it is right, but blocks nothing. */
  unusual: boolean;
  /** What is left of the person's limits. */
  limit?: ReactNode;
  onConfirm: () => void;
  /** Called with the new text and the text that the field showed before. */
  onType: (side: Side, typed: string, shown: string) => void;
  onLeave: () => void;
  onCurrency: (side: Side, code: string) => void;
};

/** One side of the quote. Memoized, because the page renders at every key. */
export const QuoteAmount = memo(function QuoteAmount(props: QuoteAmountProps) {
  const { id, side, label, currencyLabel, text, currency, options, typed, pending } = props;
  const { problem, closest, unusual, limit, onConfirm, onType, onLeave, onCurrency } = props;
  const { t } = useLingui();
  const message = problem && withVerbatim(problem.message, ...(problem.values ?? []));
  const hint =
    side === 'source'
      ? limit
      : !problem && (
          // Rendered empty, so that neither typing here nor the estimate moves the button.
          <span className={styles.closest}>
            {typed && closest && withVerbatim(t`The closest possible: ${closest}`, closest)}
          </span>
        );

  function take(after: string, event?: ChangeEvent<HTMLInputElement>) {
    const field = document.getElementById(id);
    if (!(field instanceof HTMLInputElement)) return;
    const behind = digitsIn(after.slice(field.selectionEnd ?? after.length));
    const type = () => onType(side, after, pending ? '' : text);
    if (event) {
      flushSync(type);
      keepCaret();
    } else {
      // React renders what was typed before hydration at the end of the commit that it is read in.
      type();
      queueMicrotask(keepCaret);
    }

    /** Setting another text than the typed one moves the caret to the end: puts it back. */
    function keepCaret() {
      if (!(field instanceof HTMLInputElement) || document.activeElement !== field) return;
      if (field.value === after) return;
      let place = field.value.length;
      while (place > 0 && digitsIn(field.value.slice(place)) < behind) place -= 1;
      field.setSelectionRange(place, place);
    }
  }

  return (
    <>
      <AmountField
        id={id}
        label={label}
        placeholder="0"
        value={text}
        onChange={take}
        onBlur={() => typed && onLeave()}
        currency={currency}
        currencies={options}
        onCurrencyChange={(code) => onCurrency(side, code)}
        currencyLabel={currencyLabel}
        pending={pending}
        error={problem?.isQuestion ? undefined : message}
        warning={unusual && t`This is far more than you usually send. Is it right?`}
        hint={problem?.isQuestion ? message : hint}
      />
      {unusual && (
        <Row className={styles.offers}>
          <Button
            onClick={() => {
              onConfirm();
              document.getElementById(id)?.focus();
            }}
          >
            <Trans>Yes, it’s right</Trans>
          </Button>
        </Row>
      )}
      {problem && problem.offers.length > 0 && (
        <AmountOffers
          offers={problem.offers}
          currency={currency}
          onTake={(offer) => {
            onType(side, offer, '');
            document.getElementById(id)?.focus();
          }}
        />
      )}
    </>
  );
});

const digitsIn = (text: string) => text.replace(/\D/g, '').length;

type AmountOffersProps = {
  /** Formatted amounts. */
  offers: readonly string[];
  currency: string;
  onTake: (text: string) => void;
};

/** Amounts that the person may have meant, as buttons. */
function AmountOffers({ offers, currency, onTake }: AmountOffersProps) {
  return (
    <Row className={styles.offers}>
      {offers.map((offer) => (
        <Button key={offer} onClick={() => onTake(offer)}>
          {verbatim(`${currency} ${offer}`)}
        </Button>
      ))}
    </Row>
  );
}
