import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './record-list.module.css';
import { useCameBack } from './use-came-back.ts';

export type RecordListProps = Omit<ComponentProps<'ul'>, 'className'>;

/** Transfers or recipients, one under another; its children are RecordRow, its place a flush Card. */
export function RecordList(props: RecordListProps) {
  const cameBack = useCameBack();
  return <ul {...props} className={classNames(styles.list, !cameBack && styles.lazy)} />;
}
