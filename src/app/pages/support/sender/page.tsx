import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useLoaderData, useLocation } from 'react-router-dom';
import { isOpenOrder } from '../../../../contract/api/order-states.ts';
import type { SenderDetail } from '../../../../contract/api/support.ts';
import { Avatar } from '../../../accounts/avatar.tsx';
import { LastDigits } from '../../../accounts/last-digits.tsx';
import { senderQuery } from '../../../api/support.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { HydratedApart } from '../../../hydration/hydrated-part.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Freshness } from '../../../live/freshness.tsx';
import { MissingNotice } from '../../../live/missing-notice.tsx';
import { OutdatedNotice } from '../../../live/outdated-notice.tsx';
import { useLiveTransfers } from '../../../live/use-live-transfers.ts';
import { isFromLookUp } from '../../../router/entry-state.ts';
import { paths } from '../../../router/paths.ts';
import { fromSenderPage } from '../../../transfers/from-sender.tsx';
import { useReturnFocus } from '../../../transfers/use-return-focus.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useGoBack } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { RecordList, RecordRow } from '../../../ui/record-list.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Row, Split, Stack } from '../../../ui/stack.tsx';
import { OpenSendList } from '../open-sends.tsx';
import { OrderList } from '../orders.tsx';
import { MoreRows, TransferResults } from '../result-lists.tsx';
import styles from '../support.module.css';
import { EndedSends } from './ended-sends.tsx';
import { useSentTransfers } from './loader.ts';

/** One sender for support: what is not confirmed, whom they pay, what is not sent yet, and what they sent. */
export function Page() {
  const { t } = useLingui();
  const user = useLoaderData<string>();
  const { data: detail, error } = useSuspenseQuery(senderQuery(user));
  const goBack = useGoBack();
  const restoreFocus = useReturnFocus();
  const { state } = useLocation();
  const { sender, recipients } = detail;
  const shown = sender.name || sender.email;
  // Each row would say whose page it is on.
  const sends = detail.sends.map(({ sender: _, ...send }) => send);
  const orders = detail.orders.map(({ sender: _, ...order }) => order);
  const [open, ended] = [
    orders.filter(({ state }) => isOpenOrder(state)),
    orders.filter(({ state }) => !isOpenOrder(state)),
  ];

  return (
    // Another sender starts with few recipients.
    <Stack gap="s5" key={user} ref={restoreFocus}>
      <PageTitle>{shown}</PageTitle>
      <Stack gap="s1">
        <PageHead
          title={<bdi translate="no">{shown}</bdi>}
          back={{
            to: paths.support(),
            label: t`Look up`,
            onClick: isFromLookUp(state) ? goBack : undefined,
          }}
          side={
            <ButtonLink to={paths.senderStatement(user)}>
              <Trans>Statement</Trans>
            </ButtonLink>
          }
        />
        {sender.name && (
          <p className={styles.email}>
            <bdi translate="no">{sender.email}</bdi>
          </p>
        )}
      </Stack>
      {error && (
        <OutdatedNotice title={<Trans>We couldn’t update this page</Trans>} error={error} />
      )}
      <Split>
        <Stack gap="s5" className={styles.first}>
          <OpenSendList sends={sends} from={fromSenderPage} />
          {open.length > 0 && (
            <OrderList title={<Trans>Not sent yet</Trans>} orders={open} from={fromSenderPage} />
          )}
          <Recipients recipients={recipients} />
          <HydratedApart>
            <EndedSends user={user} />
          </HydratedApart>
          {ended.length > 0 && (
            <OrderList
              title={<Trans>Held or scheduled before</Trans>}
              orders={ended}
              from={fromSenderPage}
            />
          )}
        </Stack>
        <HydratedApart>
          <Transfers user={user} />
        </HydratedApart>
      </Split>
    </Stack>
  );
}

const minRecipients = 5;

