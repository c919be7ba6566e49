import { stepUpReturn, stepUpReturns } from '../../../../contract/api/step-up.ts';
import { approvalQuery, approvalsQuery } from '../../../api/approvals.ts';
import { banksQuery, currenciesQuery } from '../../../api/reference.ts';
import { loadPage, type PageLoader } from '../../../router/load-page.ts';

/** Returns what the address names, and how a proof at the OpenID provider ended. */
export const loader: PageLoader = (client) => async (args) => {
  const { key, search } = await loadPage(client, args, 'approve/show', {
    approval: approvalQuery,
    approvals: approvalsQuery,
    banks: banksQuery,
    currencies: currenciesQuery,
  });
  const account = client.getQueryData(approvalQuery(key).queryKey)?.account;
  if (account?.category === 'bank') {
    await client.prefetchQuery(banksQuery(account.country?.name ?? ''));
  }
  const proof = search.get(stepUpReturn);
  return { key, returned: stepUpReturns.find((one) => one === proof) ?? null };
};
