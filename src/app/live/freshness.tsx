import { Trans } from '@lingui/react/macro';
import { Ago } from '../ui/ago.tsx';
import styles from './freshness.module.css';
import { FreshnessNotice } from './freshness-notice.tsx';
import { type OwnAge, useFreshness } from './use-freshness.ts';

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
