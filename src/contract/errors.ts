/** The error messages that contract 7 names. */
export const messages = {
  invalidCredentials: 'invalid credentials',
  recordNotFound: 'record_not_found',
  rateNotAvailable: 'exchange rate not available',
  accountNotFound: 'destination_account not found',
  accountNotCreated: 'error creating destination account',
} as const;
