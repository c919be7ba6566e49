import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { optionalPart } from '../hydration/optional-part.ts';
import { Button } from '../ui/button.tsx';
import type { ShortcutsDialogProps } from './shortcuts-dialog.tsx';
import styles from './shortcuts-help.module.css';

// Lazy: few people open it.
const ShortcutsDialog = optionalPart(
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
);

type ShortcutsButtonProps = { onClick: () => void };

/** Opens the keyboard shortcuts; hidden where there is likely no keyboard. */
export function ShortcutsButton({ onClick }: ShortcutsButtonProps) {
  return (
    <Button variant="quiet" className={styles.keys} onClick={onClick}>
      <Trans>Keyboard shortcuts</Trans>
    </Button>
  );
}

type ShortcutsHelpProps = ShortcutsDialogProps & { isOpen: boolean };

/** The dialog of keyboard shortcuts, loaded when opened. */
export function ShortcutsHelp({ isOpen, onClose }: ShortcutsHelpProps) {
  return <Suspense>{isOpen && <ShortcutsDialog onClose={onClose} />}</Suspense>;
}
