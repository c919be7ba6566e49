import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import type { Resolved } from '../../../../contract/api/resolved.ts';
import { Avatar } from '../../../accounts/avatar.tsx';
import { resolvedQuery } from '../../../api/ended-sends.ts';
import { usePages } from '../../../api/list-pages.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { HydratedApart } from '../../../hydration/hydrated-part.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { dayOf, formatDate, today } from '../../../i18n/intl.ts';
import { verbatim, words } from '../../../i18n/trans.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { paths } from '../../../router/paths.ts';
import { FromSender, fromResolved } from '../../../transfers/from-sender.tsx';
import { useReturnFocus } from '../../../transfers/use-return-focus.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { RecordList, RecordRow } from '../../../ui/record-list.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { SupportTabs } from '../support-tabs.tsx';

/** What support decided: by whom, when and why, the newest first. */
export function Page() {
  const { t } = useLingui();
  return (
    <Stack gap="s5">
      <PageTitle>{t`Resolved`}</PageTitle>
      <Stack gap="s3">
        <PageHead title={<Trans>Resolved</Trans>} />
        <SupportTabs />
      </Stack>
      <HydratedApart>
        <Days />
      </HydratedApart>
    </Stack>
  );
}

function Days() {
  const restoreFocus = useReturnFocus();
  const failureMessage = useFailureMessage();
  const { items, error, hasNextPage, isFetchingNextPage, showMore } = usePages(
    resolvedQuery,
    (page) => page.items,
  );
  const days = new Set(items?.map(dayOfDecision));
  return (
    <Stack gap="s5" reading key={items ? 'found' : 'loading'} ref={restoreFocus}>
      {error && (
        <Notice tone="stop" role="alert" title={<Trans>We couldn’t load these decisions</Trans>}>
          <p>{failureMessage(error)}</p>
        </Notice>
      )}
      {!items && !error && <Skeleton lines={6} />}
      {items?.length === 0 && (
        <EmptyState title={<Trans>Nothing resolved yet</Trans>}>
          <p>
            <Trans>What support decides about a transfer will appear here.</Trans>
          </p>
        </EmptyState>
      )}
      {[...days].map((day) => (
        <Day
          key={day}
          day={day}
          decided={items?.filter((one) => dayOfDecision(one) === day) ?? []}
        />
      ))}
      {hasNextPage && (
        <Button pending={isFetchingNextPage} onClick={showMore}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </Stack>
  );
}

const dayOfDecision = ({ decision }: Resolved) => dayOf(new Date(decision.at));

type DayProps = {
  /** YYYY-MM-DD. */
  day: string;
  decided: readonly Resolved[];
};

function Day({ day, decided }: DayProps) {
  const headingId = useId();
  const { locale } = useFormat();
  const date = formatDate(new Date(`${day}T12:00:00Z`), locale, {
    ...({ weekday: 'long', day: 'numeric', month: 'long' } as const),
    ...(!day.startsWith(today().slice(0, 4)) && { year: 'numeric' }),
    timeZone: 'UTC',
  });
  return (
    <Stack as="section" gap="s2">
      <h2 id={headingId}>
        {day === today() ? (
          <Trans>Today</Trans>
        ) : (
          date.charAt(0).toLocaleUpperCase(locale) + date.slice(1)
        )}
      </h2>
      <Card flush>
        <RecordList aria-labelledby={headingId}>
          {decided.map((one) => (
            <DecisionRow key={`${one.key} ${one.decision.at} ${one.transfer_id}`} row={one} />
          ))}
        </RecordList>
      </Card>
    </Stack>
  );
}

function DecisionRow({ row }: { row: Resolved }) {
  const { money } = useMoney();
  const { locale } = useFormat();
  const { alias, decision, reason, sender } = row;
  const by = verbatim(decision.by);
  const why = words(reason);
  return (
    <RecordRow
      to={paths.sendOutcome(row.key)}
      state={fromResolved}
      lead={<Avatar id={row.destination_account_id} alias={alias} code={row.country_code} />}
      title={<Outcome row={row} />}
      note={
        <>
          {alias ? (
            <Trans>To {alias}</Trans>
          ) : (
            <Trans>To recipient {row.destination_account_id}</Trans>
          )}
          {sender && (
            <>
              <br />
              <FromSender sender={sender} state={fromResolved} />
            </>
          )}
          <br />
          {decision.proposed_by !== undefined && <>{verbatim(decision.proposed_by)}, </>}
          {by}: {why}
        </>
      }
      figure={verbatim(money(row.source_amount_cents, row.source_amount_currency))}
      figureNote={formatDate(new Date(decision.at), locale, { timeStyle: 'short' })}
    />
  );
}

function Outcome({ row }: { row: Resolved }) {
  switch (row.outcome) {
    case 'sent':
      return <Trans>It was sent as transfer {row.transfer_id}</Trans>;
    case 'not_sent':
      return <Trans>It was not sent</Trans>;
    case 'added':
      return <Trans>The sender now sees transfer {row.transfer_id} too</Trans>;
    case 'other':
      return <Trans>Transfer {row.transfer_id} is another one</Trans>;
  }
}
