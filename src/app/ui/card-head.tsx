import type { ReactNode } from 'react';
import styles from './card-head.module.css';
import { Link } from './link.tsx';

type CardHeadProps = {
  title: ReactNode;
  /** The page of all that the card's list begins with, and the link's words. */
  all: { to: string; label: ReactNode };
  className?: string | undefined;
};

/** The heading of a list in a card without padding. */
export function CardHead({ title, all, className }: CardHeadProps) {
  return (
    <div className={className ?? styles.inset}>
      <div className={styles.head}>
        <h2>{title}</h2>
        <Link to={all.to}>{all.label}</Link>
      </div>
    </div>
  );
}
