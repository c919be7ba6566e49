import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useLoaderData } from 'react-router-dom';
import type { Send } from '../../../../contract/api/send.ts';
import { isFailure } from '../../../api/api-error.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { NoRecord } from './no-record.tsx';
import { NotSent } from './not-sent.tsx';
import { OpenSending } from './open-sending.tsx';
import { OutOfSight } from './out-of-sight.tsx';
import { outcomeQuery } from './outcome-query.ts';
import { Sent } from './sent.tsx';
import { Unresolved } from './unresolved.tsx';
import { useCheckAddress } from './use-check-address.ts';
import { useOutcomeTitle } from './use-outcome-title.ts';

/** What became of a sending, in place of whatever was known of it before. */
export function Page() {
  const key = useLoaderData<string>();
  const { data: send, error, dataUpdatedAt } = useQuery(outcomeQuery(key));
  const unknown = isFailure(error, 'not-found');
  const check = useCheckAddress();
  const unseen = check ? 'no-record' : 'no-such-key';
  const title = useOutcomeTitle(send?.state ?? (unknown ? unseen : 'out-of-sight'));

  return (
    <Stack reading>
      <title>{`${title} · Giro`}</title>
      <PageHead title={title} />
      <VisuallyHidden role="status">{title}</VisuallyHidden>
      <Suspense fallback={<Skeleton lines={6} />}>
        {send && <Outcome send={send} lookedAt={dataUpdatedAt} />}
        {!send && (unknown ? <NoRecord check={check} /> : <OutOfSight error={error} />)}
      </Suspense>
    </Stack>
  );
}

type OutcomeProps = { send: Send; lookedAt: number };

function Outcome({ send, lookedAt }: OutcomeProps) {
  switch (send.state) {
    case 'sent':
      return <Sent send={send} />;
    case 'intended':
    case 'unconfirmed':
      return <OpenSending send={send} lookedAt={lookedAt} />;
    case 'unresolved':
      return <Unresolved send={send} />;
    case 'refused':
    case 'not_sent':
      return <NotSent send={send} />;
  }
}
