import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ListName, SupportHealth } from '../../../contract/api/support.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Notice, type NoticeProps } from '../../ui/notice.tsx';
import { ListTitle } from './failure-cards.tsx';

/** How the service is, in a word; `since` is when it last answered as it should, null if never. */
export type Verdict =
  | { is: 'unknown' | 'well' | 'slow' | 'unwelcome' }
  | { is: 'silent' | 'troubled'; since: string | null }
  /** Other calls go through, and a list can't be read. */
  | { is: 'unlisted'; list: ListName; since: string }
  /** So many records of its lists can't be read. */
  | { is: 'odd'; records: number };

/** Half of the latest answers took longer. */
const slow_ms = 1_000;
const latest = 20;
const silences = ['timeout', 'not-written'];

/** Judges by what came last, and by the latest answers. */
export function verdictOf({
  attempts,
  breaker,
  last_failure,
  last_success_at: since,
  lists,
}: SupportHealth): Verdict {
  if (breaker !== 'closed') return { is: 'silent', since };
  if (last_failure && (since === null || Date.parse(last_failure.at) > Date.parse(since))) {
    if (last_failure.kind === 'credentials') return { is: 'unwelcome' };
    return { is: silences.includes(last_failure.kind) ? 'silent' : 'troubled', since };
  }
  const [unread] = lists.flatMap(({ list, failing }) => (failing ? [{ list, failing }] : []));
  if (unread) return { is: 'unlisted', list: unread.list, since: unread.failing.since };
  if (since === null) return { is: 'unknown' };
  const records = lists.reduce((sum, { odd }) => sum + odd.total, 0);
  if (records > 0) return { is: 'odd', records };
  const times = attempts.filter(({ failure }) => failure === null).map(({ took_ms }) => took_ms);
  const recent = times.slice(-latest).sort((a, b) => a - b);
  const median = recent[Math.floor(recent.length / 2)] ?? 0;
  return { is: median > slow_ms ? 'slow' : 'well' };
}

export type VerdictNoticeProps = { verdict: Verdict };

/** In plain words on top, read out when it changes. */
export function VerdictNotice({ verdict }: VerdictNoticeProps) {
  const { time, dateTime } = useFormat();
  const since = 'since' in verdict && verdict.since !== null ? written(verdict.since) : null;
  const { tone, title } = face();
  return (
    <div role="status">
      <Notice tone={tone} title={title} />
    </div>
  );

  function written(at: string): string {
    const isToday = new Date(at).toDateString() === new Date().toDateString();
    return isToday ? time(at) : dateTime(at);
  }

  function face(): { tone: NoticeProps['tone']; title: ReactNode } {
    switch (verdict.is) {
      case 'unknown':
        return { tone: 'plain', title: <Trans>The service has not been asked anything yet</Trans> };
      case 'well':
        return { tone: 'done', title: <Trans>The service answers normally</Trans> };
      case 'slow':
        return { tone: 'wait', title: <Trans>The service is slow</Trans> };
      case 'unwelcome':
        return {
          tone: 'stop',
          title: <Trans>The service does not accept our credentials</Trans>,
        };
      case 'unlisted':
        return {
          tone: 'stop',
          title: (
            <Trans>
              <ListTitle list={verdict.list} />: can’t be read since {since}
            </Trans>
          ),
        };
      case 'odd':
        return {
          tone: 'wait',
          title: (
            <Plural
              value={verdict.records}
              one="The service answers, but # record can’t be read"
              other="The service answers, but # records can’t be read"
            />
          ),
        };
      case 'silent':
        return {
          tone: 'stop',
          title: since ? (
            <Trans>The service has not answered since {since}</Trans>
          ) : (
            <Trans>The service has not answered yet</Trans>
          ),
        };
      case 'troubled':
        return {
          tone: 'stop',
          title: since ? (
            <Trans>The service has given no good answer since {since}</Trans>
          ) : (
            <Trans>The service has given no good answer yet</Trans>
          ),
        };
    }
  }
}
