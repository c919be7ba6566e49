import { type ReactNode, useId } from 'react';
import styles from './dialog.module.css';
import { Stack } from './stack.tsx';

export type DialogProps = {
  title: ReactNode;
  children: ReactNode;
  /** However it was closed: by its own buttons, or with Escape. Without it, the dialog stays open. */
  onClose?: (() => void) | undefined;
};

/** Stands over the page as long as it is rendered; the first field to fill has the focus. */
export function Dialog({ title, children, onClose }: DialogProps) {
  const titleId = useId();
  return (
    <dialog
      ref={openModal}
      aria-labelledby={titleId}
      className={styles.dialog}
      closedby={onClose ? undefined : 'none'}
      // A browser that does not know `closedby` closes on Escape: the dialog opens again.
      onClose={onClose ?? ((event) => openModal(event.currentTarget))}
    >
      <Stack>
        <h2 id={titleId}>{title}</h2>
        {children}
      </Stack>
    </dialog>
  );
}

/** Only the method makes a dialog modal, so it is called as soon as the element stands in the page. */
function openModal(dialog: HTMLDialogElement | null) {
  if (!dialog || dialog.open) return;
  dialog.showModal();
  dialog.querySelector<HTMLInputElement>('input:not([readonly])')?.focus();
}
