import { loadPage, type PageLoader } from '../../../router/load-page.ts';
import { settingsQueries } from '../settings-queries.ts';

export const loader: PageLoader = (client) => (args) =>
  loadPage(client, args, 'settings/profile', settingsQueries);
