import { Trans, useLingui } from '@lingui/react/macro';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { Send } from '../../../../contract/api/send.ts';
import { hasCase } from '../../../../contract/api/send-states.ts';
import { caseQueueQuery } from '../../../api/case-queue.ts';
import { caseQuery, sendWork } from '../../../api/cases.ts';
import { Assignment } from '../../../cases/assignment.tsx';
import { CaseHistory } from '../../../cases/case-history.tsx';
import { CaseWait } from '../../../cases/case-wait.tsx';
import { NextCase } from '../../../cases/next-case.tsx';
import { TeamNotes } from '../../../cases/team-notes.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { CaseFacts } from './case-facts.tsx';
import { ProposalPart } from './proposal.tsx';
import { Resolving } from './resolving.tsx';

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
      return <CaseSide send={send} />;
  }
}

type CaseSideProps = { send: Send };

/** Beside the decision: who has the case, what the team notes about it, and what happened. */
function CaseSide({ send }: CaseSideProps) {
  const { t } = useLingui();
  const failureMessage = useFailureMessage();
  const { money } = useMoney();
  const { data, error } = useQuery(caseQuery(send.key));
  if (!data) {
    return error && <Notice tone="wait" role="alert" title={failureMessage(error)} />;
  }
  const work = sendWork(send.key);
  const sender = send.sender?.name || send.sender?.email || t`Sender`;
  const amount = money(send.source_amount_cents, send.source_amount_currency);
  const what = (
    <Trans>
      <b>{sender}</b> sent {amount}
    </Trans>
  );
  return (
    <>
      <Stack>
        {hasCase(send) && <Assignment work={work} found={data} />}
        {hasCase(send) && <CaseWait work={work} found={data} />}
        <TeamNotes key={send.key} work={work} notes={data.notes} />
      </Stack>
      <CaseHistory history={data.history} before={{ at: send.created_at, what }} />
    </>
  );
}
