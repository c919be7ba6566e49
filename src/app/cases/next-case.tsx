import { Trans } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { caseOrderOf, caseQueueQuery } from '../api/case-queue.ts';
import { sessionQuery } from '../api/session.ts';
import { casePath, useCaseOrder } from '../transfers/from-sender.tsx';
import { ButtonLink } from '../ui/button.tsx';

type NextCaseProps = {
  /** The key of the case on the page. */
  current: string;
};

/**
 * Leads to the next case of the queue, in the order in which the queue was shown, from the last
 * one to the first. Those that a colleague works on, or that wait, are left out.
 */
export function NextCase({ current }: NextCaseProps) {
  const { state } = useLocation();
  const order = caseOrderOf(useCaseOrder());
  const { user } = useSuspenseQuery(sessionQuery).data;
  // This page needs it less often than the queue itself does.
  const { data } = useQuery({ ...caseQueueQuery(order), refetchInterval: 30_000 });
  const items = data?.items ?? [];
  const place = items.findIndex(({ key }) => key === current);
  const following = [...items.slice(place + 1), ...items.slice(0, Math.max(place, 0))];
  const next = following.find(
    ({ assignee, waits }) => !waits && (assignee === null || assignee.id === user.id),
  );
  if (!next) return null;
  return (
    // In place of this one, so that Back still leads to where support came from.
    <ButtonLink to={casePath(next)} state={state} replace>
      <Trans>Next case</Trans>
    </ButtonLink>
  );
}
