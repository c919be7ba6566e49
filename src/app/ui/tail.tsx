import { Trans } from '@lingui/react/macro';
import styles from './tail.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export type TailProps = {
  /** The last characters of an account or document, the only ones shown. */
  end: string;
};

/** '···· 4821', on one line, read out as 'ending in 4821'. */
export function Tail({ end }: TailProps) {
  return (
    <span className={styles.tail}>
      <span aria-hidden="true">···· {end}</span>
      <VisuallyHidden>
        <Trans>ending in {end}</Trans>
      </VisuallyHidden>
    </span>
  );
}
