import type { QueryClient } from '@tanstack/react-query';
import { type LoaderFunction, type LoaderFunctionArgs, redirect } from 'react-router-dom';
import { homeOf } from '../../contract/api/pages.ts';
import { type Audience, isFor, type Session } from '../../contract/api/session.ts';
import { ApiError, isFailure } from '../api/api-error.ts';
import { forgetLastList } from '../api/own-device.ts';
import { noSessionKey, sessionQuery, settingsQuery } from '../api/session.ts';
import { paths } from '../router/paths.ts';
import { hasLeft, isOfAnother, takeOver } from './signed-out.ts';

/**
 * Loader of the signed-in layout. Redirects to sign-in when there is no session, and back to the address
 * afterwards, unless another person was last signed in in this tab.
 * @returns the user and settings that the layout shows
 */
export function requireSession(client: QueryClient) {
  return async ({ request }: LoaderFunctionArgs) => {
    const [session, { sandbox }] = await Promise.all([
      currentSession(client),
      client.ensureQueryData(settingsQuery),
    ]);
    if (!session) {
      forgetLastList();
      throw redirect(paths.signIn({ next: hasLeft() ? undefined : addressOf(request) }));
    }
    const { user } = session;
    if (isOfAnother(user.id)) {
      takeOver(user.id);
      throw redirect(homeOf(user.role));
    }
    return { user, sandbox };
  };
}

/** Refuses a page to other roles; `/` redirects those to their own home page. */
export function requireRole(client: QueryClient, audience: Audience): LoaderFunction {
  return async ({ request }) => {
    const session = await currentSession(client);
    if (!session || isFor(audience, session.user.role)) return null;
    if (new URL(request.url).pathname === '/') throw redirect(homeOf(session.user.role));
    throw new ApiError('forbidden');
  };
}

/**
 * False when the loaders above will redirect or refuse, so that nothing is fetched for that page. True
 * while the session is not in the cache: this makes no request.
 */
export async function mayStay(client: QueryClient, audience?: Audience): Promise<boolean> {
  const isKnown = client.getQueryData(sessionQuery.queryKey) ?? client.getQueryData(noSessionKey);
  if (!isKnown) return true;
  const session = await currentSession(client);
  return session !== null && (audience === undefined || isFor(audience, session.user.role));
}

/** Who is signed in, or null when nobody is. */
export async function currentSession(client: QueryClient): Promise<Session | null> {
  const isKnown = client.getQueryData(sessionQuery.queryKey);
  if (!isKnown && client.getQueryData(noSessionKey)) return null;
  try {
    return await client.ensureQueryData(sessionQuery);
  } catch (error) {
    if (isFailure(error, 'not-signed-in')) return null;
    throw error;
  }
}

/** Where to return to after sign-in; undefined for the home page. */
function addressOf(request: Request): string | undefined {
  const { pathname, search } = new URL(request.url);
  return pathname === '/' && search === '' ? undefined : pathname + search;
}
