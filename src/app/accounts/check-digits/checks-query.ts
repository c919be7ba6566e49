import { queryOptions } from '@tanstack/react-query';

// The checks are as large as the form, so they load once there is something to check. If they can't be
// loaded (an old page after a deploy), there are no hints and the form works all the same.
export const checksQuery = queryOptions({
  queryKey: ['recipient-checks'],
  queryFn: () => import('./checks.ts'),
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
  retry: false,
  // The server can't send it with the page.
  meta: { isCode: true },
});
