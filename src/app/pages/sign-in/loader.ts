import { replace } from 'react-router-dom';
import * as z from 'zod/mini';
import { homeOf } from '../../../contract/api/pages.ts';
import { nextPage, oidcProblems, type Settings } from '../../../contract/api/session.ts';
import { settingsQuery } from '../../api/session.ts';
import { currentSession } from '../../auth/require-session.ts';
import { signedOut } from '../../auth/signed-out.ts';
import type { PageLoader } from '../../router/load-page.ts';

const search = z.object({
  next: z.catch(z.optional(nextPage), undefined),
  problem: z.catch(z.optional(z.enum(oidcProblems)), undefined),
});

/** The query: the page to open after sign-in, and why the organisation's sign-in failed. */
type SignInSearch = z.infer<typeof search>;

export const readSearch = (params: URLSearchParams): SignInSearch =>
  search.parse(Object.fromEntries(params));

export type SignInData = SignInSearch & {
  settings: Settings;
  /** True right after a sign-out in this browser, not after a reload. */
  hasSignedOut: boolean;
};

export const loader: PageLoader =
  (client) =>
  async ({ request }): Promise<SignInData> => {
    const hasSignedOut = signedOut(client) !== null;
    const [session, settings] = await Promise.all([
      hasSignedOut ? null : currentSession(client),
      client.ensureQueryData(settingsQuery),
    ]);
    // Reached by Back or by its address: another entry after it would lead Back here again.
    if (session) throw replace(homeOf(session.user.role));
    return { settings, hasSignedOut, ...readSearch(new URL(request.url).searchParams) };
  };
