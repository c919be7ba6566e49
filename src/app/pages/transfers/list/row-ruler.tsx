import type { Ref } from 'react';
import { StatusBadge } from '../../../transfers/status-badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './transfer-row.module.css';

export type RowRulerProps = { ref: Ref<HTMLDivElement> };

/** A row that nobody sees, as tall as all the others. */
export function RowRuler({ ref }: RowRulerProps) {
  return (
    <div ref={ref} className={classNames(styles.row, styles.ruler)} aria-hidden="true">
      <div>
        <p className={styles.title}>0</p>
        <p className={styles.note}>0</p>
      </div>
      <div className={styles.end}>
        <p className={styles.figure}>0</p>
        <p className={styles.note}>0</p>
      </div>
      <div className={styles.foot}>
        <div className={styles.mark}>
          <StatusBadge state="executed" />
        </div>
        <p className={styles.seen}>0</p>
      </div>
    </div>
  );
}
