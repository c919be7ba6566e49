import type { ComponentProps } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';

type CardProps = ComponentProps<'div'> & {
  as?: 'div' | 'section' | 'article' | 'aside' | undefined;
  /** Without a shadow. */
  flat?: boolean | undefined;
  /** Without padding, for a list that has its own. */
  flush?: boolean | undefined;
};

export function Card({
  as: Element = 'div',
  flat = false,
  flush = false,
  className,
  ...rest
}: CardProps) {
  return (
    <Element
      {...rest}
      className={classNames(styles.card, flat && styles.flat, flush && styles.flush, className)}
    />
  );
}
