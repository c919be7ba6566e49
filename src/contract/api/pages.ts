import { idPattern } from '../paths.ts';
import {
  accountWithBanks,
  approvalWithBanks,
  orderWithAccount,
  type PageRead,
  reads,
} from './reads.ts';
import { sendKeyPattern } from './send-key.ts';
import type { Audience, Role } from './session.ts';

/** The parameters of a page's URL: the id, key or user in its path, '' when it has none, and its query. */
export type Asked = { id: string; key: string; user: string; search: URLSearchParams };

/** The reads that a page starts with. Its loader fetches them, and the server embeds them in the first HTML. */
export type PageData = {
  /** Required: when one fails, the error is shown in place of the page. */
  needs?: readonly PageRead[];
  /** Optional: waited for too, but when one fails the page shows a notice or does without. */
  wants?: readonly PageRead[];
};

export type Page = {
  /** A path of the app's router: `:id` is an id of the service, `:key` the key of a send, `:user` a person's id. */
  path: string;
  /** Who may open it; by default everybody who is signed in. */
  role?: Audience | 'anyone';
  data?: (asked: Asked) => PageData;
};

/**
 * Every page of the app, by its folder in src/app/pages. The app builds its routes from this table, the
 * server its first answers, the build its lists of chunks. The server answers 404 for any other path.
 */
