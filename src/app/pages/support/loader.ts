import * as z from 'zod/mini';
import { maxSearchLength } from '../../../contract/api/wire.ts';
import { idPattern } from '../../../contract/paths.ts';
import { currenciesQuery } from '../../api/reference.ts';
import { openSendsQuery } from '../../api/sends.ts';
import type { PageLoader } from '../../lazy-page.tsx';

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
  async ({ request }): Promise<LookUp> => {
    await Promise.all([
      client.ensureQueryData(currenciesQuery),
      // The page asks for them again, and tells what goes wrong.
      client.ensureQueryData(openSendsQuery).catch(() => undefined),
    ]);
    return lookUp.parse(Object.fromEntries(new URL(request.url).searchParams));
  };
