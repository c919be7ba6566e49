import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { Quote } from '../../../contract/api/quote.ts';
import { isFailure } from '../../api/api-error.ts';
import { useDebouncedValue } from '../../form/use-debounced-value.ts';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { useServiceAmounts } from '../../i18n/service-amounts.ts';
import { withVerbatim, words } from '../../i18n/trans.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/button.tsx';
import { Drawing } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './quote-rate.module.css';
import type { Estimate } from './use-estimate.ts';
import type { QuoteForm } from './use-quote-form.ts';

const swapIcon =
  'M5.3 2.7v10.6m0 0L2.7 10.7m2.6 2.6 2.7-2.6M10.7 13.3V2.7m0 0L8 5.3m2.7-2.6 2.6 2.6';

/** After this, a loading estimate is called slow. */
const patienceMs = 3_000;
/** After this, typing counts as finished. */
const silenceMs = 700;

type QuoteRateProps = {
  form: QuoteForm;
  /** Id of the notice that says why there is no estimate; it can be focused. */
  failureId: string;
};

/** Between the two amounts: the rate, or why there is none. */
export function QuoteRate({ form, failureId }: QuoteRateProps) {
  const { complete, draft } = form;
  const { quote, failure, refetch } = form.estimate;
  const noEstimate = failure && (
    <div id={failureId} tabIndex={-1} className={styles.why}>
      <NoEstimate form={form} failure={failure} onTryAgain={refetch} />
    </div>
  );
  return (
    <>
      <QuoteRateRow>
        {quote ? (
          <div>
            <BothRates quote={quote} />
            <p>
              <Trans>
                Estimated <Ago at={quote.taken_at} />. The final rate is set when you send.
              </Trans>
            </p>
          </div>
        ) : (
          (noEstimate ?? (
            <p>
              <QuoteHint
                key={draft.address}
                country={draft.country !== undefined}
                complete={complete}
              />
            </p>
          ))
        )}
      </QuoteRateRow>
      {quote && noEstimate && <div className={styles.failure}>{noEstimate}</div>}
    </>
  );
}

type QuoteRateRowProps = { children: ReactNode };

/** The row between the two amounts. */
function QuoteRateRow({ children }: QuoteRateRowProps) {
  return (
    <div className={styles.row}>
      <span className={styles.swap}>
        <Drawing path={swapIcon} size={18} />
      </span>
      {children}
    </div>
  );
}

/** Both directions in paragraphs of their own, so that screen readers pause between them. */
function BothRates({ quote }: { quote: Quote }) {
  const [first, ...others] = useMoney().rates(
    quote.rate,
    quote.source_currency,
    quote.destination_currency,
  );
  return (
    <div className={styles.rates}>
      <p>
        <b translate="no">{first}</b>
      </p>
      {others.map((other) => (
        <p key={other} translate="no">
          {other}
        </p>
      ))}
    </div>
  );
}

type NoEstimateProps = { form: QuoteForm; failure: Error; onTryAgain: () => void };

function NoEstimate({ form, failure, onTryAgain }: NoEstimateProps) {
  const failureMessage = useFailureMessage();
  const serviceAmounts = useServiceAmounts();
  const { source, destination } = form.draft;
  if (isFailure(failure, 'quote-refused')) {
    const reason = words(failure.detail);
    const { text, values } = serviceAmounts(failure.detail ?? '', source.iso_code);
    return (
      <Notice tone="stop" role="status" title={failureMessage(failure)}>
        <p>
          <Trans>Change the amount or the currency.</Trans>
        </p>
        {reason && (
          <p>
            <Trans>The payment service said: “{reason}”</Trans>
          </p>
        )}
        {text && <p>{withVerbatim(text, ...values)}</p>}
      </Notice>
    );
  }
  const tryAgain = (
    <Button variant="quiet" onClick={onTryAgain}>
      <Trans>Try again</Trans>
    </Button>
  );
  if (!isFailure(failure, 'rate-not-available')) {
    return (
      <Notice tone="stop" role="status" title={failureMessage(failure)}>
        {tryAgain}
      </Notice>
    );
  }
  return (
    <Notice
      tone="wait"
      role="status"
      title={
        <Trans>
          No rate from {source.iso_code} to {destination.iso_code} right now
        </Trans>
      }
    >
      <p>
        <Trans>Choose another currency, or try again later.</Trans>
      </p>
      {tryAgain}
    </Notice>
  );
}

type QuoteHintProps = { country: boolean; complete: boolean };

/** What the person still has to enter to get a rate. */
function QuoteHint({ country, complete }: QuoteHintProps) {
  if (complete) return <Getting />;
  if (country) return <Trans>Enter an amount to see the rate.</Trans>;
  return <Trans>Choose where the money goes and enter an amount to see the rate.</Trans>;
}

/** The estimate is loading; after `patienceMs` a screen reader hears that it is slow. */
function Getting() {
  const isSlow = useDebouncedValue(true, patienceMs, false);
  return (
    <>
      {!isSlow && <Trans>Getting the rate…</Trans>}
      <span role="status">{isSlow && <Trans>Still waiting for the payment service…</Trans>}</span>
    </>
  );
}

type EstimateAnnouncerProps = { estimate: Estimate };

/** Announces the first estimate of each question to screen readers; refreshed ones are silent. */
export function EstimateAnnouncer({ estimate: { quote } }: EstimateAnnouncerProps) {
  // In another currency it is another question, which the same answer may have.
  const pair = quote && `${quote.source_currency} ${quote.destination_currency}`;
  return (
    <VisuallyHidden role="status">
      {quote && <FirstEstimate key={pair} quote={quote} />}
    </VisuallyHidden>
  );
}

function FirstEstimate({ quote }: { quote: Quote }) {
  const { t } = useLingui();
  const { money } = useMoney();
  const [first] = useState(quote);
  const sent = money(first.source_amount_cents, first.source_currency);
  const got = money(first.destination_amount_cents, first.destination_currency);
  const isRead = useDebouncedValue(true, silenceMs, false);
  return isRead && withVerbatim(t`You send ${sent}. The recipient gets about ${got}.`, sent, got);
}
