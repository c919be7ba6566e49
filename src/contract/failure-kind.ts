/**
 * How a call to the service failed.
 * - refused: 400, 404, 409 or 422 with a message (contract 7)
 * - credentials: the Client ID and Secret Key, or a read's refreshed token, were not accepted
 * - not-written: proof that no byte of the request reached the service
 * - timeout: request written, but no complete answer in time
 * - broken: request written, then connection reset or aborted, or answered 408 or 5xx
 * - redirected: answered with a redirect, which is not followed
 * - unreadable: answer is not JSON, truncated, too large or not as the contract says; also 401 or 403
 *   for a write, because it does not prove that nothing was done
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
