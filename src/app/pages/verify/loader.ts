import { settingsQuery } from '../../api/session.ts';
import { loadPage, type PageLoader } from '../../router/load-page.ts';

export const loader: PageLoader = (client) => (args) =>
  loadPage(client, args, 'verify', { settings: settingsQuery });
