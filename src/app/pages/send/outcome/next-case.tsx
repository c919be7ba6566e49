import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { markOf } from '../../../../contract/api/send-states.ts';
import { openSendsQuery } from '../../../api/sends.ts';
import { paths } from '../../../router/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';

/** Support's queue, which this page needs less often than Look up does. */
export const queueQuery = { ...openSendsQuery, staleTime: 30_000, refetchInterval: 30_000 };

type NextCaseProps = {
  /** The key of the send on the page. */
  current: string;
};

/** Leads to the next transfer of the queue that needs review, from the last one to the first. */
export function NextCase({ current }: NextCaseProps) {
  const { state } = useLocation();
  const { data = [] } = useQuery(queueQuery);
  const waiting = data.filter((send) => markOf(send) === 'unresolved');
  const place = waiting.findIndex(({ key }) => key === current);
  const next = waiting[place + 1] ?? waiting[0];
  if (!next || next.key === current) return null;
  return (
    // In place of this one, so that Back still leads to where support came from.
    <ButtonLink to={paths.sendOutcome(next.key)} state={state} replace>
      <Trans>Next case</Trans>
    </ButtonLink>
  );
}
