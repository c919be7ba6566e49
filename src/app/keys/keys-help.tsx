import { Suspense } from 'react';
import { optionalPart } from '../ui/optional-part.ts';
import type { KeysDialogProps } from './keys-dialog.tsx';

// Few ask what the keys do.
const KeysDialog = optionalPart(async () => (await import('./keys-dialog.tsx')).KeysDialog);

export type KeysHelpProps = KeysDialogProps & { isOpen: boolean };

/** What the keys of a page with a list do, for whoever asks. */
export function KeysHelp({ isOpen, onClose }: KeysHelpProps) {
  return <Suspense>{isOpen && <KeysDialog onClose={onClose} />}</Suspense>;
}
