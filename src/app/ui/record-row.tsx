import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './record-list.module.css';
import { RowLink } from './row-link.tsx';

export type RecordRowProps = {
  title: ReactNode;
  /** Makes the whole row a link. */
  to?: string | undefined;
  /** What the page there is told beside its address. */
  state?: unknown;
  /** Under the title. */
  note?: ReactNode;
  /** On the right, usually an amount. */
  figure?: ReactNode;
  /** Under the figure. */
  figureNote?: ReactNode;
  /** A StatusBadge: beneath on a phone, at the end of the row on a desktop. */
  mark?: ReactNode;
};

/** One record in a RecordList. */
export function RecordRow({ title, to, state, note, figure, figureNote, mark }: RecordRowProps) {
  return (
    <li className={classNames(styles.row, mark !== undefined && styles.marked)}>
      <div>
        <p className={styles.title}>
          {to ? (
            <RowLink to={to} state={state}>
              {title}
            </RowLink>
          ) : (
            title
          )}
        </p>
        {note && <div className={styles.note}>{note}</div>}
      </div>
      <div className={styles.end}>
        {figure && <p className={styles.figure}>{figure}</p>}
        {figureNote && <p className={styles.note}>{figureNote}</p>}
      </div>
      {mark && <div className={styles.mark}>{mark}</div>}
    </li>
  );
}
