import { Trans } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { isToday } from '../i18n/intl.ts';
import { useFormat } from '../i18n/use-format.ts';
import { Ago } from '../ui/ago.tsx';
import { Notice } from '../ui/notice.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './freshness.module.css';
import { type Freshness as FreshnessState, type OwnAge, useFreshness } from './use-freshness.ts';

type FreshnessProps = {
  /** Age that the page's own answer gives. */
  of: OwnAge;
};

/** Age of the shown data, or why it is not updated. */
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

/** Says why the shown data is not updated; nothing while it is. */
export function FreshnessNotice({ of }: FreshnessProps) {
  const { as_of, stopped } = useFreshness(of);
  const { time, dateTime } = useFormat();
  const [hasStopped, setHasStopped] = useState(false);
  // Screen readers that heard the problem also hear that it is over.
  const noteStopped = useCallback((said: HTMLElement | null) => {
    if (said) setHasStopped(true);
  }, []);
  const since = isToday(new Date(as_of)) ? time(as_of) : dateTime(as_of);

  // A live region announces only changes after it is in the document, so it is always rendered.
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

/** Why the data is not updated. */
function Reason({ stopped, since }: ReasonProps) {
  switch (stopped) {
    case 'silent':
      return <Trans>The payment service has not answered since {since}.</Trans>;
    case 'unreadable':
      return (
        <Trans>We have not been able to read the payment service’s answers since {since}.</Trans>
      );
    case 'loading':
      return <Trans>We are still loading transfers. Not all are here yet.</Trans>;
    case 'offline':
      return <Trans>No network. What you see is from {since}.</Trans>;
  }
}
