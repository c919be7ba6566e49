import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { looksUp } from '../../../../contract/api/session.ts';
import { sessionQuery } from '../../../api/session.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { HydratedApart } from '../../../hydration/hydrated-part.tsx';
import { today } from '../../../i18n/intl.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { MissingNotice } from '../../../live/missing-notice.tsx';
import {
  OwnOpenSends,
  OwnScheduled,
  useScheduledCount,
} from '../../../open-sends/own-open-sends.tsx';
import { TransferTabs } from '../../../orders/transfer-tabs.tsx';
import { paths } from '../../../router/paths.ts';
import { ShortcutsHelp } from '../../../shortcuts/shortcuts-help.tsx';
import { daysFor } from '../../../statement/days-of-month.ts';
import { NearestNames } from '../../../transfers/nearest-names.tsx';
import { ShownWithout } from '../../../transfers/shown-without.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { DownloadButton, DownloadStatus, useDownload } from './download.tsx';
import { foundIn, isOpenRow } from './list-rows.ts';
import { isNarrowed } from './list-search.ts';
import { ListEnd, ListFailed, ListLoading, ListStatus, NothingFound } from './list-status.tsx';
import styles from './transfer-filters.module.css';
import { TransferFilters } from './transfer-filters.tsx';
import { TransferRows } from './transfer-rows.tsx';
import { useTransferList } from './transfer-windows.ts';
import { useListSearch } from './use-list-search.ts';

export function Page() {
  const { t } = useLingui();
  const { money } = useMoney();
  const { user } = useSuspenseQuery(sessionQuery).data;
  const filters = useListSearch();
  const { search } = filters;
  const list = useTransferList(search);
  const download = useDownload(search);
  const box = useRef<HTMLInputElement>(null);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const { windows, rows, latest } = list;
  const { total = 0, counts } = latest ? foundIn(latest) : {};
  const isLoading = latest?.service === 'loading';
  const isSure = latest?.missing.length === 0 && !isLoading;
  const isAlone = windows.isSuccess && isSure && !list.isBusy && !list.staleBecause;
  // Who has none yet has nothing to search, count or keep fresh.
  const hasNone = user.role === 'sender' && total === 0 && isAlone && !isNarrowed(search);

  function focusBox() {
    box.current?.focus();
    box.current?.select();
  }

  function findInstead(q: string) {
    // The pressed button goes with its search.
    document.querySelector('h1')?.focus();
    void filters.find(q);
  }

  function rowsOrWhyNot() {
    if (rows.length > 0) {
      return (
        <TransferRows
          search={search}
          list={list}
          total={total}
          money={money}
          onSearchKey={focusBox}
          onHelpKey={() => setIsHelpOpen(true)}
        />
      );
    }
    if (windows.error) {
      return (
        <ListFailed
          error={windows.error}
          pending={windows.isFetching}
          onTryAgain={() => void windows.refetch()}
        />
      );
    }
    if (windows.isPending) return <ListLoading />;
    return <NothingFound search={search} isSure={isSure} />;
  }

  return (
    <Stack>
      <PageTitle>{t`Transfers`}</PageTitle>
      <PageHead
        title={<Trans>Transfers</Trans>}
        // Keeps the place, so that nothing moves when the transfers come.
        side={
          <div className={styles.side}>
            {total > 0 && !isLoading && <DownloadButton download={download} />}
          </div>
        }
      />
      {user.role === 'sender' && (
        <>
          <Tabs />
          <OwnOpenSends isAboveRows />
        </>
      )}
      {hasNone ? (
        <>
          <OwnScheduled />
          <NothingFound search={search} isSure />
        </>
      ) : (
        <>
          <TransferFilters
            list={filters}
            isBusy={list.isBusy}
            box={box}
            counts={counts}
            isTransfer={rows.some((row) => !isOpenRow(row) && row.id === search.q)}
            bySupport={looksUp(user.role)}
            total={total}
          />
          {/* Below the search, so that it stays in its place when a search hides what was never sent. */}
          {user.role === 'sender' && !isNarrowed(search) && <OwnScheduled />}
          <Stack gap="s1">
            <DownloadStatus download={download} total={total} />
            {latest && (
              <HydratedApart>
                <ListStatus
                  latest={latest}
                  error={list.staleBecause}
                  isBusy={list.isBusy}
                  statement={
                    // What tells of a download covers it.
                    user.role === 'sender' && total > 0 && !download.isRunning && !download.error
                      ? paths.statement(daysFor(search, today()))
                      : undefined
                  }
                  onShowKeys={() => setIsHelpOpen(true)}
                />
              </HydratedApart>
            )}
            {latest && (
              <MissingNotice
                missing={latest.missing}
                pending={list.isLookingAgain}
                onTryAgain={list.lookAgain}
              />
            )}
            <ShownWithout words={latest?.left_out ?? []} />
            <NearestNames nearest={latest?.nearest ?? []} q={filters.text} onSearch={findInstead} />
            <HydratedApart>{rowsOrWhyNot()}</HydratedApart>
          </Stack>
          <ListEnd windows={windows} />
        </>
      )}
      <ShortcutsHelp isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
    </Stack>
  );
}

/** Asks for open sends only where there is a sender. */
const Tabs = () => <TransferTabs scheduled={useScheduledCount()} />;
