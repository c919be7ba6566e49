import * as z from 'zod/mini';

/**
 * How long completed transfers of the same bank, country or digital asset took, as far as Giro watched: from Send to
 * when Giro first saw them completed. Never a promise.
 */
export const arrival = z.object({
  /** Of what the transfers are: the recipient's bank or country, or the asset of a wallet. */
  scope: z.enum(['bank', 'country', 'asset']),
  /** How many of the latest were counted. */
  count: z.int(),
  /** Half of them took this long at most, and 9 in 10. */
  half_seconds: z.int(),
  most_seconds: z.int(),
  /** The longest usual pause between two looks. */
  every_seconds: z.int(),
});
export type Arrival = z.infer<typeof arrival>;

/** Why Giro itself opened a case: the transfer was slower than 95 in 100 of its like. */
export const slowReason = z.object({
  scope: arrival.shape.scope,
  count: arrival.shape.count,
  /** 95 in 100 took this long at most. */
  within_seconds: z.int(),
  /** How long the transfer had taken then. */
  after_seconds: z.int(),
});
export type SlowReason = z.infer<typeof slowReason>;
