import { Trans } from '@lingui/react/macro';
import type { Quote } from '../../../contract/api/quote.ts';
import { isFailure } from '../../api/api-error.ts';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { paths } from '../../router/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './estimate-notice.module.css';
import { type CheckSearch, quoteSearchOf } from './send-search.ts';

type EstimateNoticeProps = {
  search: CheckSearch;
  quote: Quote | undefined;
  error: Error | null;
  refetch: () => void;
};

/** Says why there is no estimate. */
export function EstimateNotice({ search, quote, error, refetch }: EstimateNoticeProps) {
  return (
    // The live region exists while empty, so that screen readers announce what appears in it.
    <div aria-live="polite" className={styles.live}>
      {!quote && error && <EstimateFailure error={error} search={search} refetch={refetch} />}
    </div>
  );
}

function EstimateFailure({
  error,
  search,
  refetch,
}: Omit<EstimateNoticeProps, 'quote'> & { error: Error }) {
  const failureMessage = useFailureMessage();
  const { source_amount_currency, destination_amount_currency } = search;
  if (isFailure(error, 'rate-not-available')) {
    return (
      <Notice tone="stop" title={<Trans>You can’t send this right now</Trans>}>
        <p>
          <Trans>Choose another currency, or try again later.</Trans>
        </p>
        <p>
          <Trans>
            There is no rate from {source_amount_currency} to {destination_amount_currency}.
          </Trans>
        </p>
        <ButtonLink to={paths.quote(quoteSearchOf(search))}>
          <Trans>Change currency</Trans>
        </ButtonLink>
      </Notice>
    );
  }
  return (
    <Notice tone="stop" title={<Trans>We couldn’t get an estimate</Trans>}>
      <p>{failureMessage(error)}</p>
      <Button onClick={refetch}>
        <Trans>Try again</Trans>
      </Button>
    </Notice>
  );
}
