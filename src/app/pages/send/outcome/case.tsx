import { Trans, useLingui } from '@lingui/react/macro';
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { SupportCase } from '../../../../contract/api/case.ts';
import type { Send } from '../../../../contract/api/send.ts';
import { hasCase } from '../../../../contract/api/send-states.ts';
import { caseQueueQuery } from '../../../api/case-queue.ts';
import { caseQuery, giveBackCase, takeCase } from '../../../api/cases.ts';
import { sessionQuery } from '../../../api/session.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { useMoment } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import styles from './case.module.css';
import { CaseFacts } from './case-facts.tsx';
import { CaseHistory } from './case-history.tsx';
import { TeamNotes } from './case-notes.tsx';
import { CaseWait } from './case-wait.tsx';
import { NextCase } from './next-case.tsx';
import { ProposalPart } from './proposal.tsx';
import { Resolving } from './resolving.tsx';
import { useCaseChange } from './use-case-change.ts';

/** Reads what the parts show, for the page's loader. */
export async function prefetchCase(client: QueryClient, key: string) {
  await Promise.all([
    client.prefetchQuery(caseQuery(key)),
    client.prefetchQuery(caseQueueQuery('oldest')),
  ]);
}

type CasePartProps = CaseSideProps & { part: 'next' | 'facts' | 'proposal' | 'resolving' | 'side' };

/** A part of support's page of a send. One component has all of them, so that they are one file of script. */
export function CasePart({ part, send }: CasePartProps) {
  switch (part) {
    case 'next':
      return <NextCase current={send.key} />;
    case 'facts':
      return <CaseFacts send={send} />;
    case 'proposal':
      return <ProposalPart send={send} />;
    case 'resolving':
      return <Resolving send={send} />;
    case 'side':
      return (
        <>
          <CaseSide send={send} />
          <CaseHistory send={send} />
        </>
      );
  }
}

type CaseSideProps = { send: Send };

/** Beside the decision: who has the case, and what the team notes about it. */
function CaseSide({ send }: CaseSideProps) {
  const failureMessage = useFailureMessage();
  const { data, error } = useQuery(caseQuery(send.key));
  if (!data) {
    return error && <Notice tone="wait" role="alert" title={failureMessage(error)} />;
  }
  return (
    <Stack>
      {hasCase(send) && <Assignment send={send} found={data} />}
      {hasCase(send) && <CaseWait send={send} found={data} />}
      <TeamNotes key={send.key} send={send} notes={data.notes} />
    </Stack>
  );
}

type AssignmentProps = { send: Send; found: SupportCase };

/** Who has the case, and the one thing that the reader can do about it. */
function Assignment({ send: { key }, found }: AssignmentProps) {
  const { t } = useLingui();
  const { whole } = useMoment();
  const failureMessage = useFailureMessage();
  const { user } = useSuspenseQuery(sessionQuery).data;
  const { assignee } = found;
  const isMine = assignee?.id === user.id;
  const change = useCaseChange(key, () =>
    isMine ? giveBackCase(key) : takeCase(key, assignee?.id ?? null),
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

type FoundProps = { found: SupportCase };

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
