import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Drawing, Icon, type IconName } from './icon.tsx';
import { Link, type LinkProps } from './link.tsx';
import styles from './tiles.module.css';

/** Icons that only tiles have. */
const drawings = {
  share: 'M8 10V2.3m0 0L5.3 5M8 2.3 10.7 5M3.3 8.7v4.6h9.4V8.7',
  help: 'M8 2.3a5.7 5.7 0 1 0 0 11.4A5.7 5.7 0 0 0 8 2.3ZM6.4 6.3a1.7 1.7 0 1 1 2.4 1.6c-.5.3-.8.7-.8 1.2M8 11.2v.1',
} as const;

/** Two or three actions of the same weight, side by side. */
export function Tiles({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(styles.tiles, className)} />;
}

type Look = { icon: IconName | keyof typeof drawings };

function TileIcon({ icon }: Look) {
  return isDrawing(icon) ? (
    <Drawing path={drawings[icon]} size={20} />
  ) : (
    <Icon name={icon} size={20} />
  );
}

const isDrawing = (icon: string): icon is keyof typeof drawings => Object.hasOwn(drawings, icon);

export function TileButton({ icon, children, ...rest }: ComponentProps<'button'> & Look) {
  return (
    <button type="button" {...rest} className={styles.tile}>
      <TileIcon icon={icon} />
      {children}
    </button>
  );
}

export function TileLink({ icon, children, ...rest }: LinkProps & Look) {
  return (
    <Link {...rest} className={styles.tile}>
      <TileIcon icon={icon} />
      {children}
    </Link>
  );
}
