import { accountQuery } from '../../../api/accounts.ts';
import { currenciesQuery } from '../../../api/reference.ts';
import { sessionQuery } from '../../../api/session.ts';
import { transfersQuery } from '../../../api/transfers.ts';
import type { PageLoader } from '../../../lazy-page.tsx';
import { recipientId } from '../recipient-id.ts';
import { latestTransfers } from './latest-transfers.ts';

export const loader: PageLoader =
  (client) =>
  async ({ params }) => {
    const id = recipientId(params);
    await Promise.all([
      client.ensureQueryData(accountQuery(id)),
      client.ensureQueryData(transfersQuery(latestTransfers(id))),
      client.ensureQueryData(currenciesQuery),
      client.ensureQueryData(sessionQuery),
    ]);
    return null;
  };
