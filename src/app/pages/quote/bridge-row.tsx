import type { ReactNode } from 'react';
import styles from './bridge.module.css';

export type BridgeRowProps = { children: ReactNode };

/** What is said between the two amounts, beside the arrow from one to the other. */
export function BridgeRow({ children }: BridgeRowProps) {
  return (
    <div className={styles.bridge}>
      <span className={styles.arrow} aria-hidden="true" />
      {children}
    </div>
  );
}
