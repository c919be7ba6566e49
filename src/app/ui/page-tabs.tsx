import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Link } from './link.tsx';
import styles from './page-tabs.module.css';

type PageTab = { to: string; label: ReactNode };

type PageTabsProps = {
  /** What the pages have in common, for screen readers. */
  label: string;
  tabs: readonly PageTab[];
};

/** Links to pages that belong together; the one of the page itself is marked. */
export function PageTabs({ label, tabs }: PageTabsProps) {
  const { pathname } = useLocation();
  const isHere = (to: string) => pathname.replace(/(.)\/$/, '$1') === to;
  return (
    <nav aria-label={label} className={styles.tabs}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          className={styles.tab}
          aria-current={isHere(tab.to) ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
