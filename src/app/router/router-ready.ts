import type { createMemoryRouter } from 'react-router-dom';

export type AppRouter = ReturnType<typeof createMemoryRouter>;

/** Waits until the router has the code and the data of its first page, or the failure to show in its place. */
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
