import { useEffect, useRef, useState } from 'react';
import { useLeaving } from '../../../layouts/use-leaving.ts';

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

  const leaving = useLeaving();

  // A search that was not begun when the page is left must not bring the person back.
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (leaving) clearTimeout(timer.current);
  }, [leaving]);

  function type(text: string) {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(async () => {
      await search(text);
      setTyped((now) => (now === text ? undefined : now));
    }, pause);
  }

  return [typed ?? searched, type];
}
