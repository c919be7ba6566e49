import { sandboxMailsQuery } from '../../../api/news.ts';
import { loadPage, type PageLoader } from '../../../router/load-page.ts';

export const loader: PageLoader = (client) => (args) =>
  loadPage(client, args, 'settings/sandbox-mail', { sandboxMails: sandboxMailsQuery });
