import type { CSSProperties } from 'react';
import { textEms } from '../ui/text-ems.ts';
import styles from './money-text.module.css';

export type MoneyTextProps = {
  /** The amount as written for the person, with its currency. */
  text: string;
};

/** An amount as the hero of its page; it shrinks before it wraps. */
export function MoneyText({ text }: MoneyTextProps) {
  const ems: CSSProperties & { '--ems': number } = { '--ems': textEms(text) };
  return (
    <div className={styles.frame}>
      <p className={styles.hero} style={ems}>
        {text}
      </p>
    </div>
  );
}
