import { useSyncExternalStore } from 'react';
import { browserStorage } from '../api/storage.ts';
import { useWindowEvent } from '../ui/use-window-event.ts';

const typing = 'input, textarea, select, dialog, [contenteditable]';

type ListShortcuts = {
  /** To the next or previous row. */
  move: (step: 1 | -1) => void;
  search: () => void;
  help: () => void;
};

/** Handles j, k, / and ? pressed without a modifier, outside fields and dialogs. */
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

  // On the window: without focus, keydown reaches only the body.
  useWindowEvent('keydown', press, isOn);
}

const storageKey = 'giro-shortcuts';

function turn(isOn: boolean): void {
  if (isOn) browserStorage.remove(storageKey);
  else browserStorage.writeText(storageKey, 'off');
}

/**
 * Whether single-key shortcuts are on, kept in this browser. Speech input can press them by accident, so
 * WCAG 2.1.4 requires a way to turn them off.
 */
export function useShortcutsOn(): [isOn: boolean, turn: (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(
    browserStorage.subscribe,
    () => browserStorage.readText(storageKey) !== 'off',
    () => true,
  );
  return [isOn, turn];
}
