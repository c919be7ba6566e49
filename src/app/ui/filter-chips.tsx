import type { ReactNode } from 'react';
import styles from './chip.module.css';
import { classNames } from './class-names.ts';
import { Link } from './link.tsx';

export type FilterChip = { value: string; label: ReactNode; count?: number | string | undefined };

export type FilterChipsProps = {
  /** Says what is filtered. */
  label: string;
  chips: readonly FilterChip[];
  value: string;
} & (
  | { to: (value: string) => string; onChange?: undefined }
  | { onChange: (value: string) => void; to?: undefined }
);

/** Filters with how many each one holds: links when `to` is given, buttons otherwise. */
export function FilterChips({ label, chips, value, to, onChange }: FilterChipsProps) {
  return (
    <ul aria-label={label} className={classNames(styles.chips, styles.scroll)}>
      {chips.map((chip) => {
        const face = (
          <span className={styles.chip}>
            {chip.label}{' '}
            {chip.count !== undefined && <span className={styles.count}>{chip.count}</span>}
          </span>
        );
        const isCurrent = chip.value === value;
        return (
          <li key={chip.value}>
            {to ? (
              <Link
                to={to(chip.value)}
                aria-current={isCurrent ? 'true' : undefined}
                className={styles.target}
              >
                {face}
              </Link>
            ) : (
              <button
                type="button"
                aria-pressed={isCurrent}
                onClick={() => onChange(chip.value)}
                className={styles.target}
              >
                {face}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
