import { Trans } from '@lingui/react/macro';
import { CloseDialogButton, Dialog } from '../ui/dialog.tsx';
import styles from './shortcuts-dialog.module.css';
import { useShortcutsOn } from './use-list-shortcuts.ts';

export type ShortcutsDialogProps = { onClose: () => void };

/** Lists the keyboard shortcuts, with a switch to turn them off. */
export function ShortcutsDialog({ onClose }: ShortcutsDialogProps) {
  const [isOn, turn] = useShortcutsOn();
  return (
    <Dialog title={<Trans>Keyboard shortcuts</Trans>} onClose={onClose}>
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
            <Trans>Open</Trans>
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
            <Trans>Show these shortcuts</Trans>
          </dd>
        </div>
      </dl>
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget }) => turn(currentTarget.checked)}
        />
        <Trans>Use these shortcuts</Trans>
      </label>
      <CloseDialogButton wide>
        <Trans>Close</Trans>
      </CloseDialogButton>
    </Dialog>
  );
}
