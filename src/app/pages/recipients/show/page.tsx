import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useRef } from 'react';
import { useLoaderData, useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { accountFields } from '../../../../contract/account-fields.ts';
import type {
  DestinationAccount,
  MarkRequest,
} from '../../../../contract/api/destination-account.ts';
import { isListedOrder } from '../../../../contract/api/order-states.ts';
import type { Asked } from '../../../../contract/api/pages.ts';
import { latestTransfers } from '../../../../contract/api/reads.ts';
import { fieldLabel } from '../../../accounts/account-fields.ts';
import { Avatar } from '../../../accounts/avatar.tsx';
import { useMarkAccount } from '../../../accounts/mark-account.tsx';
import { useNumbers } from '../../../accounts/masked-row.tsx';
import { accountQuery } from '../../../api/accounts.ts';
import { scheduledToQuery } from '../../../api/scheduled-orders.ts';
import { sessionQuery } from '../../../api/session.ts';
import { transfersQuery } from '../../../api/transfers.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { verbatim, withVerbatim, words } from '../../../i18n/trans.ts';
import { useMoment } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { useLiveTransfers } from '../../../live/use-live-transfers.ts';
import { ScheduledRows } from '../../../orders/scheduled-rows.tsx';
import { useOrderDays } from '../../../orders/use-order-days.ts';
import { useOrderWords } from '../../../orders/use-order-words.ts';
import { paths } from '../../../router/paths.ts';
import { useBackToSupport } from '../../../transfers/from-sender.tsx';
import { StatusBadge } from '../../../transfers/status-badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Drawing, Icon } from '../../../ui/icon.tsx';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { RecordList, RecordRow } from '../../../ui/record-list.tsx';
import { Row, Split, Stack } from '../../../ui/stack.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { AccountCard, OwnerCard } from './account-cards.tsx';
import styles from './page.module.css';

const icons = {
  edit: 'M3 13l.7-2.9 7.5-7.5 2.2 2.2-7.5 7.5ZM9.6 4.2l2.2 2.2',
  lock: 'M4 7.3h8v6H4ZM5.7 7.3V5a2.3 2.3 0 0 1 4.6 0v2.3',
  archive: 'M2.3 3h11.4v3H2.3ZM3.3 6v7.3h9.4V6M6.5 8.7h3',
} as const;

export function Page() {
  const { id } = useLoaderData<Asked>();
  // Another recipient starts with masked numbers.
  return <Recipient key={id} id={id} />;
}

function Recipient({ id }: { id: string }) {
  const { t } = useLingui();
  const failureMessage = useFailureMessage();
  const { data: account } = useSuspenseQuery(accountQuery(id));
  const { user } = useSuspenseQuery(sessionQuery).data;
  const numbers = useNumbers(account);
  const back = useBackToSupport({
    sender: account.sender,
    otherwise: { to: paths.recipients(), label: t`Recipients` },
  });
  return (
    <Stack gap="s5">
      <PageTitle>{account.alias}</PageTitle>
      <PageHead
        title={
          <span className={styles.name}>
            <Avatar id={id} alias={account.alias} code={account.country?.code} size="large" />
            {verbatim(account.alias)}
          </span>
        }
        back={back}
      />
      {user.role === 'sender' ? (
        <Actions account={account} />
      ) : (
        <ArchivedNotice account={account} />
      )}
      <Split>
        <Stack>
          {numbers.error && (
            <Notice tone="stop" role="alert" title={failureMessage(numbers.error)} />
          )}
          <NotTakenNotice account={account} />
          <AccountCard numbers={numbers} />
          <OwnerCard numbers={numbers} />
        </Stack>
        <Stack gap="s5">
          <ScheduledCard id={id} bySender={user.role === 'sender'} />
          <TransfersCard id={id} />
        </Stack>
      </Split>
    </Stack>
  );
}

/** For support, who see who archived it. */
function ArchivedNotice({ account }: Pick<MarkWordsProps, 'account'>) {
  const { archived, archived_by } = account;
  if (!archived) return null;
  return (
    <Notice
      title={
        archived_by === undefined ? (
          <Trans>Archived</Trans>
        ) : (
          <Trans>Archived by {archived_by}</Trans>
        )
      }
    >
      <Trans>Nobody can send to this recipient until a sender restores it.</Trans>
    </Notice>
  );
}

const afterEdit = z.object({ not_taken: z.array(z.enum(accountFields)) });

/** Names the fields that the service answered with other values than the edit sent. */
function NotTakenNotice({ account }: { account: DestinationAccount }) {
  const { t } = useLingui();
  const { not_taken = [] } = z.safeParse(afterEdit, useLocation().state).data ?? {};
  if (not_taken.length === 0) return null;

  const labels = words(not_taken.map((field) => t(fieldLabel(field, account.category))).join(', '));
  return (
    <Notice
      tone="wait"
      role="alert"
      title={<Trans>The payment service did not save everything</Trans>}
    >
      <Trans>The payment service has other values for: {labels}. Check them below.</Trans>
    </Notice>
  );
}

type ActionsProps = { account: DestinationAccount };

/** A sender's actions. */
function Actions({ account }: ActionsProps) {
  const { id, editable, archived } = account;
  const reasonId = useId();
  return (
    <Stack gap="s3">
      <div className={styles.send}>
        {archived ? (
          <Button variant="main" wide disabled>
            <Trans>Send money</Trans>
          </Button>
        ) : (
          <ButtonLink to={paths.send({ destination_account_id: id })} variant="main" wide>
            <Trans>Send money</Trans>
          </ButtonLink>
        )}
      </div>
      <div>
        <MarkActions account={account}>
          {editable && !archived ? (
            <ButtonLink to={paths.editRecipient(id)} className={styles.tile}>
              <Drawing path={icons.edit} size={20} />
              <Trans>Edit</Trans>
            </ButtonLink>
          ) : (
            <Button
              disabled
              aria-describedby={editable ? undefined : reasonId}
              className={styles.tile}
            >
              <Drawing path={icons.edit} size={20} />
              <Trans>Edit</Trans>
            </Button>
          )}
          {!editable && (
            <ButtonLink to={paths.newRecipient({ copy: id })} className={styles.tile}>
              <Icon name="copy" size={20} />
              <Trans>Duplicate</Trans>
            </ButtonLink>
          )}
        </MarkActions>
        {!editable && (
          <p id={reasonId} className={styles.said}>
            <span className={styles.reason}>
              <Drawing path={icons.lock} size={16} />
              <span>
                <Trans>You can’t edit this recipient, because a transfer was completed.</Trans>
              </span>
            </span>
          </p>
        )}
      </div>
    </Stack>
  );
}

type MarkActionsProps = {
  account: DestinationAccount;
  /** The actions before them. */
  children: ReactNode;
};

/** Pins and archives, and says what that did under the buttons, which stay where they are. */
function MarkActions({ account, children }: MarkActionsProps) {
  const failureMessage = useFailureMessage();
  const { mutate, isPending, variables, data, error } = useMarkAccount(account.id);
  const archiveRef = useRef<HTMLButtonElement>(null);
  const { pinned, archived } = account;
  const archives = isPending && variables.archived !== undefined;
  function undo() {
    // The pressed button goes with its words.
    archiveRef.current?.focus();
    mutate({ archived: false });
  }
  return (
    <>
      <div className={styles.tiles}>
        {children}
        <Button
          className={classNames(styles.tile, pinned && styles.pinned)}
          // An archived recipient comes first in no list.
          disabled={archived}
          pending={isPending && !archives}
          onClick={() => mutate({ pinned: !pinned })}
        >
          <Icon name="pin" size={20} />
          {pinned ? <Trans>Unpin</Trans> : <Trans>Pin</Trans>}
        </Button>
        <Button
          ref={archiveRef}
          className={styles.tile}
          pending={archives}
          onClick={() => mutate({ archived: !archived })}
        >
          <Drawing path={icons.archive} size={20} />
          {archived ? <Trans>Restore</Trans> : <Trans>Archive</Trans>}
        </Button>
      </div>
      <div className={styles.said}>
        <p role="status">
          {error ? failureMessage(error) : <MarkWords account={account} done={data && variables} />}
        </p>
        {data && variables?.archived && archived && (
          <Button variant="quiet" onClick={undo}>
            <Trans>Undo</Trans>
          </Button>
        )}
      </div>
    </>
  );
}

type MarkWordsProps = {
  account: DestinationAccount;
  /** The change that was just made. */
  done: MarkRequest | undefined;
};

function MarkWords({ account, done }: MarkWordsProps) {
  const { archived, archived_by } = account;
  if (archived) {
    if (done?.archived) return <Trans>Archived. It no longer appears in your lists.</Trans>;
    if (archived_by !== undefined) {
      return <Trans>Archived by {archived_by}. Restore it to send money.</Trans>;
    }
    return <Trans>Archived. Restore it to send money.</Trans>;
  }
  if (done?.archived === false) return <Trans>Restored. It’s back in your lists.</Trans>;
  if (done?.pinned) return <Trans>Pinned. It comes first in your lists.</Trans>;
  if (done?.pinned === false) return <Trans>No longer pinned.</Trans>;
  return <SameAccount account={account} />;
}

/** Names another recipient that is paid into the same account. */
function SameAccount({ account: { same_as } }: Pick<MarkWordsProps, 'account'>) {
  if (!same_as) return null;
  return (
    <span className={styles.reason}>
      <Icon name="warning" />
      <span>
        <Trans>
          Same account as <Link to={paths.recipient(same_as.id)}>{same_as.alias}</Link>
        </Trans>
      </span>
    </span>
  );
}

/** What is sent to a recipient on days; nothing if there is none, or it could not be read. */
function ScheduledCard({ id, bySender }: TransfersCardProps & { bySender: boolean }) {
  const { t } = useLingui();
  const { nextDay } = useOrderDays();
  const { rule } = useOrderWords();
  const { data } = useQuery(scheduledToQuery(id));
  const orders = data?.items.filter(isListedOrder) ?? [];
  if (orders.length === 0) return null;
  return (
    <Stack as="section" gap="s3">
      <h2>
        <Trans>Scheduled</Trans>
      </h2>
      <Card flush>
        <ScheduledRows
          rows={orders.map((order) => ({
            order,
            title:
              nextDay(order) ?? (order.waits_for === 'person' ? t`Paused` : t`Waits for approval`),
            note: rule(order),
          }))}
          label={t`Scheduled`}
          bySender={bySender}
        />
      </Card>
    </Stack>
  );
}

type TransfersCardProps = { id: string };

/** The latest transfers to a recipient. */
function TransfersCard({ id }: TransfersCardProps) {
  const { t } = useLingui();
  const { money } = useMoney();
  const { brief } = useMoment();
  useLiveTransfers();
  const { items, total } = useSuspenseQuery(transfersQuery(latestTransfers(id))).data;

  return (
    <Stack as="section" gap="s3">
      <Row between>
        <h2>
          <Trans>Transfers</Trans>
        </h2>
        {total > items.length && (
          <Link to={paths.transfers({ destination_account_id: id })}>
            <Trans>All {total}</Trans>
          </Link>
        )}
      </Row>
      <Card flush={items.length > 0}>
        {items.length === 0 ? (
          <Trans>This recipient has no transfers yet.</Trans>
        ) : (
          <RecordList>
            {items.map((row) => (
              <RecordRow
                key={row.id}
                to={paths.transfer(row.id)}
                title={withVerbatim(t`Transfer ${row.id}`, row.id)}
                note={
                  row.first_seen_at && (
                    <>
                      <VisuallyHidden>
                        <Trans>First seen here</Trans>
                      </VisuallyHidden>{' '}
                      {brief(row.first_seen_at)}
                    </>
                  )
                }
                mark={<StatusBadge state={row.state} plain />}
                figure={verbatim(
                  money(row.destination_amount_cents, row.destination_amount_currency),
                )}
                figureNote={verbatim(money(row.source_amount_cents, row.source_amount_currency))}
              />
            ))}
          </RecordList>
        )}
      </Card>
    </Stack>
  );
}
