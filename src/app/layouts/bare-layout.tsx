import type { ReactNode } from 'react';
import { Logo } from '../ui/logo.tsx';
import styles from './bare-layout.module.css';

export type BareLayoutProps = { children: ReactNode };

/** One narrow column under the brand: for those who are not signed in, and when nothing else works. */
export function BareLayout({ children }: BareLayoutProps) {
  return (
    <main className={styles.page}>
      <Logo large />
      {children}
    </main>
  );
}