export const pages = {
  'sign-in': {
    path: '/sign-in',
    role: 'anyone',
  },
  quote: {
    path: '/',
    role: 'sender',
    data: ({ search }) => ({
      needs: [reads.countries, reads.currencies],
      // Optional, because the page also works without recipients.
      wants: [...accountIn(search), reads.recentRecipients],
    }),
  },
  send: {
    path: '/send',
    role: 'sender',
    data: ({ search }) => ({
      needs: [reads.countries, reads.currencies, accountIn(search)[0] ?? reads.accounts],
    }),
  },
  'send/outcome': {
    path: '/sends/:key',
    role: 'sender-support-or-auditor',
    data: () => ({ wants: [reads.currencies] }),
  },
  'scheduled/edit': {
    path: '/scheduled/:key/edit',
    role: 'sender',
    data: ({ key }) => ({ needs: [orderWithAccount(key), reads.currencies] }),
  },
  'recipients/list': {
    path: '/recipients',
    role: 'sender-support-or-auditor',
    data: () => ({ needs: [reads.accounts, reads.currencies, reads.session] }),
  },
  'recipients/new': {
    path: '/recipients/new',
    role: 'sender',
    data: ({ search }) => {
      const copied = idIn(search, 'copy');
      return {
        needs: [
          reads.countries,
          reads.settings,
          ...(copied === undefined ? [] : [accountWithBanks(copied)]),
          ...currenciesFor(search),
        ],
      };
    },
  },
  'recipients/edit': {
    path: '/recipients/:id/edit',
    role: 'sender',
    data: ({ id, search }) => ({
      needs: [accountWithBanks(id), reads.countries, reads.settings, ...currenciesFor(search)],
    }),
  },
  'recipients/show': {
    path: '/recipients/:id',
    role: 'sender-support-or-auditor',
    data: ({ id }) => ({
      needs: [reads.account(id), reads.latestTransfers(id), reads.currencies, reads.session],
      // Optional, because the page is about the recipient.
      wants: [reads.scheduledTo(id)],
    }),
  },
  scheduled: {
    path: '/scheduled',
    role: 'sender',
    data: () => ({ needs: [reads.scheduledOrders, reads.accounts, reads.currencies] }),
  },
  approve: {
    path: '/approve',
    role: 'sender-or-approver',
    data: () => ({ needs: [reads.approvals, reads.currencies, reads.session] }),
  },
  'approve/show': {
    path: '/approve/:key',
    role: 'sender-or-approver',
    data: ({ key }) => ({
      needs: [reads.currencies],
      // Optional, because the page also tells what became of one that waits no more.
      wants: [approvalWithBanks(key), reads.approvals],
    }),
  },
  'transfers/list': {
    path: '/transfers',
    role: 'sender-support-or-auditor',
    data: ({ search }) => ({
      needs: [reads.currencies],
      wants: [
        ...accountIn(search),
        ...(idIn(search, 'country_id') === undefined ? [] : [reads.countries]),
      ],
    }),
  },
  'transfers/statement': {
    path: '/transfers/statement',
    role: 'sender',
    data: () => ({ needs: [reads.currencies] }),
  },
  'transfers/show': {
    path: '/transfers/:id',
    role: 'sender-support-or-auditor',
    data: ({ id }) => ({ needs: [reads.transfer(id), reads.countries, reads.currencies] }),
  },
  support: {
    path: '/support',
    role: 'support-or-auditor',
    data: () => ({ needs: [reads.currencies], wants: [reads.openSends] }),
  },
  'support/cases': {
    path: '/support/cases',
    role: 'support-or-auditor',
    data: ({ search }) => ({
      needs: [reads.currencies],
      wants: [reads.caseQueue(search.get('order') ?? 'oldest')],
    }),
  },
  'support/resolved': {
    path: '/support/resolved',
    role: 'support-or-auditor',
    data: () => ({ needs: [reads.currencies] }),
  },
  'support/sender': {
    path: '/support/people/:user',
    role: 'support-or-auditor',
    data: ({ user }) => ({ needs: [reads.sender(user), reads.currencies] }),
  },
  'support/statement': {
    path: '/support/people/:user/statement',
    role: 'support-or-auditor',
    data: () => ({ needs: [reads.currencies] }),
  },
  health: {
    path: '/support/health',
    role: 'support-or-auditor',
    data: () => ({ needs: [reads.supportHealth] }),
  },
  settings: {
    path: '/settings',
    data: settingsData,
  },
  'settings/profile': {
    path: '/settings/profile',
    data: settingsData,
  },
  'settings/security': {
    path: '/settings/security',
    data: settingsData,
  },
  'settings/limits': {
    path: '/settings/limits',
    role: 'sender',
    data: () => ({ needs: [...settingsData().needs, reads.currencies] }),
  },
  'settings/notifications': {
    path: '/settings/notifications',
    data: settingsData,
  },
  'settings/appearance': {
    path: '/settings/appearance',
    data: settingsData,
  },
  'settings/sandbox-mail': {
    path: '/sandbox/mail',
    data: () => ({ needs: [reads.sandboxMails] }),
  },
  'settings/forgot-password': {
    path: '/forgot-password',
    role: 'anyone',
    data: () => ({ needs: [reads.settings] }),
  },
  'settings/new-password': {
    path: '/new-password',
    role: 'anyone',
    data: () => ({ needs: [reads.settings] }),
  },
  'settings/second-factor': {
    path: '/second-factor',
    role: 'anyone',
    data: () => ({ needs: [reads.secondFactorAsked] }),
  },
  'settings/welcome': {
    path: '/welcome',
    role: 'anyone',
    data: () => ({ needs: [reads.settings] }),
  },
  verify: {
    path: '/verify',
    role: 'anyone',
    data: () => ({ needs: [reads.settings] }),
  },
  'people/list': {
    path: '/people',
    role: 'admin',
    data: ({ search }) => ({ needs: [reads.people(peopleFilters(search))] }),
  },
  'people/invite': {
    path: '/people/new',
    role: 'admin',
  },
  'people/show': {
    path: '/people/:user',
    role: 'admin',
    data: ({ user }) => ({ needs: [reads.person(user)] }),
  },
  'people/audit': {
    path: '/audit',
    role: 'admin-or-auditor',
  },
  'not-found': { path: '*' },
} as const satisfies Record<string, Page>;

export type PageId = keyof typeof pages;

/** The first pages of anybody, and of an unknown path: their words are in the start of the app. */
type PageOfStart = 'sign-in' | 'not-found';
const pagesOfStart: readonly string[] = ['sign-in', 'not-found'] satisfies PageOfStart[];

