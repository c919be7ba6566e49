import { type ComponentProps, type ReactNode, useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';
import { classNames } from './class-names.ts';
import { Link, type LinkProps } from './link.tsx';
import styles from './record-list.module.css';

type RecordListProps = Omit<ComponentProps<'ul'>, 'className'>;

/** A list of transfers or recipients: RecordRows within a flush Card. */
export function RecordList(props: RecordListProps) {
  const cameBack = useCameBack();
  return <ul {...props} className={classNames(styles.list, !cameBack && styles.lazy)} />;
}

type RecordRowProps = {
  /** Before the title, such as a recipient's initials. */
  lead?: ReactNode;
  title: ReactNode;
  /** Makes the whole row a link. */
  to?: string | undefined;
  /** The location's state. */
  state?: unknown;
  /** Under the title. */
  note?: ReactNode;
  /** On the right, usually an amount. */
  figure?: ReactNode;
  /** Under the figure. */
  figureNote?: ReactNode;
  /** A StatusBadge, under the figure. */
  mark?: ReactNode;
};

/** One record in a RecordList. */
export function RecordRow({
  lead,
  title,
  to,
  state,
  note,
  figure,
  figureNote,
  mark,
}: RecordRowProps) {
  return (
    <li className={styles.row}>
      {lead && <div className={styles.lead}>{lead}</div>}
      <div className={styles.words}>
        <p className={styles.title}>
          {to ? (
            <RowLink to={to} state={state}>
              {title}
            </RowLink>
          ) : (
            <bdi>{title}</bdi>
          )}
        </p>
        {note && <div className={styles.note}>{note}</div>}
      </div>
      <div className={styles.end}>
        {figure && <p className={styles.figure}>{figure}</p>}
        {mark && <div>{mark}</div>}
        {figureNote && <p className={styles.note}>{figureNote}</p>}
      </div>
    </li>
  );
}

type RowLinkProps = Omit<LinkProps, 'className'>;

/** The title of a row; its link covers the whole row. A name keeps its own direction beside other text. */
export function RowLink({ children, ...link }: RowLinkProps) {
  return (
    <Link {...link} className={styles.link}>
      <bdi>{children}</bdi>
    </Link>
  );
}

/**
 * Whether Back, Forward or a reload led to the page. The scroll position is restored then, which needs
 * all rows rendered in their real height.
 */
export function useCameBack(): boolean {
  const type = useNavigationType();
  const [cameBack] = useState(type === NavigationType.Pop);
  return cameBack;
}
