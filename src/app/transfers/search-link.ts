import { sendKeyPattern } from '../../contract/api/send-key.ts';
import type { ViewFilters } from '../../contract/api/views.ts';
import { paths } from '../router/paths.ts';

const reference = /^(?=.*\d)(?=.*[a-f])[\da-f]{4} ?[\da-f]{4}$/i;
const amount = /^[\d.,]{1,14}[.,]\d{2}$/;
const day = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The path of a search, to give to somebody else; null if its words may name a person. An address is kept, logged and
 * passed on, so it holds only what certainly is none: a reference, an amount with its decimals, a day, the number of a
 * transfer. Other digits may be those of a document or an account.
 * @param isTransfer true if the words are the number of a transfer that was found
 */
export function searchPath({ page, search }: ViewFilters, isTransfer: boolean): string | null {
  const { q = '', ...filters } = search;
  const isSafe = isTransfer || [sendKeyPattern, reference, amount, day].some((one) => one.test(q));
  if (q !== '' && !isSafe) return null;
  return paths[page === 'support' ? 'support' : 'transfers']({ ...filters, q });
}

/** The path that opens a view. */
export const viewPath = ({ page }: ViewFilters, view: string) =>
  paths[page === 'support' ? 'support' : 'transfers']({ view });
