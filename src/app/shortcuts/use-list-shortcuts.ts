import { useSyncExternalStore } from 'react';
import { browserStorage } from '../api/storage.ts';
import { useWindowEvent } from '../ui/use-window-event.ts';

const typing = 'input, textarea, select, dialog, [contenteditable]';

export type ListShortcuts = {
  /** One row on, or one back. */
  move: (step: 1 | -1) => void;
  search: () => void;
  help: () => void;
};

/** j and k, / and ?: pressed alone, outside of fields and dialogs. */
export function useListShortcuts({ move, search, help }: ListShortcuts): void {
  const [isOn] = useShortcutsOn();

  function press(event: KeyboardEvent) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (target instanceof Element && target.closest(typing)) return;
    const act = { j: () => move(1), k: () => move(-1), '/': search, '?': help }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  // Keys reach no element of ours while nothing has the focus.
  useWindowEvent('keydown', press, isOn);
}

const storageKey = 'giro-shortcuts';

function turn(isOn: boolean): void {
  if (isOn) browserStorage.remove(storageKey);
  else browserStorage.writeText(storageKey, 'off');
}

/**
 * Whether keys pressed alone do something; this browser keeps it. Who speaks to a computer presses
 * them unawares, so that they can be turned off (WCAG 2.1.4).
 */
export function useShortcutsOn(): [isOn: boolean, turn: (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(
    browserStorage.subscribe,
    () => browserStorage.readText(storageKey) !== 'off',
  );
  return [isOn, turn];
}
