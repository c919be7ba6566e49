import { useCallback, useContext } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, type Location } from 'react-router-dom';

/**
 * Answers a function that tells where the person is going at this moment, or is. `useNavigation` tells it
 * only once it is drawn: an address that is rewritten until then would call off the way to another page.
 */
export function useDestination(): () => Location {
  const router = useContext(DataRouterContext)?.router;
  if (!router) throw new Error('there is no data router');
  return useCallback(() => router.state.navigation.location ?? router.state.location, [router]);
}
