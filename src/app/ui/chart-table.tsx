import styles from './chart-table.module.css';
import { Table, type TableProps } from './table.tsx';

export type ChartTableProps = Pick<TableProps, 'caption' | 'head' | 'children'>;

/** A chart of bars that is its own table: each ChartRow has its exact figures. */
export function ChartTable(props: ChartTableProps) {
  return <Table {...props} className={styles.chart} />;
}
