import { redirect } from 'react-router-dom';
import type { Settings } from '../../../contract/api/session.ts';
import { settingsQuery } from '../../api/session.ts';
import { currentSession, homeOf } from '../../auth/require-session.ts';
import { signedOut } from '../../auth/signed-out.ts';
import type { PageLoader } from '../../lazy-page.tsx';

export const loader: PageLoader = (client) => async (): Promise<Settings> => {
  const [session, settings] = await Promise.all([
    signedOut(client) ? null : currentSession(client),
    client.ensureQueryData(settingsQuery),
  ]);
  if (session) throw redirect(homeOf(session.user.role));
  return settings;
};
