import { Trans } from '@lingui/react/macro';
import type { Quote } from '../../../contract/api/quote.ts';
import { isFailure } from '../../api/api-error.ts';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { paths } from '../../router/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './estimate-notice.module.css';
import { amountOnly, type CheckSearch } from './send-search.ts';

export type EstimateNoticeProps = {
  search: CheckSearch;
  quote: Quote | undefined;
  error: Error | null;
  takeAgain: () => void;
};

/** Says why there is no estimate. */
export function EstimateNotice({ search, quote, error, takeAgain }: EstimateNoticeProps) {
  return (
    // Stands there empty too, so that what comes is read out.
    <div aria-live="polite" className={styles.live}>
      {!quote && error && <Missing error={error} search={search} takeAgain={takeAgain} />}
    </div>
  );
}

export type EstimateChangeProps = {
  /** What they were to get when the person started, in subunits. */
  started: string | undefined;
  quote: Quote | undefined;
};

// What is worse by less than one part in this many is no reason to stop and think.
const smallShare = 400n;

/** Beside the figure, that it changed: its place is kept, so that nothing moves as it comes. */
export function EstimateChange({ started, quote }: EstimateChangeProps) {
  return (
    <div aria-live="polite" className={styles.change}>
      {quote && (
        <Changed started={started ?? quote.destination_amount_cents.toString()} quote={quote} />
      )}
    </div>
  );
}

function Changed({ started, quote }: { started: string; quote: Quote }) {
  const { money } = useMoney();
  const { destination_amount_cents, destination_currency } = quote;
  const first = BigInt(started);
  if (first === destination_amount_cents) return null;
  const was = money(first, destination_currency);
  if ((first - destination_amount_cents) * smallShare <= first) {
    return (
      <p>
        <Trans>It was {was} when you started.</Trans>
      </p>
    );
  }
  return (
    <p className={styles.worse}>
      <Icon name="warning" size={18} />
      <span>
        <Trans>The estimate changed. It was {was} when you started.</Trans>
      </span>
    </p>
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
