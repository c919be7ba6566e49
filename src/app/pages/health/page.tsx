import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { SupportHealth } from '../../../contract/api/support.ts';
import { supportHealthQuery } from '../../api/support.ts';
import { PageTitle } from '../../brand/page-title.tsx';
import { serverTime } from '../../i18n/intl.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { OutdatedNotice } from '../../live/outdated-notice.tsx';
import { paths } from '../../router/paths.ts';
import { Ago } from '../../ui/ago.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Split, Stack } from '../../ui/stack.tsx';
import { SummaryList, SummaryRow } from '../../ui/summary-list.tsx';
import { ConnectionCard, TokenCard } from './connection-cards.tsx';
import { writeDuration } from './duration.ts';
import { FailuresCard, UnreadCard } from './failure-cards.tsx';
import styles from './health.module.css';
import { LatencyCard } from './latency-card.tsx';
import { VerdictNotice, verdictOf } from './verdict.tsx';

export function Page() {
  const { t } = useLingui();
  const { data: health, dataUpdatedAt, error } = useSuspenseQuery(supportHealthQuery);

  const verdict = verdictOf(health);
  return (
    <Stack gap="s5">
      <PageTitle>{t`Health`}</PageTitle>
      <PageHead title={<Trans>Payment service health</Trans>} />
      <VerdictNotice verdict={verdict} />
      {error && (
        <OutdatedNotice title={<Trans>We couldn’t update this page</Trans>} error={error} />
      )}
      <Split>
        <Stack gap="s5">
          <UnreadCard lists={health.lists} />
          <LatencyCard latency={health.latency} attempts={health.attempts} />
          <FailuresCard failures={health.failures} />
          <OpenSendsCard open_sends={health.open_sends} />
          <OrdersCard orders={health.orders} />
          <NewsCard news={health.news} />
        </Stack>
        <Stack gap="s5">
          <ConnectionCard
            breaker={health.breaker}
            verdict={verdict}
            last_success_at={health.last_success_at}
            last_failure={health.last_failure}
          />
          <TokenCard token={health.token} />
          <ListCard list={health.list} />
        </Stack>
      </Split>
      <p className={styles.note}>
        <Trans>
          Updated <Ago at={serverTime(dataUpdatedAt).toISOString()} />
        </Trans>
      </p>
    </Stack>
  );
}

/** The number of transfers without a known result, with a link to them. */
function OpenSendsCard({
  open_sends: { unconfirmed, unresolved },
}: Pick<SupportHealth, 'open_sends'>) {
  return (
    <Card as="section">
      <Stack gap="s2">
        <h2>
          <Trans>Not confirmed yet</Trans>
        </h2>
        {unconfirmed + unresolved === 0 && (
          <p>
            <Trans>None. Every transfer has a known result.</Trans>
          </p>
        )}
        {unresolved > 0 && (
          <p>
            <Plural
              value={unresolved}
              one="# transfer needs your review."
              other="# transfers need your review."
            />
          </p>
        )}
        {unconfirmed > 0 && (
          <p>
            <Plural
              value={unconfirmed}
              one="We’re still checking # transfer."
              other="We’re still checking # transfers."
            />
          </p>
        )}
        {unconfirmed + unresolved > 0 && (
          <div>
            <ButtonLink variant="quiet" to={paths.support()}>
              <Trans>Show transfers</Trans>
            </ButtonLink>
          </div>
        )}
      </Stack>
    </Card>
  );
}

/** What is decided and not sent yet; nothing while nobody holds or schedules a transfer. */
function OrdersCard({
  orders: { waiting, needs_you, overdue, overdue_since },
}: Pick<SupportHealth, 'orders'>) {
  if (waiting + needs_you === 0) return null;
  return (
    <Card as="section">
      <Stack gap="s2">
        <h2>
          <Trans>Not sent yet</Trans>
        </h2>
        {overdue_since !== null && (
          <>
            <p>
              <Plural
                value={overdue}
                one="# transfer is late: we should have sent it."
                other="# transfers are late: we should have sent them."
              />
            </p>
            <p>
              <Trans>If it goes on, tell your administrator.</Trans>
            </p>
            <p>
              <Trans>
                The first was due: <Ago at={overdue_since} />
              </Trans>
            </p>
          </>
        )}
        {waiting > overdue && (
          <p>
            <Plural
              value={waiting - overdue}
              one="# transfer waits for its time."
              other="# transfers wait for their time."
            />
          </p>
        )}
        {needs_you > 0 && (
          <p>
            <Plural
              value={needs_you}
              one="# transfer waits for an answer of its sender."
              other="# transfers wait for an answer of their senders."
            />
          </p>
        )}
      </Stack>
    </Card>
  );
}

/** What people are still to be told, and what could not be told. */
function NewsCard({
  news: { mail, waiting, oldest_at, failing, given_up },
}: Pick<SupportHealth, 'news'>) {
  const { whole } = useFormat();
  return (
    <Card as="section">
      <h2>
        <Trans>Messages to people</Trans>
      </h2>
      <SummaryList>
        <SummaryRow term={<Trans>Email</Trans>}>
          {mail === 'on' && <Trans>On</Trans>}
          {mail === 'sandbox' && <Trans>Shown in the sandbox only</Trans>}
          {mail === 'off' && <Trans>Not set up</Trans>}
        </SummaryRow>
        <SummaryRow term={<Trans>Waiting</Trans>}>{whole(waiting)}</SummaryRow>
        <SummaryRow term={<Trans>Oldest</Trans>}>
          {oldest_at ? <Ago at={oldest_at} /> : <Trans>None</Trans>}
        </SummaryRow>
        {failing.map(({ sink, count, error }) => (
          <SummaryRow
            key={sink}
            term={
              sink === 'mail' ? <Trans>Failing emails</Trans> : <Trans>Failing notifications</Trans>
            }
            note={error}
          >
            {whole(count)}
          </SummaryRow>
        ))}
        <SummaryRow term={<Trans>Given up in 7 days</Trans>}>{whole(given_up)}</SummaryRow>
      </SummaryList>
    </Card>
  );
}

/** The poll of the service's whole transfer list that feeds every page. */
function ListCard({ list }: Pick<SupportHealth, 'list'>) {
  const { locale, whole } = useFormat();
  return (
    <Card as="section">
      <h2>
        <Trans>List of transfers</Trans>
      </h2>
      {list ? (
        <SummaryList>
          <SummaryRow term={<Trans>Last read</Trans>}>
            <Ago at={list.as_of} />
          </SummaryRow>
          <SummaryRow term={<Trans>Transfers</Trans>}>{whole(list.transfers)}</SummaryRow>
          <SummaryRow term={<Trans>Time per read</Trans>}>
            {writeDuration(list.read_took_ms, locale)}
          </SummaryRow>
          <SummaryRow term={<Trans>Read every</Trans>}>
            {writeDuration(list.read_every_ms, locale)}
          </SummaryRow>
          <SummaryRow term={<Trans>Live connections</Trans>}>{whole(list.watchers)}</SummaryRow>
        </SummaryList>
      ) : (
        <p>
          <Trans>Not read yet. We read it when a page needs it.</Trans>
        </p>
      )}
    </Card>
  );
}
