/** The BFF's own paths. The server passes ':id' and ':key' to the functions to get its route patterns. */
export const apiPaths = {
  settings: '/api/settings',
  session: '/api/session',
  ownAccount: '/api/session/account',
  secondFactor: '/api/session/second-factor',
  ownFactors: '/api/session/factors',
  oidc: '/api/sign-in/oidc',
  oidcCallback: '/api/sign-in/oidc/callback',
  oidcSignOut: '/api/sign-out/oidc',
  countries: '/api/countries',
  currencies: '/api/currencies',
  banks: '/api/banks',
  quotes: '/api/quotes',
  rates: '/api/rates',
  accounts: '/api/destination_accounts',
  recentRecipients: '/api/destination_accounts/recent',
  account: (id: string) => `/api/destination_accounts/${id}` as const,
  reveals: (id: string) => `/api/destination_accounts/${id}/reveals` as const,
  marks: (id: string) => `/api/destination_accounts/${id}/marks` as const,
  transfers: '/api/transfers',
  transfersCsv: '/api/transfers.csv',
  transferEvents: '/api/transfers/events',
  transfer: (id: string) => `/api/transfers/${id}` as const,
  transferNotes: (id: string) => `/api/transfers/${id}/notes` as const,
  audit: '/api/audit',
  people: '/api/people',
  person: (user: string) => `/api/people/${user}` as const,
  supportSearch: '/api/support/search',
  supportTotals: '/api/support/totals',
  supportHealth: '/api/support/health',
  resolved: '/api/support/resolved',
  cases: '/api/cases',
  sender: (user: string) => `/api/support/people/${user}` as const,
  senderSends: (user: string) => `/api/support/people/${user}/sends` as const,
  orders: '/api/orders',
  order: (id: string) => `/api/orders/${id}` as const,
  approvals: '/api/approvals',
  approval: (id: string) => `/api/approvals/${id}` as const,
  sends: '/api/sends',
  send: (key: string) => `/api/sends/${key}` as const,
  candidates: (key: string) => `/api/sends/${key}/candidates` as const,
  settle: (key: string) => `/api/sends/${key}/settle` as const,
  newsSettings: '/api/news/settings',
  newsDevices: '/api/news/devices',
  newsTest: '/api/news/test',
  unsubscribe: (token: string) => `/api/news/unsubscribe/${token}` as const,
  sandboxMail: '/api/sandbox/mail',
} as const;

/** The request header of a tab that nobody sees: what it fetches counts as unseen. */
export const hiddenTabHeader = 'giro-hidden-tab';

/** Query parameters; those without a value are left out. */
export type Query = Readonly<Record<string, string | undefined>>;

/** Returns the path with the parameters that have a value. */
export function withQuery(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** The path of the web app manifest. */
export const manifestPath = '/manifest.webmanifest';

/** Returns the path of a file of the operator's theme. It is outside the API, so that browsers cache it. */
export const themeFile = (file: string) => `/theme/${file}` as const;
