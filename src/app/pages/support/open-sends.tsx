import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Send } from '../../../contract/api/send.ts';
import { openSendsQuery } from '../../api/sends.ts';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { Card } from '../../ui/card.tsx';
import { RecordList } from '../../ui/record-list.tsx';
import { Stack } from '../../ui/stack.tsx';
import { OpenSendRow } from './open-send-row.tsx';
import styles from './support.module.css';

const needsSupport = ({ state, look_alikes = [] }: Send) =>
  state === 'unresolved' || look_alikes.length > 0;

export type OpenSendsProps = {
  /** Those that stand elsewhere on the page. */
  but?: readonly Send[] | undefined;
};

/** The sendings whose outcome nobody knows yet: those that wait for support first, the oldest first. */
export function OpenSends({ but = [] }: OpenSendsProps) {
  const headingId = useId();
  const failureMessage = useFailureMessage();
  const { data, error } = useQuery(openSendsQuery);
  const sends = data?.filter(({ key }) => but.every((one) => one.key !== key));
  const waiting = sends?.filter(needsSupport) ?? [];
  const looking = sends?.filter((send) => !needsSupport(send)) ?? [];

  if (but.length > 0 && sends?.length === 0) return null;
  return (
    <Stack as="section" gap="s2">
      <h2 id={headingId}>
        <Trans>Not confirmed yet</Trans>
      </h2>
      <p className={styles.quiet} role="status">
        {sends ? (
          <>
            {data?.length === 0 && <Trans>None. Every transfer has a known result.</Trans>}
            {waiting.length > 0 && (
              <Plural
                value={waiting.length}
                one="# transfer needs your review."
                other="# transfers need your review."
              />
            )}{' '}
            {looking.length > 0 && (
              <Plural
                value={looking.length}
                one="We’re still checking # transfer."
                other="We’re still checking # transfers."
              />
            )}
          </>
        ) : (
          error && failureMessage(error)
        )}
      </p>
      {sends && sends.length > 0 && (
        <Card flush>
          <RecordList aria-labelledby={headingId}>
            {[...waiting, ...looking].map((send) => (
              <OpenSendRow key={send.key} send={send} needsSupport={needsSupport(send)} />
            ))}
          </RecordList>
        </Card>
      )}
    </Stack>
  );
}
