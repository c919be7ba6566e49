import * as z from 'zod/mini';
import { idPattern } from '../../../contract/paths.ts';
import { accountQuery } from '../../api/accounts.ts';
import { currenciesQuery } from '../../api/reference.ts';
import { openSendsQuery } from '../../api/sends.ts';
import { transferQuery } from '../../api/transfers.ts';
import type { PageLoader } from '../../lazy-page.tsx';

const transferId = z.string().check(z.regex(idPattern));

/** What was typed into the box, and the transfer's id where it can be one. */
export type LookUp = { q: string; id: string | undefined };

export const loader: PageLoader =
  (client) =>
  async ({ request }): Promise<LookUp> => {
    const q = (new URL(request.url).searchParams.get('q') ?? '').trim();
    const id = z.safeParse(transferId, q).data;
    // The page says what could not be found or read.
    const found =
      id === undefined ? undefined : client.fetchQuery(transferQuery(id)).catch(() => undefined);
    const [detail] = await Promise.all([
      found,
      client.ensureQueryData(currenciesQuery),
      client.prefetchQuery(openSendsQuery),
    ]);
    if (detail) await client.prefetchQuery(accountQuery(detail.transfer.destination_account_id));
    return { q, id };
  };
