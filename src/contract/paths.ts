/** The service's paths, spelled exactly as it spells them (contract 4). `id` is a decimal string. */
export const paths = {
  authorize: '/api/v3/auth/authorize',
  refresh: '/api/v3/auth/refresh',
  destroy: '/api/v3/auth/destroy',
  simulate: '/api/v3/transfers/simulate',
  transfers: '/api/v3/transfers',
  transfer: (id: string) => `/api/v3/transfers/${id}` as const,
  // contract 4.3: the three spellings are the service's own, not typos of ours.
  createAccount: '/api/v3/distination_accounts',
  accounts: '/api/v3/destination_accounts',
  editAccount: (id: string) => `/api/v3/destination_accounts/${id}` as const,
  showAccount: (id: string) => `/api/v3/destination_account/${id}` as const,
  countries: '/api/v3/countries',
  currencies: '/api/v3/currencies',
  banks: '/api/v3/destination_account_banks',
} as const;

/**
 * Ids are checked against this before they enter a path, so that no other path can be reached. The
 * contract gives no length: 64-bit ids have 20 digits. No leading zero, so that each id has one text.
 */
export const idPattern = /^(0|[1-9]\d{0,29})$/;
