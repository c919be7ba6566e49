import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useId, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { useNames } from '../../i18n/use-names.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Bridge } from './bridge.tsx';
import { countryItems, currencyOptions } from './choices.ts';
import type { Reference, Side } from './draft.ts';
import { QuoteAmount } from './quote-amount.tsx';
import styles from './quote-card.module.css';
import { SettledEstimate } from './settled-estimate.tsx';
import type { QuoteForm } from './use-quote-form.ts';

export type QuoteCardProps = { form: QuoteForm; reference: Reference };

/** Where to, how much, what arrives. */
export function QuoteCard({ form, reference }: QuoteCardProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const names = useNames();
  const countryId = useId();
  const amountIds: Record<Side, string> = { source: useId(), destination: useId() };
  const { countries, currencies } = reference;
  const asset = t`Digital asset`;
  const items = useMemo(() => countryItems(countries, names, asset), [countries, names, asset]);
  const options = useMemo(() => currencyOptions(currencies, names), [currencies, names]);
  const { draft, estimate, complete } = form;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!complete) {
      form.showProblems();
      document.getElementById(draft.country ? amountIds[draft.side] : countryId)?.focus();
    } else if (estimate.fresh && estimate.quote) {
      void navigate(
        paths.send({
          source_amount_cents: estimate.quote.source_amount_cents.toString(),
          source_amount_currency: draft.source.iso_code,
          destination_amount_currency: draft.destination.iso_code,
          country_id: draft.country?.id,
          destination_account_id: draft.recipient?.id,
          quoted: estimate.quote.destination_amount_cents.toString(),
        }),
      );
    }
  }

  return (
    <Card>
      <form noValidate onSubmit={submit}>
        <div className={styles.country}>
          <Combobox
            id={countryId}
            label={t`To`}
            placeholder={t`Country or digital asset`}
            items={items}
            value={draft.country?.id ?? ''}
            onChange={form.chooseCountry}
            hint={draft.recipient && t`For ${draft.recipient.alias}`}
            error={form.countryMissing && t`Choose where the money goes`}
          />
        </div>
        <QuoteAmount
          id={amountIds.source}
          side="source"
          label={t`You send, in ${names.currencyPlural(draft.source)}`}
          currencyLabel={t`Currency that you send`}
          form={form}
          options={options}
        />
        <Bridge form={form} />
        <QuoteAmount
          id={amountIds.destination}
          side="destination"
          label={t`They get, in ${names.currencyPlural(draft.destination)}`}
          currencyLabel={t`Currency that they get`}
          form={form}
          options={options}
        />
        <div className={styles.go}>
          <Button
            type="submit"
            variant="main"
            wide
            pending={complete && !estimate.fresh && !estimate.failure}
          >
            {draft.recipient ? <Trans>Check and send</Trans> : <Trans>Choose who gets it</Trans>}
          </Button>
        </div>
        <SettledEstimate estimate={estimate} />
      </form>
    </Card>
  );
}
