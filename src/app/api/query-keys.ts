/** Query key prefixes of transfers; the data has another shape under each. */
export const transferKeys = {
  all: ['transfers'],
  /** TransferDetail, by id. */
  one: ['transfers', 'one'],
  /** TransferList: one page of results, refetched as a whole. */
  window: ['transfers', 'window'],
  /** The home page's open transfers. */
  open: ['transfers', 'open'],
  /** InfiniteData of TransferList: the rows of the infinite list. */
  windows: ['transfers', 'windows'],
} as const;

/** Query key prefix of statements, which no change of a transfer refetches. */
export const statementKey = ['statement'] as const;

/** Query key prefixes of support's data, which changes with the transfers. */
export const supportKeys = {
  search: ['support', 'search'],
  totals: ['support', 'totals'],
  health: ['support', 'health'],
  /** SenderDetail, by the id of the person. */
  sender: ['support', 'sender'],
  /** InfiniteData of their sends that ended, by the id of the person. */
  senderSends: ['support', 'sender-sends'],
  /** CaseQueue, by its order. */
  cases: ['support', 'cases'],
  /** TransferCase, by the id of the transfer. */
  transferCase: ['support', 'transfer-case'],
  /** InfiniteData of what support decided. */
  resolved: ['support', 'resolved'],
} as const;

/** Query key prefixes of sends. */
export const sendKeys = {
  all: ['sends'],
  /** Whether the person has any. */
  any: ['sends', 'any'],
  /** Whether the BFF has recorded one, by its idempotency key. */
  recorded: ['sends', 'recorded'],
} as const;

/** Query key of the person's limits. */
export const limitsKey = ['limits'] as const;
