import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './stack.module.css';

export type StackProps = ComponentProps<'div'> & {
  as?: 'div' | 'section' | 'aside' | undefined;
  gap?: 's1' | 's2' | 's3' | 's4' | 's5' | 's6' | undefined;
  /** At most 640 px wide, for forms and pages that are read from top to bottom. */
  reading?: boolean | undefined;
};

/** One thing under another, evenly spaced. */
export function Stack({
  as: Element = 'div',
  gap = 's4',
  reading = false,
  className,
  ...rest
}: StackProps) {
  return (
    <Element
      {...rest}
      className={classNames(styles.stack, styles[gap], reading && styles.reading, className)}
    />
  );
}
