import { classNames } from '../ui/class-names.ts';
import styles from './avatar.module.css';

type AvatarProps = {
  /** The id of the destination account: the tint follows from it, so that it never changes. */
  id: string;
  /** The recipient's nickname; null when it could not be read. */
  alias: string | null;
  /** The code of the country or asset. */
  code?: string | null | undefined;
  size?: 'small' | 'large' | undefined;
};

/** A recipient's initials and country, beside words that say the same: hidden from screen readers. */
export function Avatar({ id, alias, code, size }: AvatarProps) {
  return (
    <span
      translate="no"
      aria-hidden="true"
      className={classNames(styles.avatar, size && styles[size], tintOf(id))}
    >
      {initialsOf(alias ?? '')}
      {code && <span className={styles.code}>{code}</span>}
    </span>
  );
}

/** The first letters of the first two words, in capitals; '?' where there is no letter or digit. */
export function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? []);
  return letters.slice(0, 2).join('').toUpperCase() || '?';
}

const tints = [styles.tint1, styles.tint2, styles.tint3, styles.tint4];

function tintOf(id: string): string | undefined {
  let sum = 0;
  for (const digit of id) sum = (sum * 31 + (digit.codePointAt(0) ?? 0)) % 65_521;
  return tints[sum % tints.length];
}
