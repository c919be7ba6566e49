/** The BFF's own paths. `:id` and `:key` are made by the functions; the patterns are for the server. */
export const apiPaths = {
  settings: '/api/settings',
  session: '/api/session',
  countries: '/api/countries',
  currencies: '/api/currencies',
  banks: '/api/banks',
  quotes: '/api/quotes',
  accounts: '/api/destination_accounts',
  account: (id: string) => `/api/destination_accounts/${id}` as const,
  transfers: '/api/transfers',
  transfer: (id: string) => `/api/transfers/${id}` as const,
  sends: '/api/sends',
  send: (key: string) => `/api/sends/${key}` as const,
  candidates: (key: string) => `/api/sends/${key}/candidates` as const,
  settle: (key: string) => `/api/sends/${key}/settle` as const,
} as const;
