import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { sessionQuery } from '../../../api/session.ts';
import { readTransfersFile } from '../../../api/transfers.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { MissingNotice } from '../../../live/missing-notice.tsx';
import { OwnOpenSends } from '../../../open-sends/own-open-sends.tsx';
import { ShortcutsHelp } from '../../../shortcuts/shortcuts-help.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { type ListSearch, useListSearch } from './list-search.ts';
import { ListEnd, ListFailed, ListStatus, NothingFound, OneRecipient } from './list-status.tsx';
import { StateChips, TransferFilters } from './transfer-filters.tsx';
import { TransferRows } from './transfer-rows.tsx';
import { useTransferList } from './use-transfer-list.ts';

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

type ExportButtonProps = {
  /** How many transfers the file will hold. */
  total: number;
  pending: boolean;
  onPress: () => void;
};

/** Saves the file of what the list finds. */
function ExportButton({ total, pending, onPress }: ExportButtonProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const count = total.toLocaleString(locale);
  return (
    <Button aria-label={t`Export ${count} transfers as CSV`} pending={pending} onClick={onPress}>
      <Trans>Export {count}</Trans>
    </Button>
  );
}

type TransfersFile = Awaited<ReturnType<typeof readTransfersFile>>;

/**
 * Saves what the list finds. Not by a link: its address, with the text that was searched for, would stay
 * among the browser's downloads, and a refusal would be saved as well.
 */
function useTransfersFile(search: ListSearch) {
  return useMutation({ mutationFn: () => readTransfersFile(search), onSuccess: save });
}

function save({ name, content }: TransfersFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Some browsers ask where to put it before they read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
