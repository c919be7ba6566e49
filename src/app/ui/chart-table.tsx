import type { ReactNode } from 'react';
import styles from './chart-table.module.css';
import { classNames } from './class-names.ts';
import { Table, type TableProps } from './table.tsx';
import hidden from './visually-hidden.module.css';

type ChartTableProps = Pick<TableProps, 'caption' | 'head' | 'children'>;

/** A bar chart that is also a table: each ChartRow shows its exact figures. */
export function ChartTable(props: ChartTableProps) {
  return (
    <div className={styles.frame}>
      <Table {...props} className={styles.chart} />
    </div>
  );
}

type ChartRowProps = BarProps & {
  name: ReactNode;
  /** The figure that the bar shows. */
  figure: ReactNode;
  /** More figures, under it. */
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
        <b translate="no">{figure}</b>
        {more}
      </td>
    </tr>
  );
}

type BarProps = {
  /** Share of the whole length, 0 to 1. */
  share: number;
  tone?: 'wait' | 'stop' | undefined;
};

/** Shows the figure beside it as a length, so it is hidden from screen readers. */
function Bar({ share, tone }: BarProps) {
  // The smallest share still shows as a line.
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

type MeterProps = BarProps & {
  label: string;
  /** The same in words, as shown beside it. */
  text: string;
};

/** The share of a whole that is left, 0 to 1. */
export function Meter({ label, text, ...bar }: MeterProps) {
  return (
    <>
      <meter className={hidden.hidden} aria-label={label} aria-valuetext={text} value={bar.share} />
      <Bar {...bar} />
    </>
  );
}
