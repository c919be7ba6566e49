import { newsSettingsQuery } from '../../api/news.ts';
import { ownAccountQuery } from '../../api/own-account.ts';
import { ownFactorsQuery } from '../../api/second-factor.ts';
import { sessionQuery } from '../../api/session.ts';
import { loadPage, type PageLoader } from '../../router/load-page.ts';

export const loader: PageLoader = (client) => (args) =>
  loadPage(client, args, 'settings', {
    newsSettings: newsSettingsQuery,
    session: sessionQuery,
    ownAccount: ownAccountQuery,
    ownFactors: ownFactorsQuery,
  });
