/** contract 3: the states that the service names. Another one is shown as it came. */
export const transferStates = ['pending', 'assigned', 'executed', 'rejected'] as const;

/** True when no later state can follow; a state that we do not know is never final. */
export function isFinal(state: string): boolean {
  return state === 'executed' || state === 'rejected';
}
