import { useLingui } from '@lingui/react/macro';
import { useMoney } from '../../i18n/use-money.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import type { SelectOption } from '../../ui/select-field.tsx';
import { AmountOffers } from './amount-offers.tsx';
import type { Side } from './draft.ts';
import styles from './quote-amount.module.css';
import type { QuoteForm } from './use-quote-form.ts';

export type QuoteAmountProps = {
  id: string;
  side: Side;
  label: string;
  currencyLabel: string;
  form: QuoteForm;
  options: readonly SelectOption[];
};

/** One side of the quote: typed by the person, or answered by the service. */
export function QuoteAmount({ id, side, label, currencyLabel, form, options }: QuoteAmountProps) {
  const { t } = useLingui();
  const { money } = useMoney();
  const { draft, estimate } = form;
  const { quote, fresh } = estimate;
  const typed = side === draft.side;
  const problem = typed ? form.amountProblem : null;
  const off = typed && side === 'destination' && fresh && quote?.exact === false ? quote : null;
  const closest = off && money(off.destination_amount_cents, off.destination_currency);
  const hint = typed && side === 'destination' && (
    // Its room is there from the first key on, so that nothing jumps when the estimate comes.
    <span className={styles.closest}>
      {closest && t`No amount gives exactly that. The closest possible is ${closest}.`}
    </span>
  );

  return (
    <>
      <AmountField
        id={id}
        label={label}
        placeholder="0"
        value={form.textOf(side)}
        onChange={(text) => form.type(side, text)}
        onBlur={() => typed && form.tidy()}
        currency={draft[side].iso_code}
        currencies={options}
        onCurrencyChange={(code) => form.chooseCurrency(side, code)}
        currencyLabel={currencyLabel}
        stale={!typed && !fresh}
        error={problem?.message}
        hint={hint}
      />
      {problem && problem.offers.length > 0 && (
        <AmountOffers
          offers={problem.offers}
          currency={draft[side].iso_code}
          onTake={(text) => {
            form.type(side, text);
            document.getElementById(id)?.focus();
          }}
        />
      )}
    </>
  );
}
