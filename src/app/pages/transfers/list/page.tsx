import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link, useLoaderData } from 'react-router-dom';
import { accountQuery } from '../../../api/accounts.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { paths } from '../../../paths.ts';
import { Ago } from '../../../ui/ago.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { ListSearch } from './list-search.ts';
import { NothingFound } from './nothing-found.tsx';
import styles from './page.module.css';
import { StateChips } from './state-chips.tsx';
import { TransferFilters } from './transfer-filters.tsx';
import { TransferRows } from './transfer-rows.tsx';
import { transferWindows } from './transfer-windows.ts';

export function Page() {
  const { t } = useLingui();
  const search = useLoaderData<ListSearch>();
  const failureMessage = useFailureMessage();
  const windows = useSuspenseInfiniteQuery(transferWindows(search));

  const rows = windows.data.pages.flatMap(({ items }) => items);
  const first = windows.data.pages[0];
  const total = first?.total ?? 0;

  return (
    <Stack>
      <PageTitle>{t`Transfers`}</PageTitle>
      <PageHead title={<Trans>Transfers</Trans>} />
      <TransferFilters search={search} />
      <StateChips search={search} counts={first?.counts ?? {}} />
      {search.destination_account_id && (
        <OneRecipient id={search.destination_account_id} search={search} />
      )}
      {rows.length > 0 ? <TransferRows rows={rows} /> : <NothingFound search={search} />}
      {windows.error && (
        <Notice
          tone="wait"
          role="status"
          title={<Trans>This list could not be brought up to date</Trans>}
        >
          <p>{failureMessage(windows.error)}</p>
        </Notice>
      )}
      {windows.hasNextPage && (
        <Button
          wide
          pending={windows.isFetchingNextPage}
          onClick={() => void windows.fetchNextPage()}
        >
          <Trans>Show more</Trans>
        </Button>
      )}
      <p className={styles.hint}>
        <Plural value={total} one="# transfer" other="# transfers" />
        {first && (
          <>
            {' · '}
            <Trans>
              Updated <Ago at={first.as_of} />
            </Trans>
          </>
        )}
      </p>
      <VisuallyHidden role="status">
        <Plural value={total} one="# transfer" other="# transfers" />
      </VisuallyHidden>
    </Stack>
  );
}

type OneRecipientProps = { id: string; search: ListSearch };

function OneRecipient({ id, search }: OneRecipientProps) {
  const alias = useQuery(accountQuery(id)).data?.alias ?? id;
  return (
    <p>
      <Trans>Only those to {alias}.</Trans>{' '}
      <Link to={paths.transfers({ ...search, destination_account_id: undefined })}>
        <Trans>Show all recipients</Trans>
      </Link>
    </p>
  );
}
