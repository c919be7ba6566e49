import { accountQuery } from '../../../api/accounts.ts';
import { banksQuery, countriesQuery } from '../../../api/reference.ts';
import { settingsQuery } from '../../../api/session.ts';
import type { PageLoader } from '../../../lazy-page.tsx';
import { recipientId } from '../recipient-id.ts';

export const loader: PageLoader =
  (client) =>
  async ({ params }) => {
    const query = accountQuery(recipientId(params));
    async function account() {
      // Not an old one from the cache: all of it is written back.
      const { category, country } = await client.fetchQuery({ ...query, staleTime: 0 });
      if (category === 'bank') await client.ensureQueryData(banksQuery(country?.name ?? ''));
    }
    await Promise.all([
      account(),
      client.ensureQueryData(countriesQuery),
      client.ensureQueryData(settingsQuery),
    ]);
    return null;
  };
