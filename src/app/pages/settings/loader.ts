import { replace } from 'react-router-dom';
import { loadPage, type PageLoader } from '../../router/load-page.ts';
import { paths } from '../../router/paths.ts';
import { settingsQueries } from './settings-queries.ts';

export const loader: PageLoader = (client) => (args) => {
  // An earlier link from a transfer that needs a second factor, which had no group yet.
  const next = new URL(args.request.url).searchParams.get('next');
  if (next !== null) throw replace(paths.security({ next }));
  return loadPage(client, args, 'settings', settingsQueries);
};
