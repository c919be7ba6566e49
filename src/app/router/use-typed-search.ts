import { type RefObject, startTransition, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useDestination, useIdle } from './use-destination.ts';

const debounceMs = 150;

/**
 * Debounces the search box. Answers the text being typed, else the text that was searched.
 * @param search may return a promise that resolves when its search is shown
 */
export function useTypedSearch(
  box: RefObject<HTMLInputElement | null>,
  searched: string,
  search: (text: string) => void | Promise<void>,
): [text: string, type: (text: string) => void] {
  const [typed, setTyped] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const { pathname } = useLocation();
  const destination = useDestination();
  const idle = useIdle();

  function type(text: string) {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(async () => {
      // A debounced search after navigation away would navigate back to the list.
      if (!box.current || destination().pathname !== pathname) return;
      await search(text);
      // A choice that took over from this search reads the box and carries its text on.
      await idle();
      // The router shows a search in a transition; before that, the box would fall back to the text before.
      startTransition(() => setTyped((now) => (now === text ? undefined : now)));
    }, debounceMs);
  }

  return [typed ?? searched, type];
}
