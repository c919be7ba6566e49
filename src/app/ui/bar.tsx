import styles from './bar.module.css';
import { classNames } from './class-names.ts';

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
    <svg className={styles.frame} aria-hidden="true" width="100%" height="8">
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
