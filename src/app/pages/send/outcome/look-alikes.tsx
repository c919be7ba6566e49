import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { transferQuery } from '../../../api/transfers.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { Candidate } from './candidate.tsx';
import type { Verdict } from './settle-draft.ts';
import styles from './settling.module.css';

export type LookAlikesProps = { ids: readonly string[]; onChoose: (verdict: Verdict) => void };

/** The transfers that turned up after the sending had ended, and that nobody owns. */
export function LookAlikes({ ids, onChoose }: LookAlikesProps) {
  const headingId = useId();
  return (
    <Stack as="section" gap="s3" aria-labelledby={headingId}>
      <h2 id={headingId}>
        <Plural
          value={ids.length}
          one="A transfer like this one turned up later"
          other="# transfers like this one turned up later"
        />
      </h2>
      <p className={styles.quiet}>
        <Trans>It may be this one, or another system made it. Ask the service’s operator.</Trans>
      </p>
      <ul className={styles.candidates}>
        {ids.map((id) => (
          <LookAlike key={id} id={id} onChoose={onChoose} />
        ))}
      </ul>
    </Stack>
  );
}

function LookAlike({ id, onChoose }: { id: string } & Pick<LookAlikesProps, 'onChoose'>) {
  const failureMessage = useFailureMessage();
  const { data, error } = useQuery({ ...transferQuery(id), refetchInterval: false });
  if (!data) return <li>{error ? failureMessage(error) : <Skeleton lines={4} />}</li>;
  return (
    <Candidate
      transfer={data.transfer}
      onChoose={() => onChoose({ outcome: 'sent', transfer_id: id })}
    >
      <Button variant="quiet" wide onClick={() => onChoose({ outcome: 'other', transfer_id: id })}>
        <Trans>Not this one</Trans>
      </Button>
    </Candidate>
  );
}
