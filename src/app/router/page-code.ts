import type { PageId } from '../../contract/api/pages.ts';

const codes = new Map<string, () => Promise<unknown>>();

/** For the routes: how the code and the words of a page are fetched, by its folder. */
export function offerPageCode(folder: string, fetchIt: () => Promise<unknown>): void {
  codes.set(folder, fetchIt);
}

/**
 * Fetches the code of a page that another one leads to, which may not import it.
 * @throws ApiError 'offline' without a network
 */
export async function prefetchPageCode(folder: PageId): Promise<void> {
  await codes.get(folder)?.();
}
