import { Plural, Trans } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import type { ListSearch } from '../../../../contract/api/list-search.ts';
import type { TransferList } from '../../../../contract/api/transfer.ts';
import { sessionQuery } from '../../../api/session.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Freshness } from '../../../live/freshness.tsx';
import { OutdatedNotice } from '../../../live/outdated-notice.tsx';
import { useFreshness } from '../../../live/use-freshness.ts';
import { paths } from '../../../router/paths.ts';
import { ShortcutsButton } from '../../../shortcuts/shortcuts-help.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { clockNow, subscribeToClock } from '../../../ui/clock.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { foundIn } from './list-rows.ts';
import { hasDays, isNarrowed } from './list-search.ts';
import styles from './list-status.module.css';
import type { TransferListState } from './transfer-windows.ts';

/** After this time a wait says what it is for. */
const patienceMs = 3_000;

/** Whether the part of the page that asks has been there for longer than that. */
function useIsLong(): boolean {
  const now = useSyncExternalStore(subscribeToClock, clockNow, clockNow);
  const [appeared] = useState(clockNow);
  return now - appeared >= patienceMs;
}

type ListStatusProps = {
  latest: TransferList;
  /** Why the last refetch failed. */
  error: Error | null;
  /** The rows are still those of the previous search. */
  isBusy: boolean;
  /** The address of the statement of these days; undefined where there is none. */
  statement: string | undefined;
  onShowKeys: () => void;
};

/** How many transfers match, and how fresh they are. */
export function ListStatus(props: ListStatusProps) {
  const { latest, error, isBusy, statement, onShowKeys } = props;
  const { stopped } = useFreshness(latest);
  const { total } = foundIn(latest);
  return (
    <>
      {error && !stopped && (
        <OutdatedNotice title={<Trans>We couldn’t update this list</Trans>} error={error} />
      )}
      <div className={styles.facts}>
        <p className={styles.count} role="status">
          {isBusy ? <Searching total={total} /> : <Total of={total} />}
        </p>
        <Freshness of={latest} />
        {statement && (
          <Link to={statement} className={styles.statement}>
            <Trans>Statement</Trans>
          </Link>
        )}
        <div className={styles.keys}>
          <ShortcutsButton onClick={onShowKeys} />
        </div>
      </div>
      <OpenSendsLeftOut of={latest.open_sends} />
    </>
  );
}

/** A list has only the first of very many sends that are not confirmed; its total counts all. */
function OpenSendsLeftOut({ of: open }: { of: TransferList['open_sends'] }) {
  const { whole } = useFormat();
  if (!open || open.total <= open.items.length) return null;
  const [shown, total] = [whole(open.items.length), whole(open.total)];
  return (
    <div className={styles.leftOut}>
      <Notice
        tone="wait"
        role="status"
        title={
          <Trans>
            Only {shown} of {total} transfers that are not confirmed are shown
          </Trans>
        }
      >
        <p>
          <Trans>Search or use the filters to see the others.</Trans>
        </p>
      </Notice>
    </div>
  );
}

function Total({ of: transfers }: { of: number }) {
  return <Plural value={transfers} one="# transfer" other="# transfers" />;
}

/** The total of the search before, until the wait for the next one is long. */
function Searching({ total }: { total: number }) {
  return useIsLong() ? <Trans>Still searching…</Trans> : <Total of={total} />;
}

/** In place of the rows while the first ones are read. */
export function ListLoading() {
  const isLong = useIsLong();
  return (
    <Card>
      <Skeleton lines={8} />
      <p role="status" className={styles.waiting}>
        {isLong && <Trans>Still waiting for the payment service…</Trans>}
      </p>
    </Card>
  );
}

type NothingFoundProps = {
  search: ListSearch;
  /** Nothing was left out of the search. */
  isSure: boolean;
};

/** No transfer matches, or there is none at all. */
export function NothingFound({ search, isSure }: NothingFoundProps) {
  const { user } = useSuspenseQuery(sessionQuery).data;
  return isNarrowed(search) ? (
    <EmptyState
      title={isSure ? <Trans>No transfer matches</Trans> : <Trans>No transfer found so far</Trans>}
      action={
        <ButtonLink to={paths.transfers()}>
          <Trans>Show all transfers</Trans>
        </ButtonLink>
      }
    >
      {hasDays(search) ? (
        <Trans>Transfers that we first saw on other days, or never, are left out.</Trans>
      ) : (
        <Trans>Search by full number, part of the recipient’s name, or exact amount.</Trans>
      )}
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
  );
}

type ListFailedProps = { error: Error; pending: boolean; onTryAgain: () => void };

/** In place of the rows, when none could be read. */
export function ListFailed({ error, pending, onTryAgain }: ListFailedProps) {
  const failureMessage = useFailureMessage();
  return (
    <EmptyState
      role="alert"
      title={<Trans>We couldn’t load the transfers</Trans>}
      action={
        <Button variant="main" pending={pending} onClick={onTryAgain}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {failureMessage(error)}
    </EmptyState>
  );
}

type ListEndProps = { windows: TransferListState['windows'] };

/** Under the rows: the next ones are loading, or failed and can be asked for again. */
export function ListEnd({ windows }: ListEndProps) {
  const failureMessage = useFailureMessage();
  if (windows.isFetchingNextPage) return <Skeleton lines={2} />;
  if (!windows.isFetchNextPageError) return null;
  return (
    <Stack>
      <Notice tone="wait" role="status" title={<Trans>We couldn’t load more transfers</Trans>}>
        <p>{failureMessage(windows.error)}</p>
      </Notice>
      <Button wide onClick={() => void windows.fetchNextPage()}>
        <Trans>Show more</Trans>
      </Button>
    </Stack>
  );
}
