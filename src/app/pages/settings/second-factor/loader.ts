import { replace } from 'react-router-dom';
import * as z from 'zod/mini';
import { homeOf } from '../../../../contract/api/pages.ts';
import { nextPage, type SecondFactorAsked } from '../../../../contract/api/session.ts';
import { isFailure } from '../../../api/api-error.ts';
import { secondFactorAskedQuery } from '../../../api/second-factor.ts';
import { currentSession } from '../../../auth/require-session.ts';
import { loadPage, type PageLoader } from '../../../router/load-page.ts';
import { paths } from '../../../router/paths.ts';

const search = z.object({ next: z.catch(z.optional(nextPage), undefined) });

export type SecondFactorData = SecondFactorAsked['second_factor'] & {
  /** The page to open after signing in. */
  next: string | undefined;
};

export const loader: PageLoader =
  (client) =>
  async (args): Promise<SecondFactorData> => {
    const { next } = search.parse(Object.fromEntries(new URL(args.request.url).searchParams));
    const session = await currentSession(client);
    if (session) throw replace(homeOf(session.user.role));
    try {
      await loadPage(client, args, 'settings/second-factor', {
        secondFactorAsked: secondFactorAskedQuery,
      });
    } catch (error) {
      if (!isFailure(error, 'sign-in-expired')) throw error;
      throw replace(paths.signIn({ next }));
    }
    const asked = client.getQueryData(secondFactorAskedQuery.queryKey);
    if (!asked) throw new Error('what the sign-in asks was not read');
    return { ...asked.second_factor, next };
  };
