/** Location state of a page that was opened from Look up. */
export const fromLookUp = { fromLookUp: true } as const;

/** True when Back leads to Look up. */
export function isFromLookUp(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'fromLookUp' in state;
}
