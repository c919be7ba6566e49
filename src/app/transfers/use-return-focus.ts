import { useCallback, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import * as z from 'zod/mini';
import { tabStorage } from '../api/storage.ts';
import { scrollKey } from '../router/scroll-key.ts';
import { useWindowEvent } from '../ui/use-window-event.ts';

const storageKey = 'giro-followed-links';
/** Back leads through a few lists at most. */
const maxEntries = 20;

/** The link that was followed from a history entry, kept in this tab. A path holds ids and no names. */
const followed = z.object({
  entry: z.string(),
  path: z.string(),
  /** How many links of the list before it have the same path, as of one sender. */
  before: z.int(),
});
const allFollowed = z.array(followed);

const read = () => tabStorage.read(storageKey, allFollowed) ?? [];

/**
 * Focuses the link of a list that was followed, once Back leads to the list again. Not if the person has the focus
 * somewhere else by then.
 * @returns the ref of the element around the list, which is mounted once its rows are there
 */
export function useReturnFocus(): (list: HTMLElement | null) => void {
  const location = useLocation();
  const isBack = useNavigationType() === 'POP';
  const entry = scrollKey(location);
  const around = useRef<HTMLElement>(null);

  useWindowEvent('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    const path = link?.getAttribute('href');
    if (!link || !path || !around.current?.contains(link)) return;
    const before = linksTo(path, around.current).indexOf(link);
    const others = read().filter((one) => one.entry !== entry);
    tabStorage.write(storageKey, [...others, { entry, path, before }].slice(-maxEntries));
  });

  return useCallback(
    (list: HTMLElement | null) => {
      around.current = list;
      if (!list || !isBack || !isFree(document.activeElement)) return;
      const left = read().find((one) => one.entry === entry);
      if (left) linksTo(left.path, list)[left.before]?.focus();
    },
    [entry, isBack],
  );
}

const linksTo = (path: string, list: HTMLElement) =>
  [...list.querySelectorAll('a')].filter((link) => link.getAttribute('href') === path);

/** True while nothing has the focus, or the title that a new page gives it to. */
const isFree = (focused: Element | null) =>
  focused === null || focused === document.body || focused.matches('h1');
