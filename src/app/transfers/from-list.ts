import * as z from 'zod/mini';

/** Navigation state of a transfer's page that was opened from the list. */
export const fromList = { fromList: true } as const;

const entryState = z.object({ fromList: z.literal(true) });

/** Whether Back leads from this history entry to the list. */
export function isFromList(state: unknown): boolean {
  return z.safeParse(entryState, state).success;
}
