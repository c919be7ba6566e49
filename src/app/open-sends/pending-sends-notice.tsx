import { Plural, Trans } from '@lingui/react/macro';
import { useQueries } from '@tanstack/react-query';
import { accountQuery } from '../api/accounts.ts';
import { findSend } from '../api/sends.ts';
import { useMoney } from '../i18n/use-money.ts';
import { paths } from '../router/paths.ts';
import { Link } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './open-sends-notice.module.css';
import { dropPending, type PendingSend } from './pending-sends.ts';

const lookAgainEvery = 10_000;

export type PendingSendsNoticeProps = { sends: readonly PendingSend[] };

/** Leads back to what Send was pressed for in this browser and no answer came to, until the BFF knows of it. */
export function PendingSendsNotice({ sends }: PendingSendsNoticeProps) {
  const { money } = useMoney();
  useQueries({ queries: sends.map(({ key }) => recordedQuery(key)) });
  const accounts = useQueries({
    queries: sends.map((send) => accountQuery(send.destination_account_id)),
  });
  if (sends.length === 0) return null;
  return (
    <Notice
      tone="wait"
      role="status"
      title={
        <Plural
          value={sends.length}
          one="You pressed Send, but we got no answer"
          other="You pressed Send for # transfers, but we got no answer"
        />
      }
    >
      <p>
        <Trans>Open it to see whether it was sent. Please don’t send it again before.</Trans>
      </p>
      <ul className={styles.sends}>
        {sends.map((send, index) => {
          const amount = money(BigInt(send.source_amount_cents), send.source_amount_currency);
          const recipient = accounts[index]?.data?.alias;
          return (
            <li key={send.key}>
              <Link to={paths.sending(send.key)}>
                {recipient ? (
                  <Trans>
                    {amount} to {recipient}
                  </Trans>
                ) : (
                  <Trans>
                    {amount} to recipient {send.destination_account_id}
                  </Trans>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}

/** Whether the BFF has recorded it; from then on it is among the person's own sendings there. */
function recordedQuery(key: string) {
  return {
    queryKey: ['sends', 'recorded', key],
    queryFn: async () => {
      const isRecorded = (await findSend(key)) !== undefined;
      if (isRecorded) dropPending(key);
      return isRecorded;
    },
    staleTime: 0,
    refetchInterval: lookAgainEvery,
  };
}
