import { supportHealthQuery } from '../../api/support.ts';
import type { PageLoader } from '../../lazy-page.tsx';

export const loader: PageLoader = (client) => async () => {
  await client.ensureQueryData(supportHealthQuery);
  return null;
};
