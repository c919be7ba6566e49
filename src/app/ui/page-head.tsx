import type { MouseEventHandler, ReactNode } from 'react';
import { Link } from './link.tsx';
import styles from './page-head.module.css';

export type PageHeadProps = {
  title: ReactNode;
  back?:
    | { to: string; label: ReactNode; onClick?: MouseEventHandler<HTMLAnchorElement> | undefined }
    | undefined;
  /** Stands to the right of the title: a badge, a button. */
  side?: ReactNode;
};

/** The page's one h1; it can be focused, so that navigation can move there. */
export function PageHead({ title, back, side }: PageHeadProps) {
  return (
    <div>
      {back && (
        <Link to={back.to} onClick={back.onClick} className={styles.back}>
          {back.label}
        </Link>
      )}
      <div className={styles.line}>
        <h1 tabIndex={-1}>{title}</h1>
        {side}
      </div>
    </div>
  );
}
