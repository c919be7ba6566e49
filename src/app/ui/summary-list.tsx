import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './summary-list.module.css';

export type SummaryListProps = ComponentProps<'dl'>;

/** Answers to be read or checked; its children are SummaryRow. */
export function SummaryList({ className, ...props }: SummaryListProps) {
  return <dl {...props} className={classNames(styles.list, className)} />;
}
