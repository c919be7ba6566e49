import { Trans } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../../api/session.ts';
import { paths } from '../../../router/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { isNarrowed, type ListSearch } from './list-search.ts';

export type NothingFoundProps = {
  search: ListSearch;
  /** All there is was looked through. */
  isSure: boolean;
};

/** No transfer matches, or there is none at all. */
export function NothingFound({ search, isSure }: NothingFoundProps) {
  const { user } = useSuspenseQuery(sessionQuery).data;
  return (
    <Card>
      {isNarrowed(search) ? (
        <EmptyState
          title={
            isSure ? <Trans>No transfer matches</Trans> : <Trans>No transfer found so far</Trans>
          }
          action={
            <ButtonLink to={paths.transfers()}>
              <Trans>Show all transfers</Trans>
            </ButtonLink>
          }
        >
          <Trans>
            Search by the whole number, a part of the recipient’s name, or the exact amount.
          </Trans>
        </EmptyState>
      ) : (
        <EmptyState
          title={isSure ? <Trans>No transfers yet</Trans> : <Trans>No transfer found so far</Trans>}
          action={
            user.role === 'sender' && (
              <ButtonLink variant="main" to={paths.quote()}>
                <Trans>Send money</Trans>
              </ButtonLink>
            )
          }
        >
          <Trans>Your transfers will appear here.</Trans>
        </EmptyState>
      )}
    </Card>
  );
}
