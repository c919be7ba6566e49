import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useId, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Currency } from '../../../contract/currency.ts';
import { isFailure } from '../../api/api-error.ts';
import { EarlyForm, HydratedApart } from '../../hydration/hydrated-part.tsx';
import { useMoney } from '../../i18n/use-money.ts';
import { type Names, useNames } from '../../i18n/use-names.ts';
import { OwnLimit, useIsLimited } from '../../limits/own-limits.tsx';
import { paths } from '../../router/paths.ts';
import { CostNote } from '../../transfers/cost-note.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { SelectOption } from '../../ui/select-field.tsx';
import { CountryChoice } from './country-choice.tsx';
import type { Reference } from './currency-guesses.ts';
import type { Side } from './draft.ts';
import { quoteAside } from './later-parts.ts';
import { QuoteAmount } from './quote-amount.tsx';
import styles from './quote-card.module.css';
import { EstimateAnnouncer, QuoteRate } from './quote-rate.tsx';
import type { QuoteForm } from './use-quote-form.ts';

type QuoteCardProps = {
  form: QuoteForm;
  reference: Reference;
  /** The currencies that the recipient can receive. */
  payable: readonly Currency[];
};

/** The quote form: country, both amounts, rate. */
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

  const isLimited = useIsLimited(source.iso_code);
  const cents = form.sent;
  const limit = useMemo(
    () => isLimited && <OwnLimit currency={source.iso_code} cents={cents} />,
    [isLimited, source.iso_code, cents],
  );

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
      unusual: side === 'source' && form.unusual,
      onConfirm: form.confirm,
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
          later: draft.later,
        }),
      );
    } else if (estimate.failure) {
      // Retrying a refused quote is useless: the service refuses it again.
      if (!isFailure(estimate.failure, 'quote-refused')) estimate.refetch();
      document.getElementById(failureId)?.focus();
    }
  }

  return (
    <Card>
      <EarlyForm
        noValidate
        onSubmit={submit}
        // Before a country can be chosen.
        onFocus={() => void quoteAside.fetch()}
        className={styles.form}
      >
        <div className={styles.country}>
          <CountryChoice
            id={countryId}
            countries={countries}
            country={draft.country}
            recipient={draft.recipient}
            dropped={draft.dropped?.alias}
            missing={form.countryMissing}
            onChange={form.chooseCountry}
            onDrop={form.dropRecipient}
          />
        </div>
        <QuoteAmount
          {...sideProps('source')}
          label={t`You send, in ${sends}`}
          limit={limit}
          currencyLabel={t`Currency you send`}
        />
        <HydratedApart>
          <QuoteRate form={form} failureId={failureId} />
        </HydratedApart>
        <QuoteAmount
          {...sideProps('destination')}
          // The currency is a guess until there is a country.
          label={draft.country ? t`Recipient gets, in ${gets}` : t`Recipient gets`}
          currencyLabel={t`Currency the recipient gets`}
        />
        <CostNote />
        <div className={styles.go}>
          <Button type="submit" variant="main" wide pending={form.pending}>
            <Trans>Continue</Trans>
          </Button>
        </div>
        <EstimateAnnouncer estimate={estimate} />
      </EarlyForm>
    </Card>
  );
}

/** Options labelled and sorted by currency code. */
function currencyOptions(currencies: readonly Currency[], names: Names): SelectOption[] {
  return currencies
    .map((currency) => ({
      value: currency.iso_code,
      label: `${currency.iso_code} · ${names.currency(currency)}`,
    }))
    .sort((a, b) => (a.value < b.value ? -1 : 1));
}
