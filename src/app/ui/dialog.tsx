import { type ReactNode, useId, useLayoutEffect, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import styles from './dialog.module.css';
import { Stack } from './stack.tsx';

type DialogProps = {
  title: ReactNode;
  children: ReactNode;
  /** Called when its own buttons or Escape close it. Without it, the dialog can't be closed. */
  onClose?: (() => void) | undefined;
};

/** A modal dialog, open while it is rendered. Its first field gets the focus, and what opened it gets it back. */
export function Dialog({ title, children, onClose }: DialogProps) {
  const titleId = useId();
  const [opener] = useState(() => document.activeElement);
  // One that leaves the page while it is open is not closed by the browser, which then returns no focus. A microtask
  // runs once it has left: until then, nothing outside of it can take the focus.
  useLayoutEffect(() => () => queueMicrotask(() => returnFocus(opener)), [opener]);
  return (
    <dialog
      ref={openModal}
      aria-labelledby={titleId}
      className={styles.dialog}
      closedby={onClose ? undefined : 'none'}
      // A browser without `closedby` closes it on Escape, so it opens again.
      onClose={onClose ?? ((event) => openModal(event.currentTarget))}
    >
      <Stack>
        <h2 id={titleId}>{title}</h2>
        {children}
      </Stack>
    </dialog>
  );
}

/** A button that closes the dialog around it; the browser returns the focus to what opened it. */
export function CloseDialogButton(props: Omit<ButtonProps, 'onClick' | 'type'>) {
  return <Button {...props} onClick={(event) => event.currentTarget.closest('dialog')?.close()} />;
}

/** Does nothing where the focus is on something, as after the browser has returned it. */
function returnFocus(opener: Element | null) {
  if (document.activeElement !== document.body || !(opener instanceof HTMLElement)) return;
  opener.focus({ preventScroll: true });
}

/** Only showModal() makes a dialog modal, so it is called once the element is in the page. */
function openModal(dialog: HTMLDialogElement | null) {
  if (!dialog || dialog.open) return;
  dialog.showModal();
  dialog
    .querySelector<HTMLInputElement>('input:checked, input:not([readonly], [type=radio])')
    ?.focus();
}
