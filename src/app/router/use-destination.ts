import { createContext, useCallback, useContext } from 'react';
import type { Location } from 'react-router-dom';
import type { AppRouter } from './router-ready.ts';

/** The app's router, for what must know more than is drawn already. */
export const RouterContext = createContext<AppRouter | null>(null);

/**
 * Answers a function that tells where the person is going at this moment, or is. `useNavigation` tells it
 * only once it is drawn: an address that is rewritten until then would call off the way to another page.
 */
export function useDestination(): () => Location {
  const router = useContext(RouterContext);
  if (!router) throw new Error('there is no router');
  return useCallback(() => router.state.navigation.location ?? router.state.location, [router]);
}
