import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import { Link, type LinkProps } from './link.tsx';
import styles from './tiles.module.css';

/** Two or three actions of the same weight, side by side. */
export function Tiles({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(styles.tiles, className)} />;
}

type Look = { icon: IconName };

export function TileButton({ icon, children, ...rest }: ComponentProps<'button'> & Look) {
  return (
    <button type="button" {...rest} className={styles.tile}>
      <Icon name={icon} size={20} />
      {children}
    </button>
  );
}

export function TileLink({ icon, children, ...rest }: LinkProps & Look) {
  return (
    <Link {...rest} className={styles.tile}>
      <Icon name={icon} size={20} />
      {children}
    </Link>
  );
}
