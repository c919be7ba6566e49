import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useDestination } from '../../../router/use-destination.ts';

const pause = 150;

/**
 * The text of a search box whose search is kept elsewhere: what is being typed, else what was searched.
 * `search` is called after a pause in the typing, and may answer when it is done.
 */
export function useTypedSearch(
  searched: string,
  search: (text: string) => void | Promise<void>,
): [text: string, type: (text: string) => void] {
  const [typed, setTyped] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const { pathname } = useLocation();
  const destination = useDestination();

  // A search that was not begun when the page is left must not bring the person back.
  useEffect(() => () => clearTimeout(timer.current), []);

  function type(text: string) {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(async () => {
      if (destination().pathname !== pathname) return;
      await search(text);
      setTyped((now) => (now === text ? undefined : now));
    }, pause);
  }

  return [typed ?? searched, type];
}
