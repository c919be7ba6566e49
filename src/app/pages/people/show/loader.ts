import { personQuery } from '../../../api/people.ts';
import { loadPage, type PageLoader } from '../../../router/load-page.ts';

export const loader: PageLoader = (client) => (args) =>
  loadPage(client, args, 'people/show', { person: personQuery });
