import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFormat } from '../../i18n/use-format.ts';
import { Notice, type NoticeProps } from '../../ui/notice.tsx';
import { ListTitle } from './list-title.tsx';
import type { Verdict } from './verdict.ts';

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
