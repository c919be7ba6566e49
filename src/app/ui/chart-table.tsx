import type { ReactNode } from 'react';
import styles from './chart-table.module.css';

export type ChartTableProps = {
  /** The id of the heading that names it. */
  labelledBy: string;
  /** Of each column. */
  head: string[];
  /** ChartRow. */
  children: ReactNode;
};

/** A chart of bars that is its own table: each row has its exact figures. */
export function ChartTable({ labelledBy, head, children }: ChartTableProps) {
  return (
    <table className={styles.table} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          {head.map((word) => (
            <th key={word} scope="col">
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