function Recipients({ recipients }: Pick<SenderDetail, 'recipients'>) {
  const { whole } = useFormat();
  const headingId = useId();
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? recipients : recipients.slice(0, minRecipients);
  const all = whole(recipients.length);
  const isUnread = recipients.some(({ details, gone }) => details === null && !gone);
  return (
    <Stack as="section" gap="s2">
      <h2 id={headingId}>
        <Trans>Recipients</Trans>
      </h2>
      {isUnread && (
        <Notice
          tone="wait"
          role="status"
          title={<Trans>We can’t read some recipients right now</Trans>}
        />
      )}
      {recipients.length === 0 ? (
        <p className={styles.quiet}>
          <Trans>This sender has no recipients yet.</Trans>
        </p>
      ) : (
        <Card flush>
          <RecordList aria-labelledby={headingId}>
            {shown.map((one) => (
              <RecipientRow key={one.id} {...one} />
            ))}
          </RecordList>
        </Card>
      )}
      {recipients.length > minRecipients && (
        <Button aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? (
            <Trans>Show fewer</Trans>
          ) : (
            <span>
              <Trans>Show all {all}</Trans>
            </span>
          )}
        </Button>
      )}
    </Stack>
  );
}

function RecipientRow({ id, archived, details, gone }: SenderDetail['recipients'][number]) {
  const lead = <Avatar id={id} alias={details?.alias ?? null} code={details?.country_code} />;
  const figureNote = archived && <Trans>Archived</Trans>;
  if (!details) {
    return (
      <RecordRow
        // The page of one that is gone would say that it is not found.
        to={gone ? undefined : paths.recipient(id)}
        state={fromSenderPage}
        lead={lead}
        title={<Trans>Recipient {id}</Trans>}
        note={
          gone ? (
            <Trans>The payment service no longer has this recipient.</Trans>
          ) : (
            <Trans>Name not known right now</Trans>
          )
        }
        figureNote={figureNote}
      />
    );
  }
  const { alias, name, bank_name, account_tail } = details;
  return (
    <RecordRow
      to={paths.recipient(id)}
      state={fromSenderPage}
      lead={lead}
      title={<bdi translate="no">{name || alias}</bdi>}
      note={
        <>
          {name && <bdi translate="no">{alias}</bdi>}
          {name && (bank_name || account_tail) && ' · '}
          {bank_name} {account_tail && <LastDigits end={account_tail} />}
        </>
      }
      figureNote={figureNote}
    />
  );
}

/** The sender's transfers, the newest first, kept up to date. */
function Transfers({ user }: { user: string }) {
  const failureMessage = useFailureMessage();
  useLiveTransfers();
  const { first, more, rows } = useSentTransfers(user);
  const { data: latest, error, errorUpdateCount, isFetching } = first;
  const tryAgain = () => void first.refetch();

  function section(children: ReactNode) {
    return (
      <Stack as="section" gap="s3">
        <h2>
          <Trans>Transfers</Trans>
        </h2>
        {children}
      </Stack>
    );
  }

  if (!latest) {
    return section(
      // Another try clears the error, and must not take away the button.
      errorUpdateCount > 0 ? (
        <Notice tone="stop" role="alert" title={<Trans>We couldn’t load the transfers</Trans>}>
          {error && <p>{failureMessage(error)}</p>}
          <p>
            <Button pending={isFetching} onClick={tryAgain}>
              <Trans>Try again</Trans>
            </Button>
          </p>
        </Notice>
      ) : (
        <Skeleton lines={6} />
      ),
    );
  }
  const { total: transfers, missing, service } = latest;
  return section(
    <>
      {error && (
        <OutdatedNotice title={<Trans>We couldn’t update this list</Trans>} error={error} />
      )}
      <Row>
        <p role="status">
          {transfers > 0 ? (
            <Plural value={transfers} one="# transfer" other="# transfers" />
          ) : (
            service !== 'loading' && <Trans>This sender has no transfers yet.</Trans>
          )}
        </p>
        <Freshness of={latest} />
      </Row>
      <MissingNotice missing={missing} pending={isFetching} onTryAgain={tryAgain} />
      {rows.length > 0 && <TransferResults items={rows} from={fromSenderPage} />}
      <MoreRows
        shown={rows.length}
        total={transfers}
        isPending={more.isPending}
        error={more.error}
        onMore={more.mutate}
      >
        <Trans>Show more transfers</Trans>
      </MoreRows>
    </>,
  );
}
