import { idPattern } from '../paths.ts';
import { accountWithBanks, type PageRead, reads } from './reads.ts';
import { sendKeyPattern } from './send-key.ts';
import type { Role } from './session.ts';

/** What an address asks of its page: the id or key in its path, '' where it has none, and its search. */
export type Asked = { id: string; key: string; search: URLSearchParams };

/** What a page begins with: its loader fetches it, and the server's first answer brings it. */
export type PageData = {
  /** The page can't be without: what goes wrong with one stands in its place. */
  needs?: readonly PageRead[];
  /** Waited for as well. What goes wrong with one the page tells, or it does without. */
  wants?: readonly PageRead[];
};

export type Page = {
  /** As the app's router writes it: `:id` is an id of the contract, `:key` that of a sending. */
  path: string;
  /** Who gets to it: everybody who is signed in, where it is not said. */
  role?: Role | 'anyone';
  /** The part of the catalogue that it needs beside that of the start. */
  words?: PageWords;
  data?: (asked: Asked) => PageData;
};

export type PageWords = 'quote' | 'send' | 'recipients' | 'transfers' | 'support' | 'health';

/**
 * Every page of the app, by its folder in src/app/pages: the app makes its routes of them, the server
 * its first answers, the build its lists of chunks. The server answers 404 where none of them is.
 */
export const pages = {
  'sign-in': {
    path: '/sign-in',
    role: 'anyone',
  },
  quote: {
    path: '/',
    role: 'sender',
    words: 'quote',
    data: ({ search }) => ({
      needs: [reads.countries, reads.currencies],
      // A recipient that can't be read is left out, and one is chosen later.
      wants: accountIn(search),
    }),
  },
  send: {
    path: '/send',
    role: 'sender',
    words: 'send',
    data: ({ search }) => ({
      needs: [reads.countries, reads.currencies, accountIn(search)[0] ?? reads.accounts],
    }),
  },
  'send/outcome': {
    path: '/sends/:key',
    words: 'send',
    data: () => ({ wants: [reads.currencies] }),
  },
  'recipients/list': {
    path: '/recipients',
    words: 'recipients',
    data: () => ({ needs: [reads.accounts, reads.countries, reads.session] }),
  },
  'recipients/new': {
    path: '/recipients/new',
    role: 'sender',
    words: 'recipients',
    data: ({ search }) => {
      const copied = idIn(search, 'copy');
      return {
        needs: [
          reads.countries,
          reads.settings,
          ...(copied === undefined ? [] : [accountWithBanks(copied)]),
        ],
      };
    },
  },
  'recipients/edit': {
    path: '/recipients/:id/edit',
    role: 'sender',
    words: 'recipients',
    data: ({ id }) => ({ needs: [accountWithBanks(id), reads.countries, reads.settings] }),
  },
  'recipients/show': {
    path: '/recipients/:id',
    words: 'recipients',
    data: ({ id }) => ({
      needs: [reads.account(id), reads.latestTransfers(id), reads.currencies, reads.session],
    }),
  },
  'transfers/list': {
    path: '/transfers',
    words: 'transfers',
    data: ({ search }) => ({ needs: [reads.currencies], wants: accountIn(search) }),
  },
  'transfers/show': {
    path: '/transfers/:id',
    words: 'transfers',
    data: ({ id }) => ({ needs: [reads.transfer(id), reads.countries, reads.currencies] }),
  },
  support: {
    path: '/support',
    role: 'support',
    words: 'support',
    data: () => ({ needs: [reads.currencies], wants: [reads.openSends] }),
  },
  health: {
    path: '/support/health',
    role: 'support',
    words: 'health',
    data: () => ({ needs: [reads.supportHealth] }),
  },
  'not-found': { path: '*' },
} as const satisfies Record<string, Page>;

export type PageId = keyof typeof pages;

/** The names of what a page's path leaves open. */
export type PathParams<Id extends PageId> = NamesIn<(typeof pages)[Id]['path']>;
type NamesIn<Path extends string> = Path extends `${infer Start}/${infer Rest}`
  ? NamesIn<Start> | NamesIn<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never;

/** Every page, by its folder. */
export const allPages: [folder: string, page: Page][] = Object.entries(pages);

/** The page that a role begins with. */
export const homeOf = (role: Role) => (role === 'support' ? '/support' : '/');

/** What can stand for each parameter of a path: an id that the API would refuse needs no call to find out. */
export const pathParams: Record<string, RegExp> = { id: idPattern, key: sendKeyPattern };

/** The page at an address, and what it asks of it; undefined where there is none. */
export function pageAt({ pathname, searchParams: search }: Pick<URL, 'pathname' | 'searchParams'>) {
  // As the app's own router compares addresses: a last slash and capitals make no other page.
  const given = pathname
    .replace(/(?<=.)\/$/, '')
    .toLowerCase()
    .split('/');
  for (const [folder, page] of allPages) {
    const names = page.path.split('/');
    if (names.length !== given.length) continue;
    if (!names.every((name, at) => isNamed(name, given[at] ?? ''))) continue;
    const at = (name: string) => given[names.indexOf(name)] ?? '';
    return { folder, page, asked: { id: at(':id'), key: at(':key'), search } };
  }
  return undefined;
}

const isNamed = (name: string, text: string) =>
  name.startsWith(':') ? pathParams[name.slice(1)]?.test(text) : name === text;

/** The recipient that the address names. */
function accountIn(search: URLSearchParams) {
  const id = idIn(search, 'destination_account_id');
  return id === undefined ? [] : [reads.account(id)];
}

/** An id in the address; undefined for what can't be one. */
export function idIn(search: URLSearchParams, name: string): string | undefined {
  const id = search.get(name) ?? '';
  return idPattern.test(id) ? id : undefined;
}
