import { Trans } from '@lingui/react/macro';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useShortcutsOn } from '../ui/use-shortcuts-on.ts';
import styles from './keys-dialog.module.css';

export type KeysDialogProps = { onClose: () => void };

/** What the keys do, and the switch that turns them off. */
export function KeysDialog({ onClose }: KeysDialogProps) {
  const [isOn, turn] = useShortcutsOn();
  return (
    <Dialog title={<Trans>Keys for this page</Trans>} onClose={onClose}>
      <dl className={styles.keys}>
        <div>
          <dt>
            <kbd>j</kbd> <kbd>k</kbd>
          </dt>
          <dd>
            <Trans>Next and previous in the list</Trans>
          </dd>
        </div>
        <div>
          <dt>
            <kbd>Enter</kbd>
          </dt>
          <dd>
            <Trans>Open it</Trans>
          </dd>
        </div>
        <div>
          <dt>
            <kbd>/</kbd>
          </dt>
          <dd>
            <Trans>Search</Trans>
          </dd>
        </div>
        <div>
          <dt>
            <kbd>?</kbd>
          </dt>
          <dd>
            <Trans>Show these keys</Trans>
          </dd>
        </div>
      </dl>
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget }) => turn(currentTarget.checked)}
        />
        <Trans>Use single keys</Trans>
      </label>
      <Button wide onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    </Dialog>
  );
}
