import { useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import { flushSync } from 'react-dom';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import type { SelectOption } from '../../ui/select-field.tsx';
import { Row } from '../../ui/stack.tsx';
import type { AmountProblem } from './amount-problem.ts';
import type { Side } from './draft.ts';
import styles from './quote-amount.module.css';

export type QuoteAmountProps = {
  id: string;
  side: Side;
  label: string;
  currencyLabel: string;
  text: string;
  currency: string;
  options: readonly SelectOption[];
  /** This side is typed, the service answers the other. */
  typed: boolean;
  /** The figure is on its way: the text is the one before, and only its room is kept. */
  pending: boolean;
  problem: AmountProblem | null;
  /** What arrives where the typed amount can't be met, with its currency. */
  closest: string | undefined;
  /** Gets what was typed, and what stood there. */
  onType: (side: Side, typed: string, shown: string) => void;
  onLeave: () => void;
  onCurrency: (side: Side, code: string) => void;
};

/** One side of the quote. It sits still while the other one is typed. */
export const QuoteAmount = memo(function QuoteAmount(props: QuoteAmountProps) {
  const { id, side, label, currencyLabel, text, currency, options, typed, pending } = props;
  const { problem, closest, onType, onLeave, onCurrency } = props;
  const { t } = useLingui();
  const hint = typed && side === 'destination' && !problem && (
    // Its room is there from the first key on, so that nothing jumps when the estimate comes.
    <span className={styles.closest}>
      {closest && t`No amount gives exactly that. The closest possible is ${closest}.`}
    </span>
  );

  function take(after: string) {
    const field = document.getElementById(id);
    if (!(field instanceof HTMLInputElement)) return;
    const behind = digitsIn(after.slice(field.selectionEnd ?? after.length));
    flushSync(() => onType(side, after, pending ? '' : text));
    // Another text than the one typed sends the caret to its end.
    if (field.value === after) return;
    let place = field.value.length;
    while (place > 0 && digitsIn(field.value.slice(place)) < behind) place -= 1;
    field.setSelectionRange(place, place);
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
        error={problem?.message}
        hint={hint}
      />
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
  /** Amounts as the person would write them. */
  offers: readonly string[];
  currency: string;
  onTake: (text: string) => void;
};

/** Amounts that were perhaps meant, each a button. */
function AmountOffers({ offers, currency, onTake }: AmountOffersProps) {
  return (
    <Row className={styles.offers}>
      {offers.map((offer) => (
        <Button key={offer} onClick={() => onTake(offer)}>
          {`${currency} ${offer}`}
        </Button>
      ))}
    </Row>
  );
}
