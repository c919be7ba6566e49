import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import { MoneyText } from './money-text.tsx';
import styles from './person-head.module.css';

type PersonHeadProps = {
  avatar: ReactNode;
  /** The recipient, or what is sent to them. */
  name: ReactNode;
  /** Less important lines under the name. */
  children?: ReactNode;
  /** At the end of the first line, also with large text: a menu. */
  side?: ReactNode;
};

/** The head of a card about one recipient. */
export function PersonHead({ avatar, name, children, side }: PersonHeadProps) {
  return (
    <div className={styles.head}>
      {avatar}
      <div className={classNames(styles.words, Boolean(side) && styles.beside)}>
        <div className={styles.name}>{name}</div>
        <div className={styles.lines}>{children}</div>
      </div>
      {side && <div className={styles.side}>{side}</div>}
    </div>
  );
}

type AmountHeadProps = {
  avatar: ReactNode;
  /** Who gets the amount. */
  label: ReactNode;
  /** The amount, in large figures. */
  children: ReactNode;
};

/** The head of a card about what one recipient gets. */
export function AmountHead({ avatar, label, children }: AmountHeadProps) {
  return (
    <div className={styles.head}>
      {avatar}
      <div className={styles.words}>
        <p className={styles.label}>{label}</p>
        <div className={styles.amount}>{children}</div>
      </div>
    </div>
  );
}

/** Under the head of a transfer's card: what the recipient gets. */
export function HeadAmount({ text }: { text: string }) {
  return (
    <div className={styles.below}>
      <MoneyText text={text} />
    </div>
  );
}
