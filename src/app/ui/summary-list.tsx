import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './summary-list.module.css';

type SummaryListProps = ComponentProps<'dl'> & {
  /** Values at the right end of the line, as in an account; below the term where they don't fit. */
  ends?: boolean | undefined;
};

/** A list of terms and values; its children are SummaryRows. */
export function SummaryList({ className, ends = false, ...props }: SummaryListProps) {
  return <dl {...props} className={classNames(ends ? styles.ends : styles.list, className)} />;
}

type SummaryRowProps = {
  term: ReactNode;
  /** The value. */
  children: ReactNode;
  /** Less important lines under the value. */
  note?: ReactNode;
  /** A link or a quiet button: Change, Show, Copy. */
  action?: ReactNode;
  /** The value under its term, also where both would fit: for a long word that is read letter by letter. */
  stacked?: boolean | undefined;
  /** On a phone the value under its term, also where both would fit: one that comes late moves nothing. */
  ownLine?: boolean | undefined;
  /** A sentence under the row, over its whole width. */
  hint?: ReactNode;
};

/** One term and its value in a SummaryList. */
export function SummaryRow({
  term,
  children,
  note,
  action,
  hint,
  stacked = false,
  ownLine = false,
}: SummaryRowProps) {
  return (
    <div className={classNames(styles.row, stacked && styles.stacked, ownLine && styles.ownLine)}>
      <dt>{term}</dt>
      <dd className={styles.value}>
        {children}
        {note && <span className={styles.note}>{note}</span>}
      </dd>
      {action && <dd className={styles.action}>{action}</dd>}
      {hint && <dd className={styles.hint}>{hint}</dd>}
    </div>
  );
}
