import { Trans } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { useFormat } from '../i18n/use-format.ts';
import { Ago } from '../ui/ago.tsx';
import { Notice } from '../ui/notice.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './freshness.module.css';
import { type Freshness as FreshnessState, type OwnAge, useFreshness } from './use-freshness.ts';

export type FreshnessProps = {
  /** What the page's own answer says of its age. */
  of: OwnAge;
};

/** How old what is shown is, or plainly why it gets no fresher. */
export function Freshness({ of }: FreshnessProps) {
  const { as_of, stopped } = useFreshness(of);
  return (
    <>
      <FreshnessNotice of={of} />
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

/** Says plainly why what is shown gets no fresher, and nothing while it does. */
export function FreshnessNotice({ of }: FreshnessProps) {
  const { as_of, stopped } = useFreshness(of);
  const { time, dateTime } = useFormat();
  const [hasStopped, setHasStopped] = useState(false);
  // Once it was said that it stopped, it is said that it goes on.
  const noteStopped = useCallback((said: HTMLElement | null) => {
    if (said) setHasStopped(true);
  }, []);
  const isToday = new Date(as_of).toDateString() === new Date().toDateString();
  const since = isToday ? time(as_of) : dateTime(as_of);

  // Always there, so that only what comes and goes in it is read out.
  return (
    <div role="status">
      {stopped && (
        <Notice
          tone="wait"
          title={
            <span ref={noteStopped}>
              <Reason stopped={stopped} since={since} />
            </span>
          }
        />
      )}
      {!stopped && hasStopped && (
        <VisuallyHidden>
          <Trans>This is up to date again.</Trans>
        </VisuallyHidden>
      )}
    </div>
  );
}

type ReasonProps = { stopped: NonNullable<FreshnessState['stopped']>; since: string };

/** Why it gets no fresher. */
function Reason({ stopped, since }: ReasonProps) {
  switch (stopped) {
    case 'silent':
      return <Trans>The service has not answered since {since}.</Trans>;
    case 'unreadable':
      return <Trans>The service’s answers can’t be read since {since}.</Trans>;
    case 'offline':
      return <Trans>No network. What you see is from {since}.</Trans>;
  }
}
