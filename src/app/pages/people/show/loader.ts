import { personLimitsQuery } from '../../../api/limits.ts';
import { personQuery } from '../../../api/people.ts';
import { settingsQuery } from '../../../api/session.ts';
import { loadPage, type PageLoader } from '../../../router/load-page.ts';

export const loader: PageLoader = (client) => async (args) => {
  const asked = await loadPage(client, args, 'people/show', { person: personQuery });
  const { limits } = await client.ensureQueryData(settingsQuery);
  const detail = client.getQueryData(personQuery(asked.user).queryKey);
  // Only a sender has any.
  if (limits !== undefined && detail?.person.role === 'sender') {
    await client.prefetchQuery(personLimitsQuery(asked.user));
  }
  return asked;
};
