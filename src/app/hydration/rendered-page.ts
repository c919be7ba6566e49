import type { createMemoryRouter } from 'react-router-dom';

export type AppRouter = ReturnType<typeof createMemoryRouter>;

/**
 * Resolves when the router has its first page's code and data, or the error to show instead. The server renders no
 * sooner, and the browser hydrates no sooner: both must render the whole page.
 */
export function routerReady(router: AppRouter): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

/**
 * Whether the document itself was loaded from this URL. The server has then rendered what it had in time,
 * and more before hydration would differ from that.
 */
export function isDocument(url: string): boolean {
  if (typeof window === 'undefined') return true;
  return performance.getEntriesByType('navigation').some(({ name }) => name === url);
}

/**
 * Whether a loader may begin reads that it does not wait for: on the server and on each later page. In the browser's
 * first page they could be answered before hydration, which would then differ from what the server rendered without
 * them; its parts read when they are there.
 */
export function mayReadAhead(url: string): boolean {
  return import.meta.env.SSR || !isDocument(url);
}

/** False on a reload or return: the tab may know a scroll position or a half-filled form that the server doesn't. */
export function isFirstVisit(): boolean {
  const visits = performance.getEntriesByType('navigation');
  return visits.every((visit) => !('type' in visit) || visit.type === 'navigate');
}
