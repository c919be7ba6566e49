/** The states that contract 3 names. An unknown state is shown unchanged. */
export const transferStates = ['pending', 'assigned', 'executed', 'rejected'] as const;

/** The filter for every state that is not final: pending, assigned, and any that the service adds. */
export const openTransfers = 'open';

/** Whether a state passes a filter: `openTransfers`, or one state. Without a filter, every state does. */
export function isInState(state: string, filter: string | undefined): boolean {
  if (filter === openTransfers) return !isFinal(state);
  return filter === undefined || state === filter;
}

/** True when no other state can follow; an unknown state is never final. */
export function isFinal(state: string): boolean {
  return state === 'executed' || state === 'rejected';
}
