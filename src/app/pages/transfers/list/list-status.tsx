import { Plural, Trans } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { TransferList } from '../../../../contract/api/transfer.ts';
import { accountQuery } from '../../../api/accounts.ts';
import { sessionQuery } from '../../../api/session.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { Freshness } from '../../../live/freshness.tsx';
import { OutdatedNotice } from '../../../live/outdated-notice.tsx';
import { useFreshness } from '../../../live/use-freshness.ts';
import { paths } from '../../../router/paths.ts';
import { ShortcutsButton } from '../../../shortcuts/shortcuts-help.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import { isNarrowed, type ListSearch } from './list-search.ts';
import styles from './list-status.module.css';
import type { TransferListState } from './use-transfer-list.ts';

export type ListStatusProps = {
  latest: TransferList;
  /** Why it could not be read again. */
  error: Error | null;
  onShowKeys: () => void;
};

/** How many there are and how fresh that is: above the rows, for the end of a long list is far. */
export function ListStatus({ latest, error, onShowKeys }: ListStatusProps) {
  const { stopped } = useFreshness(latest);
  return (
    <>
      {error && !stopped && (
        <OutdatedNotice
          title={<Trans>This list could not be brought up to date</Trans>}
          error={error}
        />
      )}
      <Row between>
        <Row className={styles.facts}>
          <p className={styles.count} role="status">
            <Plural value={latest.total} one="# transfer" other="# transfers" />
          </p>
          <Freshness of={latest} />
        </Row>
        <ShortcutsButton onClick={onShowKeys} />
      </Row>
    </>
  );
}

export type OneRecipientProps = { id: string; onShowAll: () => void };

/** Says that only the transfers to one recipient are shown. */
export function OneRecipient({ id, onShowAll }: OneRecipientProps) {
  const alias = useQuery(accountQuery(id)).data?.alias ?? id;
  return (
    <p>
      <Trans>Only those to {alias}.</Trans>{' '}
      <Button variant="quiet" onClick={onShowAll}>
        <Trans>Show all recipients</Trans>
      </Button>
    </p>
  );
}

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

export type ListFailedProps = { error: Error; pending: boolean; onTryAgain: () => void };

/** Stands where the rows would, when not one could be read. */
export function ListFailed({ error, pending, onTryAgain }: ListFailedProps) {
  const failureMessage = useFailureMessage();
  return (
    <Card role="alert">
      <EmptyState
        title={<Trans>The transfers could not be read</Trans>}
        action={
          <Button variant="main" pending={pending} onClick={onTryAgain}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        {failureMessage(error)}
      </EmptyState>
    </Card>
  );
}

export type ListEndProps = { windows: TransferListState['windows'] };

/** Under the rows: more is on its way, or could not be had and can be asked for again. */
export function ListEnd({ windows }: ListEndProps) {
  const failureMessage = useFailureMessage();
  if (windows.isFetchingNextPage) return <Skeleton lines={2} />;
  if (!windows.isFetchNextPageError) return null;
  return (
    <Stack>
      <Notice tone="wait" role="status" title={<Trans>The next transfers could not be read</Trans>}>
        <p>{failureMessage(windows.error)}</p>
      </Notice>
      <Button wide onClick={() => void windows.fetchNextPage()}>
        <Trans>Show more</Trans>
      </Button>
    </Stack>
  );
}
