import { countriesQuery, currenciesQuery } from '../../api/reference.ts';
import type { PageLoader } from '../../lazy-page.tsx';

export const loader: PageLoader = (client) => async () => {
  await Promise.all([
    client.ensureQueryData(countriesQuery),
    client.ensureQueryData(currenciesQuery),
  ]);
  return null;
};
