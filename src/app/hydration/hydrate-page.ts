import { type ReactNode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { setFormattedTexts, setTimeZone } from '../i18n/intl.ts';
import { undoTranslation } from '../i18n/page-translation.ts';
import { type AppRouter, isFirstVisit } from './rendered-page.ts';

/*
 * How a rendered page comes alive without losing what a person does to it in that time.
 *
 * 1. The server renders the page once the router is ready, with the data that came in time (`rendered-page.ts`,
 *    `server.tsx`). It names the page in `data-shown` of the root. A skeleton has no `data-shown` and is inert.
 * 2. The person types, chooses and ticks before the script comes. A form that is submitted is only marked, by
 *    `data-sent` (`earlyPresses` of the BFF's `page.ts`).
 * 3. The script puts the server's data into the cache and waits for the same router, with the same language, time
 *    zone and formatted texts. A page that this tab shows otherwise than the server rendered it can't be hydrated:
 *    after a reload it knows more than the server, or the browser has translated it. `hydratePage` decides.
 * 4. As rendered: React hydrates the page in parts, and each controlled field takes what was entered before that
 *    (`hydrated-part.tsx`).
 * 5. Otherwise: the page is rendered anew, in the same task as what was entered is read and entered again
 *    (`render-over.ts`).
 * 6. An EarlyForm that was marked is submitted then. None of them moves money.
 */

/** The texts that the server formatted, by what they show. */
type Texts = Record<string, string>;

/**
 * Whether this tab shows what the server knows of. Asked before the router starts, which changes the history entry.
 * @param hasDrafts whether this tab keeps half-filled forms
 */
export function isShownAsServed(hasDrafts: boolean): boolean {
  return isFirstVisit() && isShownWithout(window.history.state) && !hasDrafts;
}

/** What the router and the forms keep in a history entry's state without showing it. */
const unshown = ['_isRedirect', 'visit', 'box'];

/** False when the page shows something of its history entry's state, which the server does not know. */
function isShownWithout(entry: unknown): boolean {
  const isOwn = typeof entry === 'object' && entry !== null && 'usr' in entry;
  return !isOwn || Object.keys(entry.usr ?? {}).every((key) => unshown.includes(key));
}

/**
 * Hydrates the page that the server rendered, or replaces it where the app renders another one.
 * @param page `isAsServed` by `isShownAsServed`; `texts` of the server
 */
export async function hydratePage(
  root: HTMLElement,
  app: ReactNode,
  { router, isAsServed, texts }: { router: AppRouter; isAsServed: boolean; texts: Texts },
): Promise<void> {
  const isAlike = isAsServed && isAsRendered(root, router);
  if (!isAlike || !undoTranslation(root)) return replacePage(root, app, isAlike);
  setTimeZone(document.documentElement.dataset.timeZone);
  setFormattedTexts(texts);
  // In a transition, so that it yields to input.
  startTransition(() => void hydrateRoot(root, app));
}

/** False for a skeleton, and where this tab shows another page than the server rendered. */
function isAsRendered({ dataset: { shown } }: HTMLElement, { state }: AppRouter): boolean {
  const { pathname, search } = state.location;
  return shown === pathname + search && state.errors === null;
}

/** Renders what the server did not know, or had no time for, or what was translated before this script came. */
async function replacePage(root: HTMLElement, app: ReactNode, isAlike: boolean) {
  root.removeAttribute('inert');
  const render = () => createRoot(root).render(app);
  // Nothing can be entered into a skeleton.
  if (root.dataset.shown === undefined) return startTransition(render);
  // Lazy: a first visit is hydrated.
  const over = await import('./render-over.ts').catch(() => null);
  // Where it can’t be loaded, the page counts for more than what was typed.
  if (over) over.renderOver(root, () => flushSync(render), { isAlike });
  else render();
}
