import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { openSendsQuery } from '../api/sends.ts';
import { useMoney } from '../i18n/use-money.ts';
import { paths } from '../paths.ts';
import { Ago } from '../ui/ago.tsx';
import { Link } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './open-sends-notice.module.css';

/** The person's sendings whose outcome is not known, kept up to date; nothing once there is none. */
export function OpenSendsNotice() {
  const { money } = useMoney();
  const { data: sends = [] } = useQuery({
    ...openSendsQuery,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.length === 0 ? false : 10_000),
  });
  if (sends.length === 0) return null;
  return (
    <Notice
      tone="wait"
      role="status"
      title={
        <Plural
          value={sends.length}
          one="A sending of yours is not confirmed yet"
          other="# sendings of yours are not confirmed yet"
        />
      }
    >
      <p>
        <Plural
          value={sends.length}
          one="It may have gone through: don’t send it again until its outcome is known."
          other="They may have gone through: don’t send them again until their outcome is known."
        />
      </p>
      <ul className={styles.sends}>
        {sends.map((send) => {
          const amount = money(send.source_amount_cents, send.source_amount_currency);
          const recipient = send.alias;
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
              </Link>{' '}
              <Ago at={send.created_at} />
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}
