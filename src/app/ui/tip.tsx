import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './tip.module.css';

type TipProps = ComponentProps<'p'> & { icon: IconName };

/** A sentence that is good to know: quieter than a notice, and never about something to do. */
export function Tip({ icon, children, ...rest }: TipProps) {
  return (
    <p {...rest} className={styles.tip}>
      <Icon name={icon} size={18} />
      <span>{children}</span>
    </p>
  );
}
