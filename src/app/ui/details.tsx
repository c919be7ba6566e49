import { Trans } from '@lingui/react/macro';
import type { ReactNode, Ref } from 'react';
import styles from './details.module.css';
import { Icon } from './icon.tsx';

type DetailsProps = {
  /** Replaces 'More details'. */
  summary?: ReactNode;
  open?: boolean | undefined;
  ref?: Ref<HTMLDetailsElement>;
  children: ReactNode;
};

/** Folds what most people don't need. */
export function Details({ summary, open, ref, children }: DetailsProps) {
  return (
    <details ref={ref} open={open} className={styles.details}>
      <summary>
        {summary ?? <Trans>More details</Trans>}
        <Icon name="chevron" size={14} />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}
