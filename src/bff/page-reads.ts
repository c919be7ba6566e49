import * as z from 'zod/mini';
import { apiPaths } from '../contract/api/paths.ts';
import { sendKey } from '../contract/api/send-key.ts';
import { idPattern } from '../contract/paths.ts';

/** A read of the API, and those that its answer leads to. */
export type Read = string | { path: string; leadsTo: (answer: unknown) => Read[] };

export const openSends = `${apiPaths.sends}?state=unconfirmed`;
/** What an address has to say of an amount that is to be sent. */
export const amountNames = [
  'source_amount_cents',
  'source_amount_currency',
  'destination_amount_currency',
  'country_id',
];

const filters = ['q', 'state', 'destination_account_id', 'currency', 'sort'];
// What makes one sending the same as another.
const sendingNames = ['destination_account_id', ...amountNames.slice(0, 3)];

/** The first rows of the list as the address filters them. */
export function firstWindow(search: URLSearchParams): string {
  return withSearch(apiPaths.transfers, search, filters, { limit: '50' });
}

/** Before a sending is checked: to whom, whether it was begun, and what was sent like it. */
export function checkReads(search: URLSearchParams, id: string): Read[] {
  const key = z.safeParse(sendKey, search.get('key')).data;
  return [
    withBanks(id),
    withSearch(apiPaths.sends, search, sendingNames),
    ...(key === undefined ? [] : [begunWith(key)]),
  ];
}

function begunWith(key: string): Read {
  return {
    path: `${apiPaths.sends}?key=${key}`,
    leadsTo: (answer) => listOf(answer).flatMap(ofSend),
  };
}

/** What support looks up, or else how all transfers stand. */
export function lookUpReads(search: URLSearchParams): Read[] {
  const recipient = idIn(search, 'recipient');
  const q = (search.get('q') ?? recipient ?? '').trim();
  if (q === '') return [apiPaths.supportTotals];
  const query = new URLSearchParams({ q, ...(recipient !== undefined && { recipient }) });
  return [
    `${apiPaths.supportSearch}?${query}`,
    ...(recipient === undefined ? [] : [apiPaths.account(recipient)]),
  ];
}

const account = z.object({
  category: z.string(),
  country: z.nullish(z.object({ name: z.string() })),
});

/** An account and, for one at a bank, the banks of its country. */
export function withBanks(id: string): Read {
  return {
    path: apiPaths.account(id),
    leadsTo: (answer) => {
      const { data } = z.safeParse(account, answer);
      return data?.category === 'bank' ? [banksOf(data.country?.name ?? '')] : [];
    },
  };
}

const country = z.object({ id: z.string(), name: z.string(), is_asset: z.boolean() });

/** The countries and the banks of this one; a digital asset has none. */
export function countriesWithBanksOf(country_id: string): Read {
  return {
    path: apiPaths.countries,
    leadsTo: (answer) => {
      const known = listOf(answer).map((one) => z.safeParse(country, one).data);
      const { name, is_asset } = known.find((one) => one?.id === country_id) ?? {};
      return name === undefined || is_asset ? [] : [banksOf(name)];
    },
  };
}

const banksOf = (country_name: string) =>
  country_name === ''
    ? apiPaths.banks
    : `${apiPaths.banks}?${new URLSearchParams({ country_name })}`;

const sending = z.object({
  destination_account_id: z.string(),
  transfer_id: z.nullable(z.string()),
});

/** A sending that was begun, and what is told beside it. */
export function withSend(key: string): Read {
  return { path: apiPaths.send(key), leadsTo: ofSend };
}

function ofSend(answer: unknown): Read[] {
  const { data } = z.safeParse(sending, answer);
  if (!data) return [];
  const { destination_account_id, transfer_id } = data;
  return [
    apiPaths.account(destination_account_id),
    ...(transfer_id === null ? [] : [apiPaths.transfer(transfer_id)]),
  ];
}

/** The recipient that the address names. */
export function accountOf(search: URLSearchParams): Read[] {
  const id = idIn(search, 'destination_account_id');
  return id === undefined ? [] : [apiPaths.account(id)];
}

/** What was seen of the rate of a whole pair. */
export function ratesOf(search: URLSearchParams): Read[] {
  const [, source_currency, destination_currency, country_id] = amountNames.map((name) =>
    search.get(name),
  );
  if (!source_currency || !destination_currency || !country_id) return [];
  const pair = new URLSearchParams({ source_currency, destination_currency, country_id });
  return [`${apiPaths.rates}?${pair}`];
}

/** An id in the address; undefined for what can't be one. */
export function idIn(search: URLSearchParams, name: string): string | undefined {
  const id = search.get(name) ?? '';
  return idPattern.test(id) ? id : undefined;
}

function withSearch(
  path: string,
  search: URLSearchParams,
  names: readonly string[],
  more: Record<string, string> = {},
): string {
  const given = names.map((name) => [name, search.get(name) ?? ''] as const);
  const query = Object.fromEntries(given.filter(([, value]) => value !== ''));
  return `${path}?${new URLSearchParams({ ...more, ...query })}`;
}

const listOf = (answer: unknown): unknown[] => (Array.isArray(answer) ? answer : []);
