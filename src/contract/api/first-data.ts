import * as z from 'zod/mini';

/** The id of the page's data block: answers of the API that the page asks for first. */
export const firstDataId = 'first-data';

/** By address, as `firstDataKey` writes it: the answer's status and its JSON. */
export const firstData = z.record(z.string(), z.object({ status: z.int(), body: z.unknown() }));

/** One address for each call, in whatever order its parameters stand. */
export function firstDataKey(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://giro');
  searchParams.sort();
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`;
}
