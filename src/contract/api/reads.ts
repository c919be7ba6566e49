import * as z from 'zod/mini';
import { apiPaths, type Query, withQuery } from './paths.ts';
import type { RatesQuery } from './rates.ts';

/** A GET of the API that a page waits for, with the reads that its answer leads to. */
export type PageRead = {
  url: string;
  /** The name of its query in the app. */
  name: string;
  /** The id or name that it is requested by; '' when there is none. */
  by: string;
  leadsTo?: (answer: unknown) => readonly PageRead[];
};

/** The reads that pages wait for, by the name of their query. */
export const reads = {
  session: read('session', apiPaths.session),
  settings: read('settings', apiPaths.settings),
  countries: read('countries', apiPaths.countries),
  currencies: read('currencies', apiPaths.currencies),
  banks: (country_name: string) =>
    read('banks', withQuery(apiPaths.banks, { country_name }), country_name),
  accounts: read('accounts', apiPaths.accounts),
  account: (id: string) => read('account', apiPaths.account(id), id),
  recentRecipients: read('recentRecipients', apiPaths.recentRecipients),
  transfer: (id: string) => read('transfer', apiPaths.transfer(id), id),
  latestTransfers: (account_id: string) =>
    read('latestTransfers', transfersUrl(latestTransfers(account_id)), account_id),
  scheduledOrders: read('scheduledOrders', apiPaths.orders),
  scheduledTo: (destination_account_id: string) =>
    read(
      'scheduledTo',
      withQuery(apiPaths.orders, { destination_account_id }),
      destination_account_id,
    ),
  approvals: read('approvals', apiPaths.approvals),
  approval: (key: string) => read('approval', apiPaths.approval(key), key),
  openSends: read('openSends', withQuery(apiPaths.sends, { state: 'unconfirmed' })),
  scheduledOrder: (id: string) => read('scheduledOrder', apiPaths.order(id), id),
  caseQueue: (order: string) => read('caseQueue', withQuery(apiPaths.cases, { order }), order),
  supportHealth: read('supportHealth', apiPaths.supportHealth),
  sender: (user: string) => read('sender', apiPaths.sender(user), user),
  newsSettings: read('newsSettings', apiPaths.newsSettings),
  ownAccount: read('ownAccount', apiPaths.ownAccount),
  ownFactors: read('ownFactors', apiPaths.ownFactors),
  secondFactorAsked: read('secondFactorAsked', apiPaths.secondFactor),
  people: (filters: string) =>
    read('people', `${apiPaths.people}${filters && `?${filters}`}`, filters),
  person: (user: string) => read('person', apiPaths.person(user), user),
  sandboxMails: read('sandboxMails', apiPaths.sandboxMail),
};

function read<Name extends string>(name: Name, url: string, by = '') {
  return { name, url, by };
}

/** Returns the query for the transfers on a recipient's page. */
export function latestTransfers(destination_account_id: string) {
  return { destination_account_id, limit: '5' };
}

/** Returns the URL of a page of transfers. */
export const transfersUrl = (filters: Query) => withQuery(apiPaths.transfers, filters);

/** Returns the URL of identical sends that are open, or were sent in the last 10 minutes. */
export const sendsLikeUrl = (transfer: Query) => withQuery(apiPaths.sends, transfer);

/** Returns the URL of this person's send with a key, as a list: empty, not 404, when there is none. */
export const sendsWithKeyUrl = (key: string) => withQuery(apiPaths.sends, { key });

/** Returns the URL of the rates seen for a pair. */
export const ratesUrl = (pair: RatesQuery) => withQuery(apiPaths.rates, pair);

/** Returns the URL of support's search. */
export const supportSearchUrl = (query: Query) => withQuery(apiPaths.supportSearch, query);

const toAccount = z.object({ destination_account_id: z.string() });

/** Returns the read of an order that is sent on days, which leads to its recipient. */
export function orderWithAccount(id: string) {
  return {
    ...reads.scheduledOrder(id),
    leadsTo(answer: unknown) {
      const { data } = z.safeParse(toAccount, answer);
      return data ? [reads.account(data.destination_account_id)] : [];
    },
  };
}

const withAccount = z.object({ account: z.unknown() });

/** Returns the read of an order that waits for approval, which leads to the banks of its recipient's country. */
export function approvalWithBanks(key: string) {
  return {
    ...reads.approval(key),
    leadsTo: (answer: unknown) => banksOf(z.safeParse(withAccount, answer).data?.account),
  };
}

const account = z.object({
  category: z.string(),
  country: z.nullish(z.object({ name: z.string() })),
});

/** Returns the read of an account, which leads to the banks of its country for a bank account. */
export function accountWithBanks(id: string) {
  return {
    ...reads.account(id),
    leadsTo: banksOf,
  };
}

/** Returns the read of the banks that a bank account may be of. */
function banksOf(of: unknown) {
  const { data } = z.safeParse(account, of);
  return data?.category === 'bank' ? [reads.banks(data.country?.name ?? '')] : [];
}
