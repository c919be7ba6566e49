import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { accountQuery } from '../../api/accounts.ts';
import { isFailure } from '../../api/api-error.ts';
import { quoteQuery } from '../../api/quotes.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Stack } from '../../ui/stack.tsx';
import styles from './check-step.module.css';
import { CheckSummary } from './check-summary.tsx';
import { EstimateNotice } from './estimate-notice.tsx';
import { focusHeading } from './focus-heading.ts';
import { RefusalNotice } from './refusal-notice.tsx';
import { type CheckSearch, quoteParams } from './send-search.ts';
import { useSending } from './use-sending.ts';

const takeAgainEvery = 30_000;

export type CheckStepProps = { search: CheckSearch; started: string | null };

/** All that is going to be sent, to be read once more, and the button that sends it. */
export function CheckStep({ search, started }: CheckStepProps) {
  const { t } = useLingui();
  const { money } = useMoney();
  const { data: account } = useSuspenseQuery(accountQuery(search.destination_account_id));
  const sending = useSending(search);
  const taken = useQuery({
    ...quoteQuery(quoteParams(search, account)),
    // The loader has just tried.
    retryOnMount: false,
    refetchInterval: sending.pending ? false : takeAgainEvery,
  });
  // An older figure is no offer once the service has said that there is no rate.
  const quote = isFailure(taken.error, 'rate-not-available') ? undefined : taken.data;
  const sends = money(BigInt(search.source_amount_cents), search.source_amount_currency);
  const toRecipients = paths.send({ ...search, destination_account_id: undefined, key: undefined });

  return (
    <div ref={focusHeading}>
      <Stack reading>
        <title>{t`Check before you send · Giro`}</title>
        <PageHead
          title={<Trans>Check before you send</Trans>}
          back={{ to: toRecipients, label: <Trans>Back</Trans> }}
        />
        <CheckSummary
          account={account}
          quote={quote}
          search={search}
          sends={sends}
          toRecipients={toRecipients}
        />
        <EstimateNotice
          search={search}
          started={started}
          quote={quote}
          error={taken.error}
          takeAgain={taken.refetch}
        />
        {sending.refusal && <RefusalNotice error={sending.refusal} search={search} />}
        <Button
          variant="main"
          wide
          pending={sending.pending}
          disabled={quote === undefined}
          aria-describedby="send-hint"
          onClick={() => quote && sending.send(quote)}
        >
          <Trans>Send {sends}</Trans>
        </Button>
        <p id="send-hint" className={styles.hint}>
          {quote ? (
            <Trans>
              A transfer can’t be taken back. We send it once, whatever happens to your connection.
            </Trans>
          ) : (
            <Trans>It can be sent as soon as there is an estimate.</Trans>
          )}
        </p>
      </Stack>
    </div>
  );
}
