import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import styles from './details.module.css';
import { Icon } from './icon.tsx';

export type DetailsProps = {
  /** Instead of 'More details'. */
  summary?: ReactNode;
  open?: boolean | undefined;
  children: ReactNode;
};

/** What most people need not see, one press away. */
export function Details({ summary, open, children }: DetailsProps) {
  return (
    <details open={open} className={styles.details}>
      <summary>
        {summary ?? <Trans>More details</Trans>}
        <Icon name="chevron" size={14} />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}
