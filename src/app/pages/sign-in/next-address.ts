import * as z from 'zod/mini';
import { nextPage } from '../../../contract/api/session.ts';

const search = z.object({ next: nextPage });

/** The page of ours to go on to after signing in; null where the address names none of ours. */
export function nextAddress(params: URLSearchParams): string | null {
  const parsed = z.safeParse(search, { next: params.get('next') });
  return parsed.success ? parsed.data.next : null;
}
