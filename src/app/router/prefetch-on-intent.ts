import { matchRoutes } from 'react-router-dom';
import type { AppRouter } from '../hydration/rendered-page.ts';

/** A pointer that stays on a link this long is likely to press it. */
const hoverDelayMs = 60;

// Pages of one record are not prefetched: each read calls the service, and support's is in the audit trail.
const ofOneRecord = /\/(?:\d+|[\da-f-]{36})(?:\/|$)/;

/**
 * Prefetches a page's code and data when the pointer, a finger or the focus stays on a link to it.
 * @returns a function that stops it
 */
export function prefetchOnIntent(router: AppRouter): () => void {
  let at: HTMLAnchorElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function look({ target }: Event) {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link === at) return;
    clearTimeout(timer);
    at = link;
    if (link && leadsToPage(link)) timer = setTimeout(() => fetchPage(router, link), hoverDelayMs);
  }

  function leave() {
    clearTimeout(timer);
    at = null;
  }

  const ends = new AbortController();
  const { signal } = ends;
  document.addEventListener('pointerover', look, { signal });
  document.addEventListener('focusin', look, { signal });
  // The finger scrolls instead of pressing.
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

/** Runs the page's loaders, which fill the cache. An error is ignored: the page shows it when opened. */
function fetchPage(router: AppRouter, { href, pathname, search }: HTMLAnchorElement): void {
  for (const { route, params } of matchRoutes(router.routes, pathname + search) ?? []) {
    const { loader, path: pattern = '' } = route;
    if (typeof loader !== 'function') continue;
    const [url, request] = [new URL(href), new Request(href)];
    void Promise.resolve(loader({ url, request, params, pattern, context: {} })).catch(() => {});
  }
}
