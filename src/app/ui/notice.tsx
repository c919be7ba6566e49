import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './notice.module.css';

export type NoticeProps = {
  tone?: 'wait' | 'stop' | 'done' | 'plain' | undefined;
  title?: ReactNode;
  children?: ReactNode;
  /** Read out when it appears: status politely, alert at once. */
  role?: 'status' | 'alert' | undefined;
};

const icons = { wait: 'warning', stop: 'stop', done: 'check' } as const satisfies Record<
  string,
  IconName
>;

/** A message about the whole page. */
export function Notice({ tone = 'plain', title, children, role }: NoticeProps) {
  return (
    <div role={role} className={classNames(styles.notice, styles[tone])}>
      {title && (
        <p className={styles.title}>
          {tone !== 'plain' && <Icon name={icons[tone]} size={18} />}
          <span>{title}</span>
        </p>
      )}
      {children && <div className={styles.body}>{children}</div>}
    </div>
  );
}
