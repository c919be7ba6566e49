/** The beginnings of the keys in the cache of what changes with the transfers. */
export const supportKeys = {
  search: ['support', 'search'],
  totals: ['support', 'totals'],
} as const;
