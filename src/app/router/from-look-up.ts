/** What a page is told where the entry before it in the history is Look up, with what was found there. */
export const fromLookUp = { fromLookUp: true } as const;

/** Whether Back leads from an entry of the history to Look up. */
export function isFromLookUp(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'fromLookUp' in state;
}
