import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { sessionQuery } from '../../../api/session.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { MissingNotice } from '../../../live/missing-notice.tsx';
import { OwnOpenSends } from '../../../open-sends/own-open-sends.tsx';
import { ShortcutsHelp } from '../../../shortcuts/shortcuts-help.tsx';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { ExportButton } from './export-button.tsx';
import { ListEnd } from './list-end.tsx';
import { ListFailed } from './list-failed.tsx';
import { ListStatus } from './list-status.tsx';
import { NothingFound } from './nothing-found.tsx';
import { OneRecipient } from './one-recipient.tsx';
import { StateChips } from './state-chips.tsx';
import { TransferFilters } from './transfer-filters.tsx';
import { TransferRows } from './transfer-rows.tsx';
import { useListSearch } from './use-list-search.ts';
import { useTransferList } from './use-transfer-list.ts';
import { useTransfersFile } from './use-transfers-file.ts';

export function Page() {
  const { t } = useLingui();
  const { money } = useMoney();
  const failureMessage = useFailureMessage();
  const { user } = useSuspenseQuery(sessionQuery).data;
  const { search, text, find, refine, show } = useListSearch();
  const list = useTransferList(search);
  const file = useTransfersFile(search);
  const box = useRef<HTMLInputElement>(null);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const { windows, rows, latest } = list;
  const total = latest?.total ?? 0;

  function focusBox() {
    box.current?.focus();
    box.current?.select();
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
    if (windows.isPending) {
      return (
        <Card>
          <Skeleton lines={8} />
        </Card>
      );
    }
    return <NothingFound search={search} isSure={(latest?.missing.length ?? 0) === 0} />;
  }

  return (
    <Stack>
      <PageTitle>{t`Transfers`}</PageTitle>
      <PageHead
        title={<Trans>Transfers</Trans>}
        side={
          total > 0 && (
            <ExportButton total={total} pending={file.isPending} onPress={() => file.mutate()} />
          )
        }
      />
      {file.error && (
        <Notice tone="stop" role="alert" title={<Trans>The file could not be made</Trans>}>
          <p>{failureMessage(file.error)}</p>
        </Notice>
      )}
      {user.role === 'sender' && <OwnOpenSends />}
      <TransferFilters {...{ search, text, find, refine, box }} isBusy={list.isBusy} />
      <StateChips
        state={search.state}
        counts={latest?.counts}
        onChange={(state) => show({ state })}
      />
      {search.destination_account_id && (
        <OneRecipient
          id={search.destination_account_id}
          onShowAll={() => show({ destination_account_id: undefined })}
        />
      )}
      {latest && (
        <ListStatus
          latest={latest}
          error={list.staleBecause}
          onShowKeys={() => setIsHelpOpen(true)}
        />
      )}
      {latest && (
        <MissingNotice
          missing={latest.missing}
          pending={list.isLookingAgain}
          onTryAgain={list.lookAgain}
        />
      )}
      {rowsOrWhyNot()}
      <ListEnd windows={windows} />
      <ShortcutsHelp isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
    </Stack>
  );
}
