import type { ReactNode } from 'react';
import styles from './code-badge.module.css';

type CodeBadgeProps = { children: ReactNode };

/** A short code, such as that of a currency or a bank. */
export function CodeBadge({ children }: CodeBadgeProps) {
  return (
    <span translate="no" className={styles.code}>
      {children}
    </span>
  );
}
