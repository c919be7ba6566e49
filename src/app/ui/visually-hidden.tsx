import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

export type VisuallyHiddenProps = {
  children: ReactNode;
  role?: 'status' | 'alert' | undefined;
};

/** Words for screen readers alone. */
export function VisuallyHidden({ children, role }: VisuallyHiddenProps) {
  return (
    <span className={styles.hidden} role={role}>
      {children}
    </span>
  );
}
