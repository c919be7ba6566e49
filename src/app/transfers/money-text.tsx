import type { CSSProperties } from 'react';
import { verbatim } from '../i18n/trans.ts';
import { textEms } from '../ui/text-ems.ts';
import styles from './money-text.module.css';

type MoneyTextProps = {
  /** Formatted amount with its currency. */
  text: string;
};

/** The main amount of a page. It shrinks before it wraps. */
export function MoneyText({ text }: MoneyTextProps) {
  const ems: CSSProperties & { '--ems': number } = { '--ems': textEms(text) };
  return (
    <div className={styles.frame}>
      <p className={styles.hero} style={ems}>
        {verbatim(text)}
      </p>
    </div>
  );
}

/** Keeps a rate on one line: with plain spaces, a narrow line breaks after '1 BRL ='. */
export function unbroken(rate: string): string {
  return rate.replaceAll(' ', '\u00a0');
}
