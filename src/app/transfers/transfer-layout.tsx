import type { ReactNode } from 'react';
import styles from './transfer-layout.module.css';

type TransferLayoutProps = {
  /** The card of its state and steps. */
  state: ReactNode;
  /** What can be done about it. */
  actions: ReactNode;
  /** The card of its recipient and amounts. */
  facts: ReactNode;
  /** How fresh the page is. */
  foot?: ReactNode;
};

/** The parts of a transfer's page, also while it is not confirmed: the facts stand beside the rest where there is room. */
export function TransferLayout({ state, actions, facts, foot }: TransferLayoutProps) {
  return (
    <div className={styles.layout}>
      {state}
      {actions}
      <div className={styles.facts}>{facts}</div>
      {foot && <div className={styles.foot}>{foot}</div>}
    </div>
  );
}
