import * as z from 'zod/mini';
import { idPattern } from '../../../contract/paths.ts';
import { currenciesQuery } from '../../api/reference.ts';
import { openSendsQuery } from '../../api/sends.ts';
import type { PageLoader } from '../../lazy-page.tsx';

const id = z.catch(z.optional(z.string().check(z.regex(idPattern))), undefined);
const lookUp = z.object({ q: id, recipient: id });

/** What an address may ask for: a number that is looked up, and the recipient that is shown. */
export type LookUp = z.infer<typeof lookUp>;

export const loader: PageLoader =
  (client) =>
  async ({ request }): Promise<LookUp> => {
    await Promise.all([
      client.ensureQueryData(currenciesQuery),
      client.prefetchQuery(openSendsQuery),
    ]);
    return lookUp.parse(Object.fromEntries(new URL(request.url).searchParams));
  };
