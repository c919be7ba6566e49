import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import styles from './same-send.module.css';

export type SameSendProps = {
  title: ReactNode;
  /** The amount, as written for the person. */
  sends: string;
  alias: string;
  /** What is known of it. */
  note: ReactNode;
  /** The way to it. */
  children?: ReactNode;
};

/** One of several sendings of the same, to stand beside the others. */
export function SameSend({ title, sends, alias, note, children }: SameSendProps) {
  return (
    <div className={styles.one}>
      <h3>{title}</h3>
      <p>
        <Trans>
          {sends} to {alias}
        </Trans>
      </p>
      <p className={styles.note}>{note}</p>
      {children && <p>{children}</p>}
    </div>
  );
}
