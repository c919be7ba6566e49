import { Trans } from '@lingui/react/macro';
import { Button } from '../ui/button.tsx';
import styles from './keys-button.module.css';

export type KeysButtonProps = { onClick: () => void };

/** Asks what the keys do, where there is likely a keyboard. */
export function KeysButton({ onClick }: KeysButtonProps) {
  return (
    <Button variant="quiet" className={styles.keys} onClick={onClick}>
      <Trans>Keys</Trans>
    </Button>
  );
}
