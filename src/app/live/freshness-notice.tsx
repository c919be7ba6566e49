import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormat } from '../i18n/use-format.ts';
import { Notice } from '../ui/notice.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { type OwnAge, useFreshness } from './use-freshness.ts';

export type FreshnessNoticeProps = {
  /** What the page's own answer says of its age. */
  of: OwnAge;
};

/** Says plainly why what is shown gets no fresher, and nothing while it does. */
export function FreshnessNotice({ of }: FreshnessNoticeProps) {
  const { as_of, stopped } = useFreshness(of);
  const { time, dateTime } = useFormat();
  const [hasStopped, setHasStopped] = useState(false);
  if (stopped && !hasStopped) setHasStopped(true);
  const isToday = new Date(as_of).toDateString() === new Date().toDateString();
  const since = isToday ? time(as_of) : dateTime(as_of);

  // Always there, so that only what comes and goes in it is read out.
  return (
    <div role="status">
      {stopped === 'silent' && (
        <Notice tone="wait" title={<Trans>The service has not answered since {since}.</Trans>} />
      )}
      {stopped === 'unreadable' && (
        <Notice
          tone="wait"
          title={<Trans>The service’s answers can’t be read since {since}.</Trans>}
        />
      )}
      {stopped === 'offline' && (
        <Notice tone="wait" title={<Trans>No network. What you see is from {since}.</Trans>} />
      )}
      {!stopped && hasStopped && (
        <VisuallyHidden>
          <Trans>This is up to date again.</Trans>
        </VisuallyHidden>
      )}
    </div>
  );
}
