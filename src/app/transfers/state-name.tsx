import { useStateName } from './use-state-name.ts';

export type StateNameProps = { state: string };

/** A transfer's state in words: see `useStateName`. */
export function StateName({ state }: StateNameProps) {
  return useStateName()(state);
}
