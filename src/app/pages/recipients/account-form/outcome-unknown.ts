import { type FailureName, isFailure } from '../../../api/api-error.ts';

// Of all other failures it is known that nothing was saved.
const unknown: FailureName[] = [
  'service-timeout',
  'service-unreachable',
  'service-answer',
  'internal',
  'offline',
  'unreadable',
];

/** True for a failure after which nobody knows whether the recipient was saved. */
export function isOutcomeUnknown(failure: unknown): boolean {
  return isFailure(failure, ...unknown);
}
