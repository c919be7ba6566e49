import { Trans } from '@lingui/react/macro';
import { type MouseEventHandler, type ReactNode, useId } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import * as z from 'zod/mini';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import styles from './page-head.module.css';

export type Back = {
  to: string;
  label: ReactNode;
  onClick?: MouseEventHandler<HTMLAnchorElement> | undefined;
};

type PageHeadProps = {
  title: ReactNode;
  back?: Back | undefined;
  /** To the right of the title: a badge, a button. */
  side?: ReactNode;
};

/** The state of a navigation after a form was saved. The page that it leads to says so beside its title. */
const savedState = z.object({ saved: z.literal(true) });

/** The page's only h1. It is focusable, because navigation moves the focus there. */
export function PageHead({ title, back, side }: PageHeadProps) {
  const savedId = useId();
  const { state } = useLocation();
  // After a reload or Back the state is still there, but it is no news.
  const isSaved = useNavigationType() !== 'POP' && z.safeParse(savedState, state).success;
  return (
    <div>
      {back && <BackLink {...back} />}
      <div className={styles.line}>
        {/* Read out with the title, which has the focus. */}
        <h1 tabIndex={-1} aria-describedby={isSaved ? savedId : undefined}>
          {title}
        </h1>
        {isSaved && (
          <span id={savedId} className={styles.saved}>
            <Icon name="check" />
            <Trans>Saved</Trans>
          </span>
        )}
        {side}
      </div>
    </div>
  );
}

/** The way back, above the title or the card that holds it. */
export function BackLink({ to, label, onClick }: Back) {
  return (
    <Link to={to} onClick={onClick} className={styles.back}>
      <Icon name="back" size={18} />
      {label}
    </Link>
  );
}
