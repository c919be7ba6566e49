import { matchRoutes } from 'react-router-dom';
import type { AppRouter } from './router-ready.ts';

/** Whoever rests on a link for so many milliseconds is about to press it; shorter is on the way elsewhere. */
const rest = 60;

// A transfer, a recipient, a sending: asked of the service each, and a look of support's at one is written down.
const ofOneRecord = /\/(?:\d+|[\da-f-]{36})(?:\/|$)/;

/**
 * Fetches a page's code and data once the pointer, a finger or the focus rests on a link to it. Nobody's
 * record is read before it is asked for.
 */
export function prefetchOnIntent(router: AppRouter): () => void {
  let at: HTMLAnchorElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function look({ target }: Event) {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link === at) return;
    clearTimeout(timer);
    at = link;
    if (link && leadsToPage(link)) timer = setTimeout(() => fetchPage(router, link), rest);
  }

  function leave() {
    clearTimeout(timer);
    at = null;
  }

  const ends = new AbortController();
  const { signal } = ends;
  document.addEventListener('pointerover', look, { signal });
  document.addEventListener('focusin', look, { signal });
  // The finger scrolls.
  document.addEventListener('pointercancel', leave, { signal });
  return () => {
    leave();
    ends.abort();
  };
}

function leadsToPage(link: HTMLAnchorElement): boolean {
  const { origin, pathname } = window.location;
  const isPlain = link.target === '' && !link.hasAttribute('download');
  const isNew = link.origin === origin && link.pathname !== pathname;
  return isPlain && isNew && !ofOneRecord.test(link.pathname);
}

/** Runs the page's loaders, which keep what they fetch. What goes wrong is for the page to tell. */
function fetchPage(router: AppRouter, { href, pathname, search }: HTMLAnchorElement): void {
  for (const { route, params } of matchRoutes(router.routes, pathname + search) ?? []) {
    const { loader, path: pattern = '' } = route;
    if (typeof loader !== 'function') continue;
    const [url, request] = [new URL(href), new Request(href)];
    void Promise.resolve(loader({ url, request, params, pattern, context: {} })).catch(() => {});
  }
}
