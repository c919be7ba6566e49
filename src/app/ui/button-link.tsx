import styles from './button.module.css';
import type { ButtonLook } from './button.tsx';
import { classNames } from './class-names.ts';
import { Link, type LinkProps } from './link.tsx';

export type ButtonLinkProps = LinkProps & ButtonLook;

/** A link that looks like a button: it goes somewhere, it does nothing. */
export function ButtonLink({
  variant = 'plain',
  wide = false,
  className,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link
      {...rest}
      className={classNames(styles.button, styles[variant], wide && styles.wide, className)}
    />
  );
}
