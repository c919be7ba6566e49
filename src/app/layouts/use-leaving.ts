import { useLocation, useNavigation } from 'react-router-dom';

/**
 * Whether another page is on its way. A page that writes what is typed into its address must not do so
 * then: on a slow network that would call off the way to where the person asked to go.
 */
export function useLeaving(): boolean {
  const { pathname } = useLocation();
  const { location } = useNavigation();
  return location !== undefined && location.pathname !== pathname;
}
