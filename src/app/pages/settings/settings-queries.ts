import { newsSettingsQuery } from '../../api/news.ts';
import { ownAccountQuery } from '../../api/own-account.ts';
import { ownFactorsQuery } from '../../api/second-factor.ts';
import { sessionQuery } from '../../api/session.ts';

/** What each group of the settings begins with: the list of groups beside it says the state of all. */
export const settingsQueries = {
  newsSettings: newsSettingsQuery,
  session: sessionQuery,
  ownAccount: ownAccountQuery,
  ownFactors: ownFactorsQuery,
};
