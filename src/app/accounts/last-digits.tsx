import { Trans } from '@lingui/react/macro';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './last-digits.module.css';

export type LastDigitsProps = {
  /** The last characters of an account or document, the only ones shown. */
  end: string;
};

/** '···· 4821', on one line, read out as 'ending in 4821'. */
export function LastDigits({ end }: LastDigitsProps) {
  return (
    <span className={styles.tail}>
      <span aria-hidden="true">···· {end}</span>
      <VisuallyHidden>
        <Trans>ending in {end}</Trans>
      </VisuallyHidden>
    </span>
  );
}
