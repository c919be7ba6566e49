import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { AnyCase } from '../../contract/api/case.ts';
import type { CaseWork } from '../api/cases.ts';
import { sessionQuery } from '../api/session.ts';
import { useFailureMessage } from '../i18n/failure-message.ts';
import { useMoment } from '../i18n/use-format.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { Row, Stack } from '../ui/stack.tsx';
import styles from './case.module.css';
import { useCaseChange } from './use-case-change.ts';

type AssignmentProps = { work: CaseWork } & FoundProps;

/** Who has the case, and the one thing that the reader can do about it. */
export function Assignment({ work, found }: AssignmentProps) {
  const { t } = useLingui();
  const { whole } = useMoment();
  const failureMessage = useFailureMessage();
  const { user } = useSuspenseQuery(sessionQuery).data;
  const { assignee } = found;
  const isMine = assignee?.id === user.id;
  const change = useCaseChange(work.queryKey, () =>
    isMine ? work.giveBack() : work.take(assignee?.id ?? null),
  );

  return (
    <Card as="section" aria-label={t`Who has this case`}>
      <Stack gap="s3">
        <Row between>
          <div role="status" className={styles.who}>
            <Holder found={found} />
            {assignee && <p className={styles.quiet}>{whole(assignee.since)}</p>}
          </div>
          {user.role === 'support' && (
            <Button
              pending={change.isPending}
              // The second press of a double click would undo the first.
              onClick={({ detail }) => detail < 2 && change.mutate()}
            >
              <Act found={found} />
            </Button>
          )}
        </Row>
        <TakenOver found={found} />
        {change.error && <Notice tone="stop" role="alert" title={failureMessage(change.error)} />}
      </Stack>
    </Card>
  );
}

type FoundProps = { found: AnyCase };

function Holder({ found: { assignee } }: FoundProps) {
  const { user } = useSuspenseQuery(sessionQuery).data;
  if (assignee === null) {
    return (
      <p>
        <Trans>Nobody has this case</Trans>
      </p>
    );
  }
  const { name } = assignee;
  return (
    <p>
      <b>
        {assignee.id === user.id ? <Trans>Your case</Trans> : <Trans>{name} has this case</Trans>}
      </b>
    </p>
  );
}

function Act({ found: { assignee } }: FoundProps) {
  const { user } = useSuspenseQuery(sessionQuery).data;
  if (assignee === null) return <Trans>Take case</Trans>;
  return assignee.id === user.id ? <Trans>Give back</Trans> : <Trans>Take over</Trans>;
}

/** Tells the person who had the case that a colleague took it over. */
function TakenOver({ found: { assignee, history } }: FoundProps) {
  const { user } = useSuspenseQuery(sessionQuery).data;
  const last = history.find(({ action }) => action === 'case-take');
  if (!assignee || last?.who?.id !== assignee.id || last.from?.id !== user.id) return null;
  const { name } = assignee;
  return <Notice tone="wait" role="alert" title={<Trans>{name} took over your case</Trans>} />;
}
