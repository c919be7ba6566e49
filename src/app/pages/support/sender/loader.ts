import { currenciesQuery } from '../../../api/reference.ts';
import { senderQuery } from '../../../api/support.ts';
import { loadPage, type PageLoader } from '../../../router/load-page.ts';
import { sentTransfersQuery } from './sent-transfers.ts';

export const loader: PageLoader =
  (client) =>
  async (args): Promise<string> => {
    const { user } = await loadPage(client, args, 'support/sender', {
      sender: senderQuery,
      currencies: currenciesQuery,
      sentTransfers: sentTransfersQuery,
    });
    return user;
  };
