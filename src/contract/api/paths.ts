/** The BFF's own paths. `:id` and `:key` are made by the functions; the patterns are for the server. */
export const apiPaths = {
  settings: '/api/settings',
  session: '/api/session',
  oidc: '/api/sign-in/oidc',
  oidcCallback: '/api/sign-in/oidc/callback',
  countries: '/api/countries',
  currencies: '/api/currencies',
  banks: '/api/banks',
  quotes: '/api/quotes',
  rates: '/api/rates',
  accounts: '/api/destination_accounts',
  account: (id: string) => `/api/destination_accounts/${id}` as const,
  reveals: (id: string) => `/api/destination_accounts/${id}/reveals` as const,
  transfers: '/api/transfers',
  transfersCsv: '/api/transfers.csv',
  transferEvents: '/api/transfers/events',
  transfer: (id: string) => `/api/transfers/${id}` as const,
  supportSearch: '/api/support/search',
  supportTotals: '/api/support/totals',
  supportHealth: '/api/support/health',
  sends: '/api/sends',
  send: (key: string) => `/api/sends/${key}` as const,
  candidates: (key: string) => `/api/sends/${key}/candidates` as const,
  settle: (key: string) => `/api/sends/${key}/settle` as const,
} as const;

/** The parameters of an address; one without a value is left out. */
export type Query = Readonly<Record<string, string | undefined>>;

/** The path with those of the parameters that have a value. */
export function withQuery(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** What a browser is told of the app that it can install. */
export const manifestPath = '/manifest.webmanifest';

/** Where a file of the operator's own look is: no part of the API, and kept by browsers. */
export const themeFile = (file: string) => `/theme/${file}` as const;
