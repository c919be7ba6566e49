import { ownHoldQuery } from '../../../api/hold.ts';
import { sessionQuery } from '../../../api/session.ts';
import { loadPage, type PageLoader } from '../../../router/load-page.ts';
import { settingsQueries } from '../settings-queries.ts';

export const loader: PageLoader = (client) => async (args) => {
  const page = await loadPage(client, args, 'settings/security', settingsQueries);
  const isSender = client.getQueryData(sessionQuery.queryKey)?.user.role === 'sender';
  // The page shows the card once it is read, if that fails here.
  if (isSender) await client.prefetchQuery(ownHoldQuery);
  return page;
};
