import type { createMemoryRouter } from 'react-router-dom';

export type AppRouter = ReturnType<typeof createMemoryRouter>;

/** Resolves when the router has its first page's code and data, or the error to show instead. */
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
