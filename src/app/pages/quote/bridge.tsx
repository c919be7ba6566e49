import { Trans } from '@lingui/react/macro';
import { isFailure } from '../../api/api-error.ts';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './bridge.module.css';
import { BridgeRow } from './bridge-row.tsx';
import { Rates } from './rates.tsx';
import type { QuoteForm } from './use-quote-form.ts';
import { Waiting } from './waiting.tsx';

export type BridgeProps = {
  form: QuoteForm;
  /** Of what says why there is no estimate; it can be focused. */
  failureId: string;
};

/** Between what is sent and what arrives: the rate, or why there is none. */
export function Bridge({ form, failureId }: BridgeProps) {
  const { complete, draft } = form;
  const { quote, failure, takeAgain } = form.estimate;
  const noEstimate = failure && (
    <div id={failureId} tabIndex={-1} className={styles.why}>
      <NoEstimate form={form} failure={failure} onTryAgain={takeAgain} />
    </div>
  );
  return (
    <>
      <BridgeRow>
        {quote ? (
          <div>
            <Rates quote={quote} />
            <p>
              <Trans>
                Estimate taken <Ago at={quote.taken_at} />. The rate is set when you send.
              </Trans>
            </p>
          </div>
        ) : (
          (noEstimate ?? (
            <p>
              <Waiting
                key={draft.address}
                country={draft.country !== undefined}
                complete={complete}
              />
            </p>
          ))
        )}
      </BridgeRow>
      {quote && noEstimate && <div className={styles.failure}>{noEstimate}</div>}
    </>
  );
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
