import { type ComponentProps, type ReactNode, useSyncExternalStore } from 'react';
import { classNames } from './class-names.ts';
import styles from './stack.module.css';

type StackProps = ComponentProps<'div'> & {
  as?: 'div' | 'section' | 'aside' | undefined;
  gap?: 's1' | 's2' | 's3' | 's4' | 's5' | 's6' | undefined;
  /** At most 640 px wide, for forms and text. */
  reading?: boolean | undefined;
};

/** Children under one another, evenly spaced. */
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

type RowProps = ComponentProps<'div'> & {
  /** Pushes the first and the last child apart. */
  between?: boolean | undefined;
};

/** Children side by side, wrapping if they don't fit. */
export function Row({ between = false, className, ...rest }: RowProps) {
  return <div {...rest} className={classNames(styles.row, between && styles.between, className)} />;
}

type SplitProps = { children: ReactNode };

/** Two columns from 900 px, the first one wider; stacked below that. */
export function Split({ children }: SplitProps) {
  return <div className={styles.split}>{children}</div>;
}

/** From this width on, the navigation is at the side. In em, because larger text needs more room. */
const wide = '(min-width: 56.25em)';

/**
 * Whether there is room for two columns, where CSS alone does not do. False on the server, which renders
 * for a phone.
 */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(wide).matches,
    () => false,
  );
}

function subscribe(onChange: () => void) {
  const query = window.matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
