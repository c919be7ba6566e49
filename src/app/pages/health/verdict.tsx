import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ListName, SupportHealth } from '../../../contract/api/support.ts';
import { isToday } from '../../i18n/intl.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Notice, type NoticeProps } from '../../ui/notice.tsx';
import { ListTitle } from './failure-cards.tsx';

/** The state of the service; `since` is when it last gave a usable answer, null if it never did. */
export type Verdict =
  | { is: 'unknown' | 'healthy' | 'slow' | 'unauthorized' }
  | { is: 'unreachable' | 'failing'; since: string | null }
  /** One list cannot be parsed, while other calls succeed. */
  | { is: 'unreadable-list'; list: ListName; since: string }
  /** The number of records that cannot be parsed. */
  | { is: 'unreadable-records'; records: number };

/** The service is slow when the median of the latest answers is above this. */
const slowMedianMs = 1_000;
const maxRecentAnswers = 20;
const unreachableKinds = ['timeout', 'not-written'];

/** Judges by the circuit breaker, the last failure and the latest answers, the worst first. */
export function verdictOf({
  attempts,
  breaker,
  last_failure,
  last_success_at: since,
  lists,
}: SupportHealth): Verdict {
  if (breaker !== 'closed') return { is: 'unreachable', since };
  if (last_failure && (since === null || Date.parse(last_failure.at) > Date.parse(since))) {
    if (last_failure.kind === 'credentials') return { is: 'unauthorized' };
    return {
      is: unreachableKinds.includes(last_failure.kind) ? 'unreachable' : 'failing',
      since,
    };
  }
  const [unread] = lists.flatMap(({ list, failing }) => (failing ? [{ list, failing }] : []));
  if (unread) return { is: 'unreadable-list', list: unread.list, since: unread.failing.since };
  if (since === null) return { is: 'unknown' };
  const records = lists.reduce((sum, { odd }) => sum + odd.total, 0);
  if (records > 0) return { is: 'unreadable-records', records };
  const times = attempts.filter(({ failure }) => failure === null).map(({ took_ms }) => took_ms);
  const recent = times.slice(-maxRecentAnswers).sort((a, b) => a - b);
  const median = recent[Math.floor(recent.length / 2)] ?? 0;
  return { is: median > slowMedianMs ? 'slow' : 'healthy' };
}

type VerdictNoticeProps = { verdict: Verdict };

/** The verdict at the top of the page: what is wrong, then what to do. Announced when it changes. */
export function VerdictNotice({ verdict }: VerdictNoticeProps) {
  const { time, dateTime } = useFormat();
  const since = 'since' in verdict && verdict.since !== null ? written(verdict.since) : null;
  return (
    <div role="status">
      <Notice tone={toneOf(verdict)} title={<Title verdict={verdict} since={since} />}>
        {adviceOn(verdict)}
      </Notice>
    </div>
  );

  function written(at: string): string {
    return isToday(new Date(at)) ? time(at) : dateTime(at);
  }
}

function toneOf({ is }: Verdict): NoticeProps['tone'] {
  if (is === 'unknown') return 'plain';
  if (is === 'healthy') return 'done';
  return is === 'slow' || is === 'unreadable-records' ? 'wait' : 'stop';
}

function Title({ verdict, since }: VerdictNoticeProps & { since: string | null }) {
  switch (verdict.is) {
    case 'unknown':
      return <Trans>No calls to the payment service yet</Trans>;
    case 'healthy':
      return <Trans>The payment service answers normally</Trans>;
    case 'slow':
      return <Trans>The payment service is slow</Trans>;
    case 'unauthorized':
      return <Trans>The payment service does not accept our credentials</Trans>;
    case 'unreadable-list':
      return (
        <Trans>
          <ListTitle list={verdict.list} />: unreadable since {since}
        </Trans>
      );
    case 'unreadable-records':
      return (
        <Plural
          value={verdict.records}
          one="The payment service answers, but we can’t read # record"
          other="The payment service answers, but we can’t read # records"
        />
      );
    case 'unreachable':
      return since ? (
        <Trans>The payment service has not answered since {since}</Trans>
      ) : (
        <Trans>The payment service has not answered yet</Trans>
      );
    case 'failing':
      return since ? (
        <Trans>The payment service has not given a usable answer since {since}</Trans>
      ) : (
        <Trans>The payment service has not given a usable answer yet</Trans>
      );
  }
}

/** What to do about it; nothing where nothing is wrong. */
function adviceOn({ is }: Verdict): ReactNode {
  switch (is) {
    case 'unknown':
    case 'healthy':
      return null;
    case 'slow':
      return (
        <Trans>Estimates and transfers take longer. If it goes on, tell your administrator.</Trans>
      );
    case 'unauthorized':
      return (
        <Trans>
          Nobody can send until this is fixed. Ask your administrator to check the Client ID and
          Secret Key.
        </Trans>
      );
    case 'unreadable-list':
      return <Trans>Other calls work. Ask the payment service to correct this list.</Trans>;
    case 'unreadable-records':
      return <Trans>Ask the payment service to correct the records listed below.</Trans>;
    case 'unreachable':
    case 'failing':
      return <Trans>Tell senders not to repeat a transfer that is not confirmed yet.</Trans>;
  }
}
