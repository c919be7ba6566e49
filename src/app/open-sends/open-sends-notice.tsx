import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { sends as sendsSchema } from '../../contract/api/send.ts';
import { anyOpenSendsQuery } from '../api/any-open-sends.ts';
import { useMoney } from '../i18n/use-money.ts';
import { paths } from '../router/paths.ts';
import { Ago } from '../ui/ago.tsx';
import { Link } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './open-sends-notice.module.css';

/** The person's sendings whose outcome is not known, kept up to date; nothing once there is none. */
export function OpenSendsNotice() {
  const { money } = useMoney();
  const { data: sends = [] } = useQuery({
    ...anyOpenSendsQuery,
    // The page has just asked.
    refetchOnMount: false,
    select: readSends,
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
          one="One transfer is not confirmed yet"
          other="# transfers are not confirmed yet"
        />
      }
    >
      <p>
        <Plural
          value={sends.length}
          one="It may have gone through, so please don’t send it again."
          other="They may have gone through, so please don’t send them again."
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
              {send.colleague && (
                <>
                  {' '}
                  <Trans>Started by {send.colleague}</Trans>
                </>
              )}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}

function readSends(open: unknown[]) {
  return z.parse(sendsSchema, open);
}
