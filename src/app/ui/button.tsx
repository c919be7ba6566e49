import type { ComponentProps, MouseEvent } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Link, type LinkProps } from './link.tsx';

export type ButtonLook = {
  variant?: 'main' | 'plain' | 'quiet' | undefined;
  wide?: boolean | undefined;
};

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** Waiting for an answer: the button stays focusable and ignores clicks. */
    pending?: boolean | undefined;
  };

export function Button({
  variant = 'plain',
  wide = false,
  pending = false,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  function click(event: MouseEvent<HTMLButtonElement>) {
    // Also stops the submit that Enter in a field causes through this button.
    if (pending) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <button
      {...rest}
      type={type}
      aria-disabled={pending || undefined}
      onClick={click}
      className={classNames(
        styles.button,
        styles[variant],
        wide && styles.wide,
        pending && styles.pending,
        className,
      )}
    >
      <span className={styles.label}>{children}</span>
      {pending && <span className={styles.busy} aria-hidden="true" />}
    </button>
  );
}

type ButtonLinkProps = LinkProps & ButtonLook;

/** A link that looks like a button. It navigates and has no other effect. */
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
