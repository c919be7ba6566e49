import { accountsQuery } from '../../../api/accounts.ts';
import { countriesQuery } from '../../../api/reference.ts';
import { sessionQuery } from '../../../api/session.ts';
import type { PageLoader } from '../../../lazy-page.tsx';

export const loader: PageLoader = (client) => async () => {
  await Promise.all([
    client.ensureQueryData(accountsQuery),
    client.ensureQueryData(countriesQuery),
    client.ensureQueryData(sessionQuery),
  ]);
  return null;
};
