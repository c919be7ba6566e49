import * as z from 'zod/mini';
import { idPattern } from '../../../../contract/paths.ts';
import { countriesQuery, currenciesQuery } from '../../../api/reference.ts';
import { transferQuery } from '../../../api/transfers.ts';
import type { PageLoader } from '../../../lazy-page.tsx';

const transferId = z.string().check(z.regex(idPattern));

export const loader: PageLoader =
  (client) =>
  async ({ params }): Promise<string> => {
    const id = z.safeParse(transferId, params.id);
    if (!id.success) throw new Response(null, { status: 404 });
    await Promise.all([
      client.ensureQueryData(transferQuery(id.data)),
      client.ensureQueryData(countriesQuery),
      client.ensureQueryData(currenciesQuery),
    ]);
    return id.data;
  };
