import type { ComponentProps } from 'react';
import styles from './record-list.module.css';

export type RecordListProps = Omit<ComponentProps<'ul'>, 'className'>;

/** Transfers or recipients, one under another; its children are RecordRow, its place a flush Card. */
export function RecordList(props: RecordListProps) {
  return <ul {...props} className={styles.list} />;
}
