import { queryOptions } from '@tanstack/react-query';

// The checks weigh as much as a form, so they come where there is something to check. Without them (an
// old page after an update) there is no hint, and nothing else is amiss.
export const checksQuery = queryOptions({
  queryKey: ['recipient-checks'],
  queryFn: () => import('./checks.ts'),
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
  retry: false,
});
