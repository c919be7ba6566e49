/**
 * How a call to the service failed.
 * - refused: an answer that the contract knows, 400, 404, 409 or 422 with a message (contract 7)
 * - credentials: the Client ID and Secret, or the renewed bearer of a read, are not accepted
 * - not-written: proof that nothing of this call reached the service
 * - timeout: written, and no whole answer in time
 * - broken: written, then reset, aborted, or answered 408 or 5xx
 * - redirected: answered with another address, which is not followed
 * - unreadable: an answer that is no JSON, cut short, too large or not as the contract says; also the
 *   401 or 403 to a change, which does not tell whether anything was done
 * - busy: 429 or 503
 */
export const failureKinds = [
  'refused',
  'credentials',
  'not-written',
  'timeout',
  'broken',
  'redirected',
  'unreadable',
  'busy',
] as const;
export type FailureKind = (typeof failureKinds)[number];
