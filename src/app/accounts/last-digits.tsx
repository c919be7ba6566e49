import { Trans } from '@lingui/react/macro';
import { numberTail } from '../../contract/number-tail.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './last-digits.module.css';

type LastDigitsProps = {
  /** The last characters of an account or ID number. */
  end: string;
};

/** '···· 4821' on one line, read out as 'ending in 4821'. It stays behind a bank's name of any direction. */
export function LastDigits({ end }: LastDigitsProps) {
  return (
    <bdi className={styles.tail}>
      <span translate="no" aria-hidden="true">
        ···· {end}
      </span>
      <VisuallyHidden>
        <Trans>ending in {end}</Trans>
      </VisuallyHidden>
    </bdi>
  );
}

type NumberTailProps = {
  number: string;
  /** True when `number` is only the last digits. */
  masked?: boolean | undefined;
};

/** The last digits of an account or ID number. */
export function NumberTail({ number, masked = false }: NumberTailProps) {
  return <LastDigits end={masked ? number : numberTail(number)} />;
}
