import * as z from 'zod/mini';

/** The id of the page's data block: answers of the API that the page asks for first. */
export const initialDataId = 'initial-data';

/** By address, as `initialDataKey` writes it: the answer's status and its JSON. */
export const initialData = z.record(z.string(), z.object({ status: z.int(), body: z.unknown() }));

/** One address for each call, in whatever order its parameters stand. */
export function initialDataKey(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://giro');
  searchParams.sort();
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`;
}
