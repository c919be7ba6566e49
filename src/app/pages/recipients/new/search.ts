import * as z from 'zod/mini';
import { nextPage } from '../../../../contract/api/session.ts';
import { idPattern } from '../../../../contract/paths.ts';
import { ApiError } from '../../../api/api-error.ts';

const newRecipientSearch = z.object({
  /** The recipient to copy. */
  copy: z.optional(z.string().check(z.regex(idPattern))),
  /** The country or digital asset to start with. */
  country_id: z.catch(z.optional(z.string().check(z.regex(idPattern))), undefined),
  /** The page to go to with the new recipient. */
  next: z.catch(z.optional(nextPage), undefined),
});
export type NewRecipientSearch = z.infer<typeof newRecipientSearch>;

/** Reads the page's search params. @throws ApiError not-found if `copy` can't be an id */
export function readSearch(params: URLSearchParams): NewRecipientSearch {
  const parsed = z.safeParse(newRecipientSearch, {
    copy: params.get('copy') ?? undefined,
    country_id: params.get('country_id') ?? undefined,
    next: params.get('next') ?? undefined,
  });
  if (!parsed.success) throw new ApiError('not-found');
  return parsed.data;
}

/** Adds the new recipient to `next`, an address within the app. */
export function withRecipient(next: string, destination_account_id: string): string {
  const url = new URL(next, window.location.origin);
  url.searchParams.set('destination_account_id', destination_account_id);
  return url.pathname + url.search + url.hash;
}
