import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './row.module.css';

export type RowProps = ComponentProps<'div'> & {
  /** Pushes the first and the last apart. */
  between?: boolean | undefined;
};

/** Things side by side, wrapping where there is no room. */
export function Row({ between = false, className, ...rest }: RowProps) {
  return <div {...rest} className={classNames(styles.row, between && styles.between, className)} />;
}
