import { createContext, useCallback, useContext } from 'react';
import type { Location } from 'react-router-dom';
import type { AppRouter } from './router-ready.ts';

/** The app's router, for state that is not rendered yet. */
export const RouterContext = createContext<AppRouter | null>(null);

/**
 * Returns a function that answers the location being navigated to, or else the current one. `useNavigation`
 * knows it only after a render: rewriting the query before that would cancel the navigation.
 */
export function useDestination(): () => Location {
  const router = useContext(RouterContext);
  if (!router) throw new Error('there is no router');
  return useCallback(() => router.state.navigation.location ?? router.state.location, [router]);
}
