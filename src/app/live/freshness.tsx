import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormat } from '../i18n/use-format.ts';
import { Ago } from '../ui/ago.tsx';
import { Notice } from '../ui/notice.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './freshness.module.css';
import { type OwnAge, useFreshness } from './use-freshness.ts';

export type FreshnessProps = {
  /** What the page's own answer says of its age. */
  of: OwnAge;
};

/** How old what is shown is, and plainly why it gets no fresher. Only that is read out. */
export function Freshness({ of }: FreshnessProps) {
  const { as_of, stopped } = useFreshness(of);
  const { time, dateTime } = useFormat();
  const [hasStopped, setHasStopped] = useState(false);
  if (stopped && !hasStopped) setHasStopped(true);
  const isToday = new Date(as_of).toDateString() === new Date().toDateString();
  const since = isToday ? time(as_of) : dateTime(as_of);

  return (
    <>
      <div role="status">
        {stopped === 'silent' && (
          <Notice tone="wait" title={<Trans>The service has not answered since {since}.</Trans>} />
        )}
        {stopped === 'offline' && (
          <Notice tone="wait" title={<Trans>No network. This is from {since}.</Trans>} />
        )}
        {!stopped && hasStopped && (
          <VisuallyHidden>
            <Trans>This is up to date again.</Trans>
          </VisuallyHidden>
        )}
      </div>
      {!stopped && (
        <p className={styles.age}>
          <Trans>
            Updated <Ago at={as_of} />
          </Trans>
        </p>
      )}
    </>
  );
}
