import { apiPaths } from '../contract/api/paths.ts';
import { idPattern } from '../contract/paths.ts';

/** What a page of the app needs first: its folder, and the reads of the API that it begins with. */
export type PageNeeds = { page: string; reads: string[] };

type Route = {
  at: RegExp;
  page: string;
  reads?: (id: string, search: URLSearchParams) => string[];
};

const filters = ['q', 'state', 'destination_account_id', 'currency', 'sort'];

const openSends = `${apiPaths.sends}?state=unconfirmed`;

// In the order of the app's own routes. A page that is missing here works; it only asks by itself.
const routes: Route[] = [
  {
    at: /^\/$/,
    page: 'quote',
    reads: () => [apiPaths.countries, apiPaths.currencies, openSends],
  },
  {
    at: /^\/send$/,
    page: 'send',
    reads: () => [apiPaths.accounts, apiPaths.countries, apiPaths.currencies],
  },
  {
    at: /^\/recipients$/,
    page: 'recipients/list',
    reads: () => [apiPaths.accounts, apiPaths.countries],
  },
  { at: /^\/recipients\/new$/, page: 'recipients/new', reads: () => [apiPaths.countries] },
  {
    at: /^\/recipients\/(\d+)\/edit$/,
    page: 'recipients/edit',
    reads: (id) => [apiPaths.account(id), apiPaths.countries],
  },
  {
    at: /^\/recipients\/(\d+)$/,
    page: 'recipients/show',
    reads: (id) => [
      apiPaths.account(id),
      `${apiPaths.transfers}?destination_account_id=${id}&limit=5`,
      apiPaths.currencies,
    ],
  },
  {
    at: /^\/transfers$/,
    page: 'transfers/list',
    reads: (_id, search) => [firstWindow(search), apiPaths.currencies, openSends],
  },
  {
    at: /^\/transfers\/(\d+)$/,
    page: 'transfers/show',
    reads: (id) => [apiPaths.transfer(id), apiPaths.countries, apiPaths.currencies],
  },
  {
    at: /^\/support$/,
    page: 'support',
    reads: () => [apiPaths.currencies, openSends],
  },
  { at: /^\/support\/health$/, page: 'health' },
  {
    at: /^\/sends\/([0-9a-f-]{36})$/,
    page: 'send/outcome',
    reads: (key) => [apiPaths.send(key), apiPaths.currencies],
  },
];

/** The needs of the page at an address; those of 'not found' where there is none. */
export function needsOf(pathname: string, search: URLSearchParams): PageNeeds {
  for (const { at, page, reads } of routes) {
    const found = at.exec(pathname);
    if (!found) continue;
    const id = found[1] ?? '';
    // An id that the API would refuse needs no call to find out.
    if (/^\d+$/.test(id) && !idPattern.test(id)) break;
    return { page, reads: reads?.(id, search) ?? [] };
  }
  return { page: 'not-found', reads: [] };
}

function firstWindow(search: URLSearchParams): string {
  const query = new URLSearchParams({ limit: '50' });
  for (const name of filters) {
    const value = search.get(name);
    if (value) query.set(name, value);
  }
  return `${apiPaths.transfers}?${query}`;
}
