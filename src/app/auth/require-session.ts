import type { QueryClient } from '@tanstack/react-query';
import { type LoaderFunction, type LoaderFunctionArgs, redirect } from 'react-router-dom';
import { homeOf } from '../../contract/api/pages.ts';
import { apiPaths } from '../../contract/api/paths.ts';
import type { Role, Session } from '../../contract/api/session.ts';
import { ApiError, isFailure } from '../api/api-error.ts';
import { cameWithPage } from '../api/initial-data.ts';
import { sessionQuery, settingsQuery } from '../api/session.ts';
import { paths } from '../router/paths.ts';
import { hasLeft, isOfAnother, takeOver } from './signed-out.ts';

/**
 * Lets nobody in who is not signed in: they sign in first, and come back to where they were going,
 * but not to where someone else was in this tab before.
 * Answers what the frame of every page shows.
 */
export function requireSession(client: QueryClient) {
  return async ({ request }: LoaderFunctionArgs) => {
    const [session, { sandbox }] = await Promise.all([
      currentSession(client),
      client.ensureQueryData({ ...settingsQuery, gcTime: Number.POSITIVE_INFINITY }),
    ]);
    if (!session)
      throw redirect(paths.signIn({ next: hasLeft() ? undefined : addressOf(request) }));
    const { user } = session;
    if (isOfAnother(user.id)) {
      takeOver(user.id);
      throw redirect(homeOf(user.role));
    }
    return { user, sandbox };
  };
}

/** Keeps a page for one role. The start of the app is no particular page: it leads the other role home. */
export function requireRole(client: QueryClient, role: Role): LoaderFunction {
  return async ({ request }) => {
    const session = await currentSession(client);
    if (!session || session.user.role === role) return null;
    if (new URL(request.url).pathname === '/') throw redirect(homeOf(session.user.role));
    throw new ApiError('forbidden');
  };
}

/**
 * False for whoever the loaders above lead elsewhere, where that is known without a call: nothing is to
 * be fetched for a page that they don't get to.
 */
export async function mayStay(client: QueryClient, role?: Role): Promise<boolean> {
  const isKnown = client.getQueryData(sessionQuery.queryKey) ?? cameWithPage(apiPaths.session);
  if (!isKnown) return true;
  const session = await currentSession(client);
  return session !== null && (role === undefined || session.user.role === role);
}

/** Who is signed in, or null when nobody is. */
export async function currentSession(client: QueryClient): Promise<Session | null> {
  try {
    // Kept as long as the app is open: asked again after the session had ended, it would lead to the
    // sign-in page, away from a form that is half filled.
    return await client.ensureQueryData({ ...sessionQuery, gcTime: Number.POSITIVE_INFINITY });
  } catch (error) {
    if (isFailure(error, 'not-signed-in')) return null;
    throw error;
  }
}

/** Where to return to; the home page needs no mention. */
function addressOf(request: Request): string | undefined {
  const { pathname, search } = new URL(request.url);
  return pathname === '/' && search === '' ? undefined : pathname + search;
}
