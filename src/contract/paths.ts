/** The service's paths, spelled exactly as it spells them (contract 4). `id` is a decimal string. */
export const paths = {
  authorize: '/api/v3/auth/authorize',
  refresh: '/api/v3/auth/refresh',
  destroy: '/api/v3/auth/destroy',
  simulate: '/api/v3/transfers/simulate',
  transfers: '/api/v3/transfers',
  transfer: (id: string) => `/api/v3/transfers/${id}` as const,
  // contract 4.3: three spellings, one for each use; none of them is a slip of ours.
  createAccount: '/api/v3/distination_accounts',
  accounts: '/api/v3/destination_accounts',
  editAccount: (id: string) => `/api/v3/destination_accounts/${id}` as const,
  showAccount: (id: string) => `/api/v3/destination_account/${id}` as const,
  countries: '/api/v3/countries',
  currencies: '/api/v3/currencies',
  banks: '/api/v3/destination_account_banks',
} as const;

/**
 * An id is checked against this before a path is made of it, so that nothing else can be reached. The
 * contract tells no length: ids of 64 bits have 20 digits. No leading zero: one id is one text.
 */
export const idPattern = /^(0|[1-9]\d{0,29})$/;
