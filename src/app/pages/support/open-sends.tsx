import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { openSendsQuery } from '../../api/sends.ts';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { paths } from '../../paths.ts';
import { Ago } from '../../ui/ago.tsx';
import { Card } from '../../ui/card.tsx';
import { RecordList } from '../../ui/record-list.tsx';
import { RecordRow } from '../../ui/record-row.tsx';
import { Stack } from '../../ui/stack.tsx';
import styles from './support.module.css';

/** The sendings whose outcome nobody knows yet. */
export function OpenSends() {
  const headingId = useId();
  const { money } = useMoney();
  const failureMessage = useFailureMessage();
  const { data: sends, error } = useQuery(openSendsQuery);

  return (
    <Stack as="section" gap="s2">
      <h2 id={headingId}>
        <Trans>Not confirmed yet</Trans>
      </h2>
      <p className={styles.quiet} role="status">
        {sends ? (
          <Plural
            value={sends.length}
            _0="None. Every sending has a known outcome."
            one="# sending: the service did not answer. Nothing is sent twice."
            other="# sendings: the service did not answer. Nothing is sent twice."
          />
        ) : (
          error && failureMessage(error)
        )}
      </p>
      {sends && sends.length > 0 && (
        <Card flush>
          <RecordList aria-labelledby={headingId}>
            {sends.map((send) => (
              <RecordRow
                key={send.key}
                to={paths.sending(send.key)}
                title={money(send.source_amount_cents, send.source_amount_currency)}
                note={<Trans>To recipient {send.destination_account_id}</Trans>}
                figure={
                  send.state === 'unresolved' ? <Trans>To settle</Trans> : <Trans>Looking</Trans>
                }
                figureNote={<Ago at={send.created_at} />}
              />
            ))}
          </RecordList>
        </Card>
      )}
    </Stack>
  );
}
