import { Trans } from '@lingui/react/macro';
import type { Quote } from '../../../contract/api/quote.ts';
import { isFailure } from '../../api/api-error.ts';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './estimate-notice.module.css';
import { amountOnly, type CheckSearch } from './send-search.ts';

export type EstimateNoticeProps = {
  search: CheckSearch;
  /** What they were to get when the person started, in subunits. */
  started: string | undefined;
  quote: Quote | undefined;
  error: Error | null;
  takeAgain: () => void;
};

/** Says what is to be known of the estimate: that it changed, or that there is none. */
export function EstimateNotice({ search, started, quote, error, takeAgain }: EstimateNoticeProps) {
  return (
    // Stands there empty too, so that what comes is read out.
    <div aria-live="polite" className={styles.live}>
      {quote ? (
        <Changed started={started} quote={quote} />
      ) : (
        error && <Missing error={error} search={search} takeAgain={takeAgain} />
      )}
    </div>
  );
}

type ChangedProps = { started: string | undefined; quote: Quote };

// What is worse by less than one part in this many is no reason to stop and think.
const smallShare = 400n;

function Changed({ started, quote }: ChangedProps) {
  const { money } = useMoney();
  const { destination_amount_cents, destination_currency } = quote;
  const first = BigInt(started ?? destination_amount_cents);
  if (first === destination_amount_cents) return null;
  const was = money(first, destination_currency);
  if ((first - destination_amount_cents) * smallShare <= first) {
    return (
      <p className={styles.quiet}>
        <Trans>It was {was} when you started.</Trans>
      </p>
    );
  }
  const now = money(destination_amount_cents, destination_currency);
  return (
    <Notice tone="wait" title={<Trans>The estimate changed</Trans>}>
      <p>
        <Trans>
          It was {was} when you started. It is now <b>{now}</b>.
        </Trans>
      </p>
    </Notice>
  );
}

type MissingProps = { error: Error; search: CheckSearch; takeAgain: () => void };

function Missing({ error, search, takeAgain }: MissingProps) {
  const failureMessage = useFailureMessage();
  const { source_amount_currency, destination_amount_currency } = search;
  if (isFailure(error, 'rate-not-available')) {
    return (
      <Notice
        tone="stop"
        title={
          <Trans>
            No rate from {source_amount_currency} to {destination_amount_currency} right now
          </Trans>
        }
      >
        <p>
          <Trans>Nothing was sent. Try another amount or currency, or come back later.</Trans>
        </p>
        <ButtonLink to={paths.quote(amountOnly(search))}>
          <Trans>Change the amount</Trans>
        </ButtonLink>
      </Notice>
    );
  }
  return (
    <Notice tone="stop" title={<Trans>The estimate could not be taken</Trans>}>
      <p>{failureMessage(error)}</p>
      <Button onClick={takeAgain}>
        <Trans>Try again</Trans>
      </Button>
    </Notice>
  );
}
