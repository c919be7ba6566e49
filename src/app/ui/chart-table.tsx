import type { ReactNode } from 'react';
import styles from './chart-table.module.css';
import { classNames } from './class-names.ts';
import { Table, type TableProps } from './table.tsx';
import hidden from './visually-hidden.module.css';

export type ChartTableProps = Pick<TableProps, 'caption' | 'head' | 'children'>;

/** A chart of bars that is its own table: each ChartRow has its exact figures. */
export function ChartTable(props: ChartTableProps) {
  return <Table {...props} className={styles.chart} />;
}

export type ChartRowProps = BarProps & {
  name: ReactNode;
  /** What the bar shows. */
  figure: ReactNode;
  /** Further figures, under it. */
  more?: ReactNode;
};

/** One bar of a ChartTable, under its name. */
export function ChartRow({ name, figure, more, ...bar }: ChartRowProps) {
  return (
    <tr>
      <th scope="row">
        {name}
        <Bar {...bar} />
      </th>
      <td>
        <b>{figure}</b>
        {more}
      </td>
    </tr>
  );
}

export type BarProps = {
  /** Of the whole length, 0 to 1. */
  share: number;
  tone?: 'wait' | 'stop' | undefined;
};

/** A length that shows a figure beside it, so it is hidden from screen readers. */
export function Bar({ share, tone }: BarProps) {
  // What is there at all can be seen.
  const length = share > 0 ? Math.min(Math.max(share, 0.01), 1) * 100 : 0;
  return (
    <svg className={styles.bar} aria-hidden="true" width="100%" height="8">
      <rect className={styles.whole} width="100%" height="8" rx="4" />
      {length > 0 && (
        <rect
          className={classNames(styles.part, tone && styles[tone])}
          width={`${length}%`}
          height="8"
          rx="4"
        />
      )}
    </svg>
  );
}

export type MeterProps = BarProps & {
  label: string;
  /** What it says in words, as it stands beside it. */
  text: string;
};

/** How much of a whole is left, 0 to 1. */
export function Meter({ label, text, ...bar }: MeterProps) {
  return (
    <>
      <meter className={hidden.hidden} aria-label={label} aria-valuetext={text} value={bar.share} />
      <Bar {...bar} />
    </>
  );
}
