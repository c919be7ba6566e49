import * as z from 'zod/mini';

/** What the page of a transfer is told where the entry before it in the history is the list. */
export const fromList = { fromList: true } as const;

const entryState = z.object({ fromList: z.literal(true) });

/** Whether Back leads from an entry of the history to the list, with its place in it. */
export function isFromList(state: unknown): boolean {
  return z.safeParse(entryState, state).success;
}
