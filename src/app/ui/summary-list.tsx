import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './summary-list.module.css';

export type SummaryListProps = ComponentProps<'dl'>;

/** Answers to be read or checked; its children are SummaryRow. */
export function SummaryList({ className, ...props }: SummaryListProps) {
  return <dl {...props} className={classNames(styles.list, className)} />;
}

export type SummaryRowProps = {
  term: ReactNode;
  /** The value. */
  children: ReactNode;
  /** Less important lines under the value. */
  note?: ReactNode;
  /** A link or a quiet button: Change, Show, Copy. */
  action?: ReactNode;
};

/** One term and its value in a SummaryList. */
export function SummaryRow({ term, children, note, action }: SummaryRowProps) {
  return (
    <div className={styles.row}>
      <dt>{term}</dt>
      <dd className={styles.value}>
        {children}
        {note && <span className={styles.note}>{note}</span>}
      </dd>
      {action && <dd className={styles.action}>{action}</dd>}
    </div>
  );
}
