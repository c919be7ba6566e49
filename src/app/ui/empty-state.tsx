import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import styles from './empty-state.module.css';

type EmptyStateProps = {
  title: ReactNode;
  children?: ReactNode;
  /** A ButtonLink to what can be done about it. */
  action?: ReactNode;
  role?: 'alert' | undefined;
};

/** A card that says that there is nothing here, why, and what to do. */
export function EmptyState({ title, children, action, role }: EmptyStateProps) {
  return (
    <Card role={role}>
      <div className={styles.empty}>
        <h2>{title}</h2>
        {children && <div>{children}</div>}
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </Card>
  );
}
