import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { Button } from '../ui/button.tsx';
import { optionalPart } from '../ui/optional-part.ts';
import type { ShortcutsDialogProps } from './shortcuts-dialog.tsx';
import styles from './shortcuts-help.module.css';

// Few ask what the keys do.
const ShortcutsDialog = optionalPart(
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
);

export type ShortcutsButtonProps = { onClick: () => void };

/** Asks what the keys do, where there is likely a keyboard. */
export function ShortcutsButton({ onClick }: ShortcutsButtonProps) {
  return (
    <Button variant="quiet" className={styles.keys} onClick={onClick}>
      <Trans>Keys</Trans>
    </Button>
  );
}

export type ShortcutsHelpProps = ShortcutsDialogProps & { isOpen: boolean };

/** What the keys of a page with a list do, for whoever asks. */
export function ShortcutsHelp({ isOpen, onClose }: ShortcutsHelpProps) {
  return <Suspense>{isOpen && <ShortcutsDialog onClose={onClose} />}</Suspense>;
}
