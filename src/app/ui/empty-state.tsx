import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export type EmptyStateProps = {
  title: ReactNode;
  children?: ReactNode;
  /** What to do about it: a ButtonLink. */
  action?: ReactNode;
};

/** Nothing here, why, and what to do about it. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      {children && <div>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
