import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { approvalsQuery } from '../../api/approvals.ts';
import { sessionQuery } from '../../api/session.ts';
import { PageTitle } from '../../brand/page-title.tsx';
import { useOnline } from '../../live/use-online.ts';
import { TransferTabs } from '../../orders/transfer-tabs.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Stack } from '../../ui/stack.tsx';
import { ApprovalRows } from './approval-rows.tsx';
import styles from './approve.module.css';

/** What others want to send and a second person decides. */
export function Page() {
  const { t } = useLingui();
  const { items, has_more } = useSuspenseQuery(approvalsQuery).data;
  const { user } = useSuspenseQuery(sessionQuery).data;
  const isOnline = useOnline();
  const count = items.filter((row) => !row.is_own).length;
  return (
    <Stack>
      <PageTitle>{t`To approve`}</PageTitle>
      <PageHead title={<Trans>To approve</Trans>} />
      {user.role === 'sender' && <TransferTabs scheduled={0} />}
      {!isOnline && (
        <Notice tone="wait" role="status" title={<Trans>You’re offline</Trans>}>
          <Trans>You can’t approve anything now. Nothing is sent without an approval.</Trans>
        </Notice>
      )}
      {items.length === 0 ? (
        <EmptyState title={<Trans>Nothing waits for approval</Trans>}>
          <Trans>Large transfers appear here before they are sent.</Trans>
        </EmptyState>
      ) : (
        <>
          <p className={styles.small}>
            {has_more ? (
              <Trans>
                More than {count} transfers wait for you. None of them is sent until you approve it.
              </Trans>
            ) : (
              <Plural
                value={count}
                _0="No transfer waits for you."
                one="# transfer waits for you. Nothing is sent until you approve it."
                other="# transfers wait for you. Nothing is sent until you approve them."
              />
            )}
          </p>
          <ApprovalRows rows={items} label={t`To approve`} />
          {has_more && (
            <p className={styles.small}>
              <Trans>Only those that expire first are shown.</Trans>
            </p>
          )}
        </>
      )}
    </Stack>
  );
}
