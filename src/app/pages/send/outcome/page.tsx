import { Trans } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useLoaderData, useLocation } from 'react-router-dom';
import type { Send } from '../../../../contract/api/send.ts';
import { accountQuery } from '../../../api/accounts.ts';
import { isFailure } from '../../../api/api-error.ts';
import { sessionQuery } from '../../../api/session.ts';
import { transferQuery } from '../../../api/transfers.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { isFromLookUp } from '../../../router/from-look-up.ts';
import { paths } from '../../../router/paths.ts';
import { CopySendReport } from '../../../transfers/case-report.tsx';
import { useGoBack } from '../../../ui/link.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { NoRecord } from './no-record.tsx';
import { NotSent } from './not-sent.tsx';
import { OpenSending } from './open-sending.tsx';
import { OutOfSight } from './out-of-sight.tsx';
import { outcomeQuery } from './outcome-query.ts';
import { Sent } from './sent.tsx';
import { Settling } from './settling.tsx';
import { type OutcomeName, useOutcomeTitle } from './use-outcome-title.ts';
import { useReason } from './use-reason.ts';
import { useUnsent } from './use-unsent.ts';

/** What became of a sending, in place of whatever was known of it before. */
export function Page() {
  const key = useLoaderData<string>();
  const { data: send, error, dataUpdatedAt } = useQuery(outcomeQuery(key));
  const unknown = isFailure(error, 'not-found');
  const { user } = useSuspenseQuery(sessionQuery).data;
  const bySender = user.role === 'sender';
  const unsent = useUnsent(user.id, key);
  const { state: cameBy } = useLocation();
  const goBack = useGoBack();
  const unseen = unsent.check ? 'no-record' : 'no-such-key';
  const known = useKnown(send, bySender);
  const title = useOutcomeTitle(
    known?.name ?? (unknown ? unseen : 'out-of-sight'),
    known ?? unsent,
  );

  return (
    <Stack>
      <PageTitle>{title}</PageTitle>
      <PageHead
        title={title}
        back={
          bySender
            ? undefined
            : {
                to: paths.support(),
                label: <Trans>Look up</Trans>,
                onClick: isFromLookUp(cameBy) ? goBack : undefined,
              }
        }
      />
      <VisuallyHidden role="status">{title}</VisuallyHidden>
      <Suspense fallback={<Skeleton lines={6} />}>
        <Stack reading>
          {send && <Outcome send={send} lookedAt={dataUpdatedAt} bySender={bySender} />}
          {send && !bySender && <CopyForCase send={send} lookedAt={dataUpdatedAt} />}
          {!send &&
            (unknown ? (
              <NoRecord sendKey={key} check={unsent.check} />
            ) : (
              <OutOfSight error={error} />
            ))}
        </Stack>
        {send && !bySender && <Settling key={send.key} send={send} />}
      </Suspense>
    </Stack>
  );
}

/** What the title says of a sending: once there is a transfer, how that has ended. */
function useKnown(send: Send | undefined, bySender: boolean) {
  const to = send?.destination_account_id;
  const number = send?.transfer_id ?? undefined;
  const recipient = useQuery({ ...accountQuery(to ?? ''), enabled: to !== undefined }).data?.alias;
  const transfer = useQuery({ ...transferQuery(number ?? ''), enabled: number !== undefined }).data
    ?.transfer;
  return send && { name: nameOf(send, transfer?.state, bySender), recipient };
}

function nameOf(
  { state, look_alikes = [] }: Send,
  end: string | undefined,
  bySender: boolean,
): OutcomeName {
  if (look_alikes.length > 0) return 'look-alike';
  if (state === 'unresolved' && !bySender) return 'to-settle';
  if (state === 'sent' && (end === 'executed' || end === 'rejected')) return end;
  return state;
}

type OutcomeProps = { send: Send; lookedAt: number; bySender: boolean };

function Outcome({ send, lookedAt, bySender }: OutcomeProps) {
  switch (send.state) {
    case 'sent':
      return <Sent send={send} bySender={bySender} />;
    case 'intended':
    case 'unconfirmed':
    case 'unresolved':
      return <OpenSending send={send} lookedAt={lookedAt} bySender={bySender} />;
    case 'refused':
    case 'not_sent':
      return <NotSent send={send} bySender={bySender} />;
  }
}

type CopyForCaseProps = { send: Send; lookedAt: number };

/** For support: the sending with why its outcome is not known. */
function CopyForCase({ send, lookedAt }: CopyForCaseProps) {
  const lost = useReason(send.no_answer);
  const found = useReason(send.reason);
  const why = send.no_answer === null || lost === found ? found : `${lost} ${found}`;
  return (
    <Row>
      <CopySendReport send={send} why={why} lookedAt={lookedAt} />
    </Row>
  );
}
