/** The beginnings of the keys of transfers in the cache, of which each kind holds another shape. */
export const transferKeys = {
  all: ['transfers'],
  /** TransferDetail, by id. */
  one: ['transfers', 'one'],
  /** TransferList: a window that is read again as a whole. */
  window: ['transfers', 'window'],
  /** InfiniteData of TransferList: the rows of the long list, where they stand. */
  windows: ['transfers', 'windows'],
} as const;

/** Of what support sees and changes with the transfers. */
export const supportKeys = {
  search: ['support', 'search'],
  totals: ['support', 'totals'],
  health: ['support', 'health'],
} as const;

/** Of the sendings whose outcome a person waits for. */
export const sendKeys = {
  all: ['sends'],
  /** Whether there are any. */
  any: ['sends', 'any'],
  /** Whether the BFF knows of one, by its key. */
  recorded: ['sends', 'recorded'],
} as const;
