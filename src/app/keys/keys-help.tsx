import { type ComponentType, lazy, Suspense } from 'react';
import type { KeysDialogProps } from './keys-dialog.tsx';

// Few ask what the keys do. Should it not come, the page is whole without it.
const KeysDialog = lazy<ComponentType<KeysDialogProps>>(() =>
  import('./keys-dialog.tsx').then(
    (module) => ({ default: module.KeysDialog }),
    () => ({ default: () => null }),
  ),
);

export type KeysHelpProps = KeysDialogProps & { isOpen: boolean };

/** What the keys of a page with a list do, for whoever asks. */
export function KeysHelp({ isOpen, onClose }: KeysHelpProps) {
  return <Suspense>{isOpen && <KeysDialog onClose={onClose} />}</Suspense>;
}
