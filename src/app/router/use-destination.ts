import { createContext, useCallback, useContext } from 'react';
import type { Location } from 'react-router-dom';
import type { AppRouter } from '../hydration/rendered-page.ts';

/** The app's router, for state that is not rendered yet. */
export const RouterContext = createContext<AppRouter | null>(null);

/**
 * Returns a function that answers the location being navigated to, or else the current one. `useNavigation`
 * knows it only after a render: rewriting the query before that would cancel the navigation.
 */
export function useDestination(): () => Location {
  const router = useAppRouter();
  return useCallback(() => router.state.navigation.location ?? router.state.location, [router]);
}

/** Returns a function whose promise resolves when no navigation is under way. */
export function useIdle(): () => Promise<void> {
  const router = useAppRouter();
  return useCallback(
    () =>
      new Promise((resolve) => {
        if (router.state.navigation.state === 'idle') return resolve();
        const stop = router.subscribe(({ navigation }) => {
          if (navigation.state !== 'idle') return;
          stop();
          resolve();
        });
      }),
    [router],
  );
}

function useAppRouter(): AppRouter {
  const router = useContext(RouterContext);
  if (!router) throw new Error('there is no router');
  return router;
}
