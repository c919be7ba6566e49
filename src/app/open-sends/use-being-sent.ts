import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';

const beingSent = z.object({ amount: z.string(), recipient: z.string() });
const state = z.object({ being_sent: beingSent });

/** What was sent and to whom, in words: kept in the history, for an address holds nothing of a person. */
export type BeingSent = z.infer<typeof beingSent>;

/** What the person pressed Send for; undefined when they came here another way. */
export function useBeingSent(): BeingSent | undefined {
  return z.safeParse(state, useLocation().state).data?.being_sent;
}
