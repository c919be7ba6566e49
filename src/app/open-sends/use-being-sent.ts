import * as z from 'zod/mini';
import { useOwnState } from '../router/entry-state.ts';

const beingSent = z.object({ amount: z.string(), recipient: z.string() });
const state = z.object({ being_sent: beingSent });

/** Amount and recipient as text. In the history state, because addresses hold no personal data. */
export type BeingSent = z.infer<typeof beingSent>;

/** What the person pressed Send for; undefined if they did not come from the check page. */
export function useBeingSent(): BeingSent | undefined {
  return useOwnState(state)?.being_sent;
}
