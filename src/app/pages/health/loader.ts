import { supportHealthQuery } from '../../api/support.ts';
import { loadPage, type PageLoader } from '../../router/load-page.ts';

export const loader: PageLoader = (client) => (args) =>
  loadPage(client, args, 'health', { supportHealth: supportHealthQuery });
