import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useDestination, useIdle } from './use-destination.ts';

const debounceMs = 150;

type Typed = {
  text: string;
  /** Once its search is done: the keys of the location that was shown then, and of the one it led to. */
  done?: { from: string; to: string };
};

/**
 * Debounces the search box. Answers the text being typed, else the text that was searched.
 * @param search may return a promise that resolves when its search is shown
 */
export function useTypedSearch(
  box: RefObject<HTMLInputElement | null>,
  searched: string,
  search: (text: string) => void | Promise<void>,
): [text: string, type: (text: string) => void] {
  const [typed, setTyped] = useState<Typed>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const { pathname, key } = useLocation();
  const destination = useDestination();
  const idle = useIdle();
  const shownKey = useRef(key);
  // The timer's function needs the location that is shown when it ends.
  useLayoutEffect(() => {
    shownKey.current = key;
  }, [key]);

  function type(text: string) {
    setTyped({ text });
    clearTimeout(timer.current);
    timer.current = setTimeout(async () => {
      // A debounced search after navigation away would navigate back to the list.
      if (!box.current || destination().pathname !== pathname) return;
      await search(text);
      // A choice that took over from this search reads the box and carries its text on.
      await idle();
      const done = { from: shownKey.current, to: destination().key };
      setTyped((now) => (now?.text === text ? { text, done } : now));
    }, debounceMs);
  }

  // The router shows a search in a transition; before that, the box would fall back to the text before.
  const isShown = typed?.done && (key === typed.done.to || key !== typed.done.from);
  if (isShown) setTyped(undefined);
  return [isShown || !typed ? searched : typed.text, type];
}
