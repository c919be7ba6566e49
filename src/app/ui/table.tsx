import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './table.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export type TableProps = {
  /** What it holds: its name for screen readers. Whoever sees it has a heading. */
  caption: string;
  /** Of each column. The first names its row, the last holds figures. */
  head: readonly string[];
  /** The columns' names are for screen readers alone. */
  headHidden?: boolean | undefined;
  /** Long: it scrolls within a region of its own, which the keyboard reaches. */
  scrolls?: boolean | undefined;
  className?: string | undefined;
  /** Rows, the first cell of each a `<th scope="row">`. */
  children: ReactNode;
};

/** Rows of figures, which stand under one another. */
export function Table(props: TableProps) {
  const { caption, head, headHidden = false, scrolls = false, className, children } = props;
  const captionId = useId();
  const table = (
    <table className={classNames(styles.table, className)}>
      <caption>
        <VisuallyHidden>
          <span id={captionId}>{caption}</span>
        </VisuallyHidden>
      </caption>
      <thead className={classNames(headHidden && styles.unseen)}>
        <tr>
          {head.map((word) => (
            <th key={word} scope="col">
              {headHidden ? <VisuallyHidden>{word}</VisuallyHidden> : word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
  if (!scrolls) return table;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within the keyboard's reach
    <section className={styles.scroll} tabIndex={0} aria-labelledby={captionId}>
      {table}
    </section>
  );
}
