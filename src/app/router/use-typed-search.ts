import { type RefObject, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useDestination } from './use-destination.ts';

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

  function type(text: string) {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(async () => {
      // A debounced search after navigation away would navigate back to the list.
      if (!box.current || destination().pathname !== pathname) return;
      await search(text);
      setTyped((now) => (now === text ? undefined : now));
    }, debounceMs);
  }

  return [typed ?? searched, type];
}
