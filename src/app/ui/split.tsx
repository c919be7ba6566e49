import type { ReactNode } from 'react';
import styles from './split.module.css';

export type SplitProps = { children: ReactNode };

/** Two columns from 900 px, the first one wider; one under the other below that. */
export function Split({ children }: SplitProps) {
  return <div className={styles.split}>{children}</div>;
}
