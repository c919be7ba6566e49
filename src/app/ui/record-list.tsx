import { type ComponentProps, type ReactNode, useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';
import { classNames } from './class-names.ts';
import { Link, type LinkProps } from './link.tsx';
import styles from './record-list.module.css';

export type RecordListProps = Omit<ComponentProps<'ul'>, 'className'>;

/** Transfers or recipients, one under another; its children are RecordRow, its place a flush Card. */
export function RecordList(props: RecordListProps) {
  const cameBack = useCameBack();
  return <ul {...props} className={classNames(styles.list, !cameBack && styles.lazy)} />;
}

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

export type RowLinkProps = Omit<LinkProps, 'className'>;

/** The title of a row in a list, which leads there from wherever the row is touched. */
export function RowLink(props: RowLinkProps) {
  return <Link {...props} className={styles.link} />;
}

/**
 * Whether the page was come to by Back, Forward or a reload, which lead to the place it was left at: that
 * is found only where all stands and is as tall as it is. Every other way begins at the top.
 */
export function useCameBack(): boolean {
  const type = useNavigationType();
  const [cameBack] = useState(type === NavigationType.Pop);
  return cameBack;
}
