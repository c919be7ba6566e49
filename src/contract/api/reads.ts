import * as z from 'zod/mini';
import { apiPaths, type Query, withQuery } from './paths.ts';
import type { RatesQuery } from './rates.ts';

/** A read of the API that a page waits for, and those that its answer leads to. */
export type PageRead = {
  url: string;
  /** That of its query in the app. */
  name: string;
  /** The id or name that it is asked by; '' where there is none. */
  by: string;
  leadsTo?: (answer: unknown) => readonly PageRead[];
};

/** The reads that pages wait for, by the names of their queries. */
export const reads = {
  session: read('session', apiPaths.session),
  settings: read('settings', apiPaths.settings),
  countries: read('countries', apiPaths.countries),
  currencies: read('currencies', apiPaths.currencies),
  banks: (country_name: string) =>
    read('banks', withQuery(apiPaths.banks, { country_name }), country_name),
  accounts: read('accounts', apiPaths.accounts),
  account: (id: string) => read('account', apiPaths.account(id), id),
  transfer: (id: string) => read('transfer', apiPaths.transfer(id), id),
  latestTransfers: (account_id: string) =>
    read('latestTransfers', transfersUrl(latestTransfers(account_id)), account_id),
  openSends: read('openSends', withQuery(apiPaths.sends, { state: 'unconfirmed' })),
  supportHealth: read('supportHealth', apiPaths.supportHealth),
};

function read<Name extends string>(name: Name, url: string, by = '') {
  return { name, url, by };
}

/** The transfers that a recipient's page shows. */
export function latestTransfers(destination_account_id: string) {
  return { destination_account_id, limit: '5' };
}

/** So few rows of the list are soon there and painted; those after them are read ahead of who scrolls. */
export const firstWindowLength = '50';

/** A window of the transfers. */
export const transfersUrl = (filters: Query) => withQuery(apiPaths.transfers, filters);

/** The sendings of the same that are open, or were sent in the last ten minutes. */
export const sendsLikeUrl = (sending: Query) => withQuery(apiPaths.sends, sending);

/** This person's sending with a key; none, and no failure, while there is none. */
export const sendsWithKeyUrl = (key: string) => withQuery(apiPaths.sends, { key });

/** What was seen of the rate of a pair. */
export const ratesUrl = (pair: RatesQuery) => withQuery(apiPaths.rates, pair);

/** What a text means to support; with a recipient's id, the transfers are those to that one. */
export const supportSearchUrl = (q: string, recipient: string | undefined) =>
  withQuery(apiPaths.supportSearch, { q, recipient });

const account = z.object({
  category: z.string(),
  country: z.nullish(z.object({ name: z.string() })),
});

/** An account and, for one at a bank, the banks of its country. */
export function accountWithBanks(id: string) {
  return {
    ...reads.account(id),
    leadsTo(answer: unknown) {
      const { data } = z.safeParse(account, answer);
      return data?.category === 'bank' ? [reads.banks(data.country?.name ?? '')] : [];
    },
  };
}
