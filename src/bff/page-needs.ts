import { apiPaths } from '../contract/api/paths.ts';
import type { Role } from '../contract/api/session.ts';
import { idPattern } from '../contract/paths.ts';
import {
  accountOf,
  amountNames,
  checkReads,
  countriesWithBanksOf,
  firstWindow,
  idIn,
  lookUpReads,
  openSends,
  type Read,
  ratesOf,
  withBanks,
  withSend,
} from './page-reads.ts';

/** What a page of the app needs first: its chunks, by folder, and the reads that it begins with. */
export type PageNeeds = { pages: string[]; reads: Read[] };

type Asked = { id: string; search: URLSearchParams; role: Role };
type Route = { at: RegExp; only?: Role; needs: (asked: Asked) => PageNeeds };

const { countries, currencies } = apiPaths;

// In the order of the app's own routes. A page that is missing here is answered as 404.
const routes: Route[] = [
  {
    at: /^\/$/,
    only: 'sender',
    needs: ({ search }) => ({
      // What stands beside a quote is there once it is known where to.
      pages: ['quote', ...(search.has('country_id') ? ['quote/quote-aside'] : [])],
      reads: [countries, currencies, openSends, ...accountOf(search), ...ratesOf(search)],
    }),
  },
  {
    at: /^\/send$/,
    only: 'sender',
    needs: ({ search }) => {
      const id = idIn(search, 'destination_account_id');
      if (id === undefined) {
        return { pages: ['send'], reads: [apiPaths.accounts, countries, currencies] };
      }
      return {
        // The page that tells the outcome is there before anything is sent.
        pages: ['send', 'send/outcome', 'accounts/check-digits'],
        reads: [...checkReads(search, id), countries, currencies],
      };
    },
  },
  {
    at: /^\/recipients$/,
    needs: () => ({ pages: ['recipients/list'], reads: [apiPaths.accounts, countries] }),
  },
  {
    at: /^\/recipients\/new$/,
    only: 'sender',
    needs: ({ search }) => {
      const copied = idIn(search, 'copy');
      const to = countriesWithBanksOf(search.get('country_id') ?? '');
      return {
        pages: ['recipients/new'],
        reads: copied === undefined ? [to] : [withBanks(copied), countries],
      };
    },
  },
  {
    at: /^\/recipients\/(\d+)\/edit$/,
    only: 'sender',
    needs: ({ id }) => ({ pages: ['recipients/edit'], reads: [withBanks(id), countries] }),
  },
  {
    at: /^\/recipients\/(\d+)$/,
    needs: ({ id }) => ({
      pages: ['recipients/show'],
      reads: [
        withBanks(id),
        `${apiPaths.transfers}?destination_account_id=${id}&limit=5`,
        currencies,
      ],
    }),
  },
  {
    at: /^\/transfers$/,
    needs: ({ search, role }) => ({
      pages: ['transfers/list'],
      reads: [
        firstWindow(search),
        currencies,
        ...(role === 'sender' ? [openSends] : []),
        ...accountOf(search),
      ],
    }),
  },
  {
    at: /^\/transfers\/(\d+)$/,
    needs: ({ id }) => ({
      pages: ['transfers/show'],
      reads: [apiPaths.transfer(id), countries, currencies],
    }),
  },
  {
    at: /^\/support$/,
    only: 'support',
    needs: ({ search }) => ({
      pages: ['support'],
      reads: [currencies, openSends, ...lookUpReads(search)],
    }),
  },
  {
    at: /^\/support\/health$/,
    only: 'support',
    needs: () => ({ pages: ['health'], reads: [apiPaths.supportHealth] }),
  },
  {
    at: /^\/sends\/([0-9a-f-]{36})$/,
    needs: ({ id }) => ({ pages: ['send/outcome'], reads: [withSend(id), currencies] }),
  },
];

/** The needs of the page that an address leads somebody to; those of 'not found' where there is none, none of a page for the other role. */
export function needsOf({ pathname, searchParams: search }: URL, role: Role): PageNeeds {
  const { to, by } = ledOn(pathname, search, role);
  const found = routeAt(to);
  if (!found) return { pages: ['not-found'], reads: [] };
  const { only, needs, id } = found;
  if (only && only !== role) return { pages: [], reads: [] };
  const { pages, reads } = needs({ id, search, role });
  return { pages: [...by, ...pages], reads };
}

/** Whether the app has a page there, for whichever role. */
export function isPage({ pathname }: URL): boolean {
  return spelled(pathname) === '/sign-in' || routeAt(pathname) !== null;
}

/** As the app's own router compares addresses: a last slash and capitals make no other page. */
const spelled = (pathname: string) => pathname.replace(/(?<=.)\/$/, '').toLowerCase();

function routeAt(pathname: string) {
  const path = spelled(pathname);
  for (const { at, only, needs } of routes) {
    const found = at.exec(path);
    if (!found) continue;
    const id = found[1] ?? '';
    // An id that the API would refuse needs no call to find out.
    return /^\d+$/.test(id) && !idPattern.test(id) ? null : { only, needs, id };
  }
  return null;
}

/** Where the app itself leads on to, and the pages that do. */
function ledOn(pathname: string, search: URLSearchParams, role: Role) {
  const home = role === 'support' ? '/support' : '/';
  if (pathname === '/') return { to: home, by: [] };
  if (pathname === '/sign-in') return { to: home, by: ['sign-in'] };
  const hasAmount = amountNames.every((name) => search.get(name));
  if (pathname === '/send' && !hasAmount) return { to: '/', by: ['send'] };
  return { to: pathname, by: [] };
}
