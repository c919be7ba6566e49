import { useState } from 'react';
import { useDebouncedValue } from '../../form/use-debounced-value.ts';

const pause = 400;

/**
 * What is wrong with a text, once the typing is over: on its way to an amount a text is often none, and
 * words that come and go with the keys would move the page. Those that are shown stay until it is right.
 */
export function useShownProblem<T>(problem: T | null, text: string, now: boolean): T | null {
  const settled = useDebouncedValue(text, pause) === text;
  const [shown, setShown] = useState(problem !== null && text !== '');
  const shows = problem !== null && (now || (text !== '' && (settled || shown)));
  if (shows !== shown) setShown(shows);
  return shows ? problem : null;
}
