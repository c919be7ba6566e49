import { Trans } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useLoaderData, useLocation } from 'react-router-dom';
import type { Send } from '../../../../contract/api/send.ts';
import { isFailure } from '../../../api/api-error.ts';
import { sessionQuery } from '../../../api/session.ts';
import { isFromLookUp } from '../../../from-look-up.ts';
import { paths } from '../../../paths.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { useGoBack } from '../../../ui/use-go-back.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { CopyCase } from './copy-case.tsx';
import { NoRecord } from './no-record.tsx';
import { NotSent } from './not-sent.tsx';
import { OpenSending } from './open-sending.tsx';
import { OutOfSight } from './out-of-sight.tsx';
import { outcomeQuery } from './outcome-query.ts';
import { Sent } from './sent.tsx';
import { Settling } from './settling.tsx';
import { useCheckAddress } from './use-check-address.ts';
import { useOutcomeTitle } from './use-outcome-title.ts';

/** What became of a sending, in place of whatever was known of it before. */
export function Page() {
  const key = useLoaderData<string>();
  const { data: send, error, dataUpdatedAt } = useQuery(outcomeQuery(key));
  const unknown = isFailure(error, 'not-found');
  const { user } = useSuspenseQuery(sessionQuery).data;
  const bySender = user.role === 'sender';
  const check = useCheckAddress();
  const { state: cameBy } = useLocation();
  const goBack = useGoBack();
  const unseen = check ? 'no-record' : 'no-such-key';
  const state = send?.state === 'unresolved' && !bySender ? 'to-settle' : send?.state;
  const title = useOutcomeTitle(state ?? (unknown ? unseen : 'out-of-sight'));

  return (
    <Stack>
      <PageTitle>{title}</PageTitle>
      <PageHead
        title={title}
        back={
          isFromLookUp(cameBy)
            ? { to: paths.support(), label: <Trans>Look up</Trans>, onClick: goBack }
            : undefined
        }
      />
      <VisuallyHidden role="status">{title}</VisuallyHidden>
      <Suspense fallback={<Skeleton lines={6} />}>
        <Stack reading>
          {send && <Outcome send={send} lookedAt={dataUpdatedAt} bySender={bySender} />}
          {send && !bySender && <CopyCase send={send} lookedAt={dataUpdatedAt} />}
          {!send && (unknown ? <NoRecord check={check} /> : <OutOfSight error={error} />)}
        </Stack>
        {send && !bySender && <Settling key={send.key} send={send} />}
      </Suspense>
    </Stack>
  );
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
