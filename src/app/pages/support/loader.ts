import * as z from 'zod/mini';
import { maxSearchLength } from '../../../contract/api/wire.ts';
import { idPattern } from '../../../contract/paths.ts';
import { currenciesQuery } from '../../api/reference.ts';
import { openSendsQuery } from '../../api/sends.ts';
import { loadPage, type PageLoader } from '../../router/load-page.ts';

const id = z.string().check(z.regex(idPattern));
const text = z.string().check(z.trim(), z.maxLength(maxSearchLength));
const lookUp = z.object({
  q: z.catch(z.optional(text), undefined),
  recipient: z.catch(z.optional(id), undefined),
});

/** What an address may ask for: a text that somebody wrote there, and the recipient that is shown. */
export type LookUp = z.infer<typeof lookUp>;

export const loader: PageLoader =
  (client) =>
  async (args): Promise<LookUp> => {
    const { search } = await loadPage(client, args, 'support', {
      currencies: currenciesQuery,
      // The page itself asks for them again.
      openSends: { ...openSendsQuery, staleTime: 'static' },
    });
    return lookUp.parse(Object.fromEntries(search));
  };
