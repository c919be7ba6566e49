import { peopleFilters } from '../../../../contract/api/pages.ts';
import { peopleQuery } from '../../../api/people.ts';
import { loadPage, type PageLoader } from '../../../router/load-page.ts';

/** Resolves to the filters that the URL holds. */
export const loader: PageLoader =
  (client) =>
  async (args): Promise<string> => {
    const { search } = await loadPage(client, args, 'people/list', { people: peopleQuery });
    return peopleFilters(search);
  };