/** What comes with code that is loaded on demand: of what few people see, and of the quote. */
export const laterWords = ['rare', 'quote-more'] as const;
export type LaterWords = (typeof laterWords)[number];

/** The parts of the catalogue: `start`, which every page needs, one for each first folder of pages, and later ones. */
export type Words = 'start' | LaterWords | Exclude<FirstFolder<PageId>, PageOfStart>;
type FirstFolder<Id extends string> = Id extends `${infer First}/${string}` ? First : Id;

/** Returns the part of the catalogue that a page needs beside `start`, by its folder; `start` for none. */
export function wordsOf(folder: string): string {
  const [first = ''] = folder.split('/');
  return pagesOfStart.includes(first) ? 'start' : first;
}

/** The names of a page's path parameters. */
export type PathParams<Id extends PageId> = NamesIn<(typeof pages)[Id]['path']>;
type NamesIn<Path extends string> = Path extends `${infer Start}/${infer Rest}`
  ? NamesIn<Start> | NamesIn<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never;

/** Every page with its folder. */
export const allPages: [folder: string, page: Page][] = Object.entries(pages);

/** The path of each page as a route, with its parameters. */
export const pageAddresses = allPages.map(([, { path }]) => path).filter((path) => path !== '*');

const homes: Record<Role, string> = {
  sender: '/',
  approver: '/approve',
  support: '/support',
  auditor: '/audit',
  admin: '/people',
};

/** Returns the first page of a role. */
export const homeOf = (role: Role) => homes[role];

/** The pattern of each path parameter, so that an id that the API would refuse costs no call. */
export const pathParams: Record<string, RegExp> = {
  ...{ id: idPattern, key: sendKeyPattern },
  // Both are UUIDs.
  user: sendKeyPattern,
};

/** True for the address of a transfer that is being prepared: of the quote page or the check, with its query. */
export const isPendingTransfer = (address: string) => /^\/(send)?\?/.test(address);

const named = allPages.map(([folder, page]) => ({ folder, page, names: page.path.split('/') }));

/** Finds the page of a URL and its parameters; undefined when there is none. */
export function pageAt({ pathname, searchParams: search }: Pick<URL, 'pathname' | 'searchParams'>) {
  // As the app's router matches: a trailing slash and upper case make no difference.
  const given = pathname
    .replace(/(?<=.)\/$/, '')
    .toLowerCase()
    .split('/');
  for (const { folder, page, names } of named) {
    if (names.length !== given.length) continue;
    if (!names.every((name, at) => isNamed(name, given[at] ?? ''))) continue;
    const at = (name: string) => given[names.indexOf(name)] ?? '';
    return { folder, page, asked: { id: at(':id'), key: at(':key'), user: at(':user'), search } };
  }
  return undefined;
}

const isNamed = (name: string, text: string) =>
  name.startsWith(':') ? pathParams[name.slice(1)]?.test(text) : name === text;

/** Each group of the settings shows the list of all beside it, with the state of each. */
function settingsData() {
  return { needs: [reads.newsSettings, reads.session, reads.ownAccount, reads.ownFactors] };
}

/** The read of the recipient that the URL names, if it names one. */
function accountIn(search: URLSearchParams) {
  const id = idIn(search, 'destination_account_id');
  return id === undefined ? [] : [reads.account(id)];
}

/** The read for the amounts of the transfer that the page interrupts. */
function currenciesFor(search: URLSearchParams) {
  return isPendingTransfer(search.get('next') ?? '') ? [reads.currencies] : [];
}

/** Returns the filters of the list of people that the URL holds, as a query in one order. */
export function peopleFilters(search: URLSearchParams): string {
  const given = ['role', 'status'].map((name) => [name, search.get(name) ?? '']);
  return new URLSearchParams(given.filter(([, value]) => value !== '')).toString();
}

/** Returns a query parameter that is an id; undefined when it is not one. */
function idIn(search: URLSearchParams, name: string): string | undefined {
  const id = search.get(name) ?? '';
  return idPattern.test(id) ? id : undefined;
}
