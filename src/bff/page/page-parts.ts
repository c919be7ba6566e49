import * as z from 'zod/mini';
import { type Asked, homeOf, idIn, type PageId } from '../../contract/api/pages.ts';
import { apiPaths } from '../../contract/api/paths.ts';
import {
  accountWithBanks,
  firstWindowLength,
  ratesUrl,
  reads,
  sendsLikeUrl,
  sendsWithKeyUrl,
  supportSearchUrl,
  transfersUrl,
} from '../../contract/api/reads.ts';
import { sendKeyPattern } from '../../contract/api/send-key.ts';
import type { Role } from '../../contract/api/session.ts';

/** A read of the API, and what its answer leads to: further reads, and code that shows it. */
export type Read = {
  url: string;
  leadsTo?: (answer: unknown) => readonly Read[];
  shownBy?: (answer: unknown) => readonly LaterModule[];
};

/** Modules of the app, by their path in it, that come later but for an address that shows them at once. */
export const laterModules = [
  'accounts/check-digits/checks.ts',
  'open-sends/open-sends-notice.tsx',
  'pages/quote/quote-aside.tsx',
  'pages/send/outcome/loader.ts',
  'pages/send/outcome/page.tsx',
  'pages/send/outcome/resolving.tsx',
] as const;
export type LaterModule = (typeof laterModules)[number];

type PageParts = { reads?: readonly Read[]; modules?: readonly LaterModule[] };
type Visit = Asked & { role: Role };

/**
 * Beside what the manifest has a page begin with: what parts of it ask for by themselves once they
 * stand. The first answer brings it along; a page that has none is complete without a row.
 */
const parts: Partial<Record<PageId, (visit: Visit) => PageParts>> = {
  quote: ({ search }) => ({
    reads: [ownOpenSends, ...ratesIn(search)],
    // What stands beside a quote is there once it is known where to.
    modules: search.has('country_id') ? ['pages/quote/quote-aside.tsx'] : [],
  }),
  send: ({ search }) => checkParts(search),
  'send/outcome': ({ key, role }) => ({
    reads: [{ url: apiPaths.send(key), leadsTo: detailsOf }],
    // Support resolves it there, with a form that senders do without.
    modules: role === 'support' ? ['pages/send/outcome/resolving.tsx'] : [],
  }),
  'recipients/new': ({ search }) => ({
    reads: idIn(search, 'copy') === undefined ? [countriesWithBanksOf(search)] : [],
  }),
  'recipients/show': ({ id }) => ({ reads: [accountWithBanks(id)] }),
  'transfers/list': ({ search, role }) => ({
    reads: [
      { url: transfersUrl({ ...picked(search, filterNames), limit: firstWindowLength }) },
      ...(role === 'sender' ? [ownOpenSends] : []),
    ],
  }),
  // Not by the loader: each look of support's is written down, so that none is taken ahead.
  support: ({ search }) => ({ reads: lookUp(search) }),
};

const rows = new Map(Object.entries(parts));

/** What parts of the page in that folder ask for. */
export const partsOf = (folder: string, visit: Visit): PageParts => rows.get(folder)?.(visit) ?? {};

/** Where the app itself leads on to from a page; undefined where that is shown. */
export function leadsOnTo(folder: string, search: URLSearchParams, role: Role) {
  if (folder === 'sign-in') return homeOf(role);
  const hasAmount = amountNames.every((name) => search.get(name));
  return folder === 'send' && !hasAmount ? '/' : undefined;
}

const amountNames = [
  'source_amount_cents',
  'source_amount_currency',
  'destination_amount_currency',
  'country_id',
];
const filterNames = ['q', 'state', 'destination_account_id', 'currency', 'sort'];
// What makes one sending the same as another.
const sendingNames = ['destination_account_id', ...amountNames.slice(0, 3)];

/** What was seen of the rate of a whole pair. */
function ratesIn(search: URLSearchParams): Read[] {
  const [, source_currency, destination_currency, country_id] = amountNames.map((name) =>
    search.get(name),
  );
  if (!source_currency || !destination_currency || !country_id) return [];
  return [{ url: ratesUrl({ source_currency, destination_currency, country_id }) }];
}

/** Before a sending is checked: to whom, whether it was begun, and what was sent like it. */
function checkParts(search: URLSearchParams): PageParts {
  const id = idIn(search, 'destination_account_id');
  if (id === undefined) return {};
  const key = search.get('key') ?? '';
  const begun = { url: sendsWithKeyUrl(key), leadsTo: eachOf(detailsOf) };
  return {
    reads: [
      accountWithBanks(id),
      { url: sendsLikeUrl(picked(search, sendingNames)) },
      ...(sendKeyPattern.test(key) ? [begun] : []),
    ],
    modules: [
      'accounts/check-digits/checks.ts',
      // The page that tells the outcome is there before anything is sent.
      'pages/send/outcome/loader.ts',
      'pages/send/outcome/page.tsx',
    ],
  };
}

/** What support looks up, or else how all transfers stand. */
function lookUp(search: URLSearchParams): Read[] {
  const recipient = idIn(search, 'recipient');
  const q = (search.get('q') ?? recipient ?? '').trim();
  if (q === '') return [{ url: apiPaths.supportTotals }];
  return [
    { url: supportSearchUrl(q, recipient) },
    ...(recipient === undefined ? [] : [reads.account(recipient)]),
  ];
}

const country = z.object({ id: z.string(), name: z.string(), is_asset: z.boolean() });

/** The countries and the banks of the one in the address; a digital asset has none. */
function countriesWithBanksOf(search: URLSearchParams): Read {
  const banksOf = (answer: unknown) => {
    const { data } = z.safeParse(country, answer);
    const isAsked = data?.id === search.get('country_id');
    return data && isAsked && !data.is_asset ? [reads.banks(data.name)] : [];
  };
  return { ...reads.countries, leadsTo: eachOf(banksOf) };
}

const send = z.object({
  destination_account_id: z.string(),
  transfer_id: z.nullable(z.string()),
});

/** What is told beside a sending that was begun. */
function detailsOf(answer: unknown): Read[] {
  const { data } = z.safeParse(send, answer);
  if (!data) return [];
  const { destination_account_id, transfer_id } = data;
  return [
    reads.account(destination_account_id),
    ...(transfer_id === null ? [] : [reads.transfer(transfer_id)]),
  ];
}

/** A sender's sendings whose outcome is not known, and the notice of them, where there are any. */
const ownOpenSends: Read = {
  ...reads.openSends,
  shownBy: eachOf((_send) => ['open-sends/open-sends-notice.tsx'] as const),
};

function eachOf<To>(leadsTo: (one: unknown) => readonly To[]) {
  return (answer: unknown): To[] =>
    Array.isArray(answer) ? answer.flatMap((one) => leadsTo(one)) : [];
}

function picked(search: URLSearchParams, names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, search.get(name) ?? '']));
}
