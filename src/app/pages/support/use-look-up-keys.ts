import { useCallback, useRef } from 'react';
import { useListKeys } from '../../ui/use-list-keys.ts';
import { useShortcutsOn } from '../../ui/use-shortcuts-on.ts';

/** Looks up without a mouse: / goes to the box, Find to what was found, j and k over its rows; ? to what the keys do. */
export function useLookUpKeys(help: () => void) {
  const [isOn] = useShortcutsOn();
  const box = useRef<HTMLInputElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLElement>(null);
  const isExpected = useRef(false);

  function search() {
    box.current?.focus();
    box.current?.select();
  }

  function move(step: 1 | -1) {
    const links = [...(rows.current?.querySelectorAll<HTMLElement>('li a') ?? [])];
    const at = links.findIndex((link) => link.matches(':focus'));
    const to = at < 0 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1);
    links[to]?.focus();
  }

  useListKeys({ isOn, move, search, help });

  return {
    box,
    rows,
    /** What is found next takes the focus: somebody pressed Find, and did not come back to it. */
    expectHeading() {
      isExpected.current = true;
    },
    focusHeading: () => heading.current?.focus(),
    takeHeading: useCallback((element: HTMLElement | null) => {
      heading.current = element;
      if (!element || !isExpected.current) return;
      isExpected.current = false;
      element.focus();
    }, []),
  };
}
