import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

type VisuallyHiddenProps = {
  children: ReactNode;
  role?: 'status' | 'alert' | undefined;
};

/** Text for screen readers only. */
export function VisuallyHidden({ children, role }: VisuallyHiddenProps) {
  return (
    <span className={styles.hidden} role={role}>
      {children}
    </span>
  );
}
