/** The beginnings of the keys in the cache, of which each kind holds another shape. */
export const transferKeys = {
  all: ['transfers'],
  /** TransferDetail, by id. */
  one: ['transfers', 'one'],
  /** TransferList. */
  window: ['transfers', 'window'],
  /** InfiniteData of TransferList. */
  windows: ['transfers', 'windows'],
} as const;
