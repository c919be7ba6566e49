import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './table.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export type TableProps = {
  /** Its name for screen readers; others see a heading. */
  caption: string;
  /** The names of the columns. The first column names the row, the last one has figures. */
  head: readonly string[];
  /** Only screen readers get the names of the columns. */
  headHidden?: boolean | undefined;
  /** For long tables: it scrolls in its own region, which is focusable. */
  scrolls?: boolean | undefined;
  className?: string | undefined;
  /** Rows; the first cell of each is a `<th scope="row">`. */
  children: ReactNode;
};

/** A table of figures. */
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-labelledby={captionId}>
      {table}
    </section>
  );
}
