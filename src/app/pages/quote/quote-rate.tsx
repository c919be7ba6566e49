import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { Quote } from '../../../contract/api/quote.ts';
import { invertRate, parseRate, type Rate, writeRate } from '../../../money/rate.ts';
import { isFailure } from '../../api/api-error.ts';
import { useDebouncedValue } from '../../form/use-debounced-value.ts';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './quote-rate.module.css';
import type { Estimate } from './use-estimate.ts';
import type { QuoteForm } from './use-quote-form.ts';

const inverseDigits = 4;

/** After so long a person wonders whether anything happens. */
const patienceMs = 3_000;
/** After so long the typing is over. */
const silenceMs = 700;

export type QuoteRateProps = {
  form: QuoteForm;
  /** Of what says why there is no estimate; it can be focused. */
  failureId: string;
};

/** Between what is sent and what arrives: the rate, or why there is none. */
export function QuoteRate({ form, failureId }: QuoteRateProps) {
  const { complete, draft } = form;
  const { quote, failure, takeAgain } = form.estimate;
  const noEstimate = failure && (
    <div id={failureId} tabIndex={-1} className={styles.why}>
      <NoEstimate form={form} failure={failure} onTryAgain={takeAgain} />
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
                Estimate taken <Ago at={quote.taken_at} />. The rate is set when you send.
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

export type QuoteRateRowProps = { children: ReactNode };

/** What is said between the two amounts, beside the arrow from one to the other. */
export function QuoteRateRow({ children }: QuoteRateRowProps) {
  return (
    <div className={styles.row}>
      <span className={styles.arrow} aria-hidden="true" />
      {children}
    </div>
  );
}

type BothRatesProps = { quote: Quote };

/** The rate as the service gave it, and the same the other way round. */
function BothRates({ quote }: BothRatesProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const money = useMoney();
  const rate = parseRate(quote.rate);
  const inverse = rate && inverseOf(rate);

  function wayBack(inverse: Rate, isExact: boolean): string {
    const [source, destination] = [quote.destination_currency, quote.source_currency];
    const figure = writeRate(inverse, locale);
    return isExact
      ? t`1 ${source} = ${figure} ${destination}`
      : t`1 ${source} ≈ ${figure} ${destination}`;
  }

  return (
    <p className={styles.rates}>
      <b>{money.rate(quote.rate, quote.source_currency, quote.destination_currency)}</b>
      {inverse && <span>{wayBack(inverse, isOne(rate, inverse))}</span>}
    </p>
  );
}

/** Rounded for the eye, but never before the decimal mark. */
function inverseOf(rate: Rate): Rate | null {
  const short = invertRate(rate, inverseDigits);
  return short?.scale === 0 ? invertRate(rate, String(short.digits).length) : short;
}

/** Whether two rates lead there and back again without a loss. */
function isOne(there: Rate, back: Rate): boolean {
  return there.digits * back.digits === 10n ** BigInt(there.scale + back.scale);
}

type NoEstimateProps = { form: QuoteForm; failure: Error; onTryAgain: () => void };

function NoEstimate({ form, failure, onTryAgain }: NoEstimateProps) {
  const failureMessage = useFailureMessage();
  const { source, destination } = form.draft;
  if (isFailure(failure, 'quote-refused')) {
    const reason = failure.detail;
    return (
      <Notice tone="stop" role="status" title={failureMessage(failure)}>
        {reason && (
          <p>
            <Trans>It says: “{reason}”</Trans>
          </p>
        )}
        <p>
          <Trans>Change the amount or a currency.</Trans>
        </p>
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
        <Trans>Choose another currency on either side, or try again later.</Trans>
      </p>
      {tryAgain}
    </Notice>
  );
}

export type QuoteHintProps = { country: boolean; complete: boolean };

/** What is still to come before there can be a rate. */
export function QuoteHint({ country, complete }: QuoteHintProps) {
  if (complete) return <Getting />;
  if (country) return <Trans>Enter an amount to see the rate.</Trans>;
  return <Trans>Choose where the money goes and enter an amount to see the rate.</Trans>;
}

/** An estimate is on its way; a slow one is said to be, and read out. */
function Getting() {
  const isSlow = useDebouncedValue(true, patienceMs, false);
  return (
    <>
      {!isSlow && <Trans>Getting the rate…</Trans>}
      <span role="status">{isSlow && <Trans>Still waiting for the payment service…</Trans>}</span>
    </>
  );
}

export type EstimateAnnouncerProps = { estimate: Estimate };

/** Reads out the first estimate of what is asked, once the typing is over; none of those after it. */
export function EstimateAnnouncer({ estimate: { quote } }: EstimateAnnouncerProps) {
  return <VisuallyHidden role="status">{quote && <FirstEstimate quote={quote} />}</VisuallyHidden>;
}

function FirstEstimate({ quote }: { quote: Quote }) {
  const { t } = useLingui();
  const { money } = useMoney();
  const [first] = useState(quote);
  const sent = money(first.source_amount_cents, first.source_currency);
  const got = money(first.destination_amount_cents, first.destination_currency);
  const isRead = useDebouncedValue(true, silenceMs, false);
  return isRead && t`You send ${sent}, they get ${got}`;
}
