import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnyCase } from '../../contract/api/case.ts';
import type { CaseWork } from '../api/cases.ts';
import { sessionQuery } from '../api/session.ts';
import { useFailureMessage } from '../i18n/failure-message.ts';
import { verbatim } from '../i18n/trans.ts';
import { useMoment } from '../i18n/use-format.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ChoiceChips } from '../ui/chips.tsx';
import { CloseDialogButton, Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { Row, Stack } from '../ui/stack.tsx';
import styles from './case.module.css';
import { useCaseChange } from './use-case-change.ts';

type CaseWaitProps = { work: CaseWork; found: AnyCase };

/** Whether the case waits, until when, and the one press that changes it. */
export function CaseWait({ work, found: { waits } }: CaseWaitProps) {
  const { t } = useLingui();
  const failureMessage = useFailureMessage();
  const { user } = useSuspenseQuery(sessionQuery).data;
  const [isAsking, setIsAsking] = useState(false);
  const resume = useCaseChange(work.queryKey, () => work.resume());
  const isSupport = user.role === 'support';
  if (!waits && !isSupport) return null;
  return (
    <Card as="section" aria-label={t`Waiting`}>
      <Stack gap="s3">
        <Row between>
          <div role="status" className={styles.who}>
            {waits ? <WaitingUntil waits={waits} /> : <Trans>Nothing to do yet?</Trans>}
          </div>
          {isSupport && (
            <Button
              pending={resume.isPending}
              onClick={() => (waits ? resume.mutate() : setIsAsking(true))}
            >
              {waits ? <Trans>Resume case</Trans> : <Trans>Let it wait</Trans>}
            </Button>
          )}
        </Row>
        {resume.error && <Notice tone="stop" role="alert" title={failureMessage(resume.error)} />}
      </Stack>
      {isAsking && <WaitDialog work={work} onClose={() => setIsAsking(false)} />}
    </Card>
  );
}

function WaitingUntil({ waits: { by, until } }: { waits: NonNullable<AnyCase['waits']> }) {
  const { whole } = useMoment();
  const { user } = useSuspenseQuery(sessionQuery).data;
  const name = verbatim(by.name);
  const time = until === null ? null : whole(until);
  return (
    <>
      <p>
        <b>
          {time === null ? (
            <Trans>Waiting until something changes</Trans>
          ) : (
            <Trans>Waiting until {time}</Trans>
          )}
        </b>
      </p>
      <p className={styles.quiet}>
        {by.id === user.id ? <Trans>You let it wait</Trans> : <Trans>{name} let it wait</Trans>}
      </p>
    </>
  );
}

const hoursOf = new Map([
  ['1', 1],
  ['4', 4],
  ['24', 24],
  ['72', 72],
]);

function WaitDialog({ work, onClose }: { work: CaseWork; onClose: () => void }) {
  const { t } = useLingui();
  const failureMessage = useFailureMessage();
  const [chosen, setChosen] = useState('4');
  const wait = useCaseChange(work.queryKey, (hours: number | null) => work.letWait(hours));
  return (
    <Dialog title={<Trans>Let this case wait</Trans>} onClose={onClose}>
      <p>
        <Trans>
          It comes back by itself. A change or a colleague’s note brings it back sooner.
        </Trans>
      </p>
      <ChoiceChips
        label={t`For how long`}
        value={chosen}
        onChange={setChosen}
        options={[
          { value: '1', label: t`1 hour` },
          { value: '4', label: t`4 hours` },
          { value: '24', label: t`1 day` },
          { value: '72', label: t`3 days` },
          { value: 'change', label: t`Until it changes` },
        ]}
      />
      {wait.error && <Notice tone="stop" role="alert" title={failureMessage(wait.error)} />}
      <Row>
        <Button
          variant="main"
          pending={wait.isPending}
          onClick={() => wait.mutate(hoursOf.get(chosen) ?? null, { onSuccess: onClose })}
        >
          <Trans>Let it wait</Trans>
        </Button>
        <CloseDialogButton>
          <Trans>Cancel</Trans>
        </CloseDialogButton>
      </Row>
    </Dialog>
  );
}
