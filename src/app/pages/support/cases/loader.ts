import { caseOrderOf, caseQueueQuery } from '../../../api/case-queue.ts';
import { currenciesQuery } from '../../../api/reference.ts';
import { loadPage, type PageLoader } from '../../../router/load-page.ts';

/** Returns the order in the address. */
export const loader: PageLoader = (client) => async (args) => {
  const { search } = await loadPage(client, args, 'support/cases', {
    currencies: currenciesQuery,
    caseQueue: (order) => caseQueueQuery(caseOrderOf(order)),
  });
  return caseOrderOf(search.get('order'));
};
