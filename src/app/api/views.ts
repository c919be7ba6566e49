import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  type ChangeViewRequest,
  type SaveViewRequest,
  type ViewFilters,
  views,
  viewsPath,
} from '../../contract/api/views.ts';
import { ApiError } from './api-error.ts';
import { request } from './request.ts';

// Loaded only where a view is opened, or the list of them.

/** The views that the person may open. */
export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) => request(views, viewsPath, { signal }),
});

/**
 * What the view of an address looks for.
 * @throws ApiError not-found for a view that is gone, or that this person may not open
 */
export async function filtersOfView(client: QueryClient, id: string): Promise<ViewFilters> {
  const known = client.getQueryData(viewsQuery.queryKey)?.items.find((one) => one.id === id);
  // A colleague may have shared it since the list was read.
  const view = known ?? (await client.fetchQuery(viewsQuery)).items.find((one) => one.id === id);
  if (!view) throw new ApiError('not-found');
  return view.filters;
}

export const saveView = (body: SaveViewRequest) =>
  request(views, viewsPath, { method: 'POST', body });

export const changeView = (body: ChangeViewRequest) =>
  request(views, viewsPath, { method: 'PUT', body });

export const deleteView = (id: string) =>
  request(views, viewsPath, { method: 'DELETE', body: { id } });
