import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useId, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Currency } from '../../../contract/currency.ts';
import { isFailure } from '../../api/api-error.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { type Names, useNames } from '../../i18n/use-names.ts';
import { paths } from '../../router/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { SelectOption } from '../../ui/select-field.tsx';
import { CountryChoice } from './country-choice.tsx';
import type { Reference, Side } from './draft.ts';
import { QuoteAmount } from './quote-amount.tsx';
import styles from './quote-card.module.css';
import { EstimateAnnouncer, QuoteRate } from './quote-rate.tsx';
import type { QuoteForm } from './use-quote-form.ts';

export type QuoteCardProps = {
  form: QuoteForm;
  reference: Reference;
  /** The currencies that can be paid out to whoever gets it. */
  payable: readonly Currency[];
};

/** Where to, how much, what arrives. */
export function QuoteCard({ form, reference, payable }: QuoteCardProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const names = useNames();
  const { money } = useMoney();
  const countryId = useId();
  const failureId = useId();
  const amountIds: Record<Side, string> = { source: useId(), destination: useId() };
  const { countries, currencies } = reference;
  const sendable = useMemo(() => currencyOptions(currencies, names), [currencies, names]);
  const receivable = useMemo(() => currencyOptions(payable, names), [payable, names]);
  const { draft, estimate, complete } = form;
  const { source, destination } = draft;
  const [sends, gets] = useMemo(
    () => [names.currencyPlural(source), names.currencyPlural(destination)],
    [names, source, destination],
  );
  const { quote } = estimate;
  const closest =
    quote?.exact === false
      ? money(quote.destination_amount_cents, quote.destination_currency)
      : undefined;

  function sideProps(side: Side) {
    const typed = side === draft.side;
    return {
      id: amountIds[side],
      side,
      text: form.textOf(side),
      currency: draft[side].iso_code,
      options: side === 'source' ? sendable : receivable,
      typed,
      pending: !typed && form.pending,
      problem: typed ? form.amountProblem : null,
      closest,
      onType: form.type,
      onLeave: form.tidy,
      onCurrency: form.chooseCurrency,
    };
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!complete) {
      form.showProblems();
      document.getElementById(draft.country ? amountIds[draft.side] : countryId)?.focus();
    } else if (quote) {
      void navigate(
        paths.send({
          source_amount_cents: quote.source_amount_cents.toString(),
          source_amount_currency: draft.source.iso_code,
          destination_amount_currency: draft.destination.iso_code,
          country_id: draft.country?.id,
          destination_account_id: draft.recipient?.id,
          quoted: quote.destination_amount_cents.toString(),
        }),
      );
    } else if (estimate.failure) {
      // What the service refuses for its own reason it refuses again.
      if (!isFailure(estimate.failure, 'quote-refused')) estimate.takeAgain();
      document.getElementById(failureId)?.focus();
    }
  }

  return (
    <Card>
      <form noValidate onSubmit={submit}>
        <div className={styles.country}>
          <CountryChoice
            id={countryId}
            countries={countries}
            country={draft.country}
            recipient={draft.recipient?.alias}
            dropped={draft.dropped?.alias}
            missing={form.countryMissing}
            onChange={form.chooseCountry}
            onDrop={form.dropRecipient}
          />
        </div>
        <QuoteAmount
          {...sideProps('source')}
          label={t`You send, in ${sends}`}
          currencyLabel={t`Currency that you send`}
        />
        <QuoteRate form={form} failureId={failureId} />
        <QuoteAmount
          {...sideProps('destination')}
          label={t`They get, in ${gets}`}
          currencyLabel={t`Currency that they get`}
        />
        <div className={styles.go}>
          <Button type="submit" variant="main" wide pending={form.pending}>
            {draft.recipient ? <Trans>Check and send</Trans> : <Trans>Choose who gets it</Trans>}
          </Button>
        </div>
        <EstimateAnnouncer estimate={estimate} />
      </form>
    </Card>
  );
}

/** Currencies by code, which is what the field shows. */
function currencyOptions(currencies: readonly Currency[], names: Names): SelectOption[] {
  const { compare } = names;
  return currencies
    .map((currency) => ({
      value: currency.iso_code,
      label: `${currency.iso_code} · ${names.currency(currency)}`,
    }))
    .sort((a, b) => compare(a.value, b.value));
}
