import { useEffect, useEffectEvent } from 'react';

export type ListKeys = {
  isOn: boolean;
  /** One row on, or one back. */
  move: (step: 1 | -1) => void;
  search: () => void;
  help: () => void;
};

/** j and k, / and ?: pressed alone, outside of fields and dialogs. */
export function useListKeys({ isOn, move, search, help }: ListKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (target instanceof Element && target.closest(typing)) return;
    const act = { j: () => move(1), k: () => move(-1), '/': search, '?': help }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  // Keys reach the document alone while nothing has the focus.
  useEffect(() => {
    if (!isOn) return;
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn]);
}

const typing = 'input, textarea, select, dialog, [contenteditable]';
