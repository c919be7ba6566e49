import { accountQuery } from '../../../api/accounts.ts';
import { banksQuery, countriesQuery } from '../../../api/reference.ts';
import { settingsQuery } from '../../../api/session.ts';
import type { PageLoader } from '../../../lazy-page.tsx';
import { readSearch } from './search.ts';

export const loader: PageLoader =
  (client) =>
  async ({ request }) => {
    const { copy } = readSearch(new URL(request.url).searchParams);
    async function copied(id: string) {
      const { category, country } = await client.ensureQueryData(accountQuery(id));
      if (category === 'bank') await client.ensureQueryData(banksQuery(country?.name ?? ''));
    }
    await Promise.all([
      client.ensureQueryData(countriesQuery),
      client.ensureQueryData(settingsQuery),
      copy !== undefined && copied(copy),
    ]);
    return null;
  };
