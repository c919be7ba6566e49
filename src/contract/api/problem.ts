import * as z from 'zod/mini';
import { valuesByName } from '../record-of.ts';

/** The problems that the BFF answers; `problem-table.ts` has the status and the title of each. */
const problemNames = [
  'invalid-request',
  'malformed-json',
  'key-missing',
  'not-signed-in',
  'wrong-password',
  'passkey-refused',
  'passkey-unknown',
  'wrong-code',
  'code-used',
  'forbidden',
  'cross-site',
  'not-found',
  'rate-not-available',
  'account-not-found',
  'wallet-address-missing',
  'amount-too-small',
  'request-timeout',
  'passkeys-off',
  'passkeys-full',
  'second-factor-required',
  'own-factor-required',
  'account-locked',
  'recipient-archived',
  'send-in-flight',
  'identical-send-open',
  'identical-order-held',
  'order-changed',
  'sent-before',
  'recipient-changed',
  'step-up-required',
  'step-up-refused',
  'limit-reached',
  'approval-required',
  'send-settled',
  'case-changed',
  'candidates-changed',
  'notes-changed',
  'not-the-sender',
  'second-person-required',
  'same-person',
  'still-looking',
  'send-forgotten',
  'sign-in-expired',
  'enrolment-expired',
  'last-admin',
  'too-large',
  'not-json',
  'invalid-fields',
  'key-reused',
  'send-refused',
  'quote-refused',
  'too-many-requests',
  'headers-too-large',
  'internal',
  'service-credentials',
  'service-answer',
  'service-refused',
  'service-unreachable',
  'provider-unreachable',
  'send-not-made',
  'clock-differs',
  'ledger-held',
  'ledger-failed',
  'ledger-busy',
  'send-not-saved',
  'service-timeout',
] as const;
export type ProblemName = (typeof problemNames)[number];

/** The body of an error: application/problem+json. `type` is `/problems/` and a name from the table. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  request_id: z.optional(z.string()),
  /** Messages by field name of the contract. */
  errors: z.optional(valuesByName(z.array(z.string()))),
  /** The key of the send that the problem is about. */
  send_key: z.optional(z.string()),
  /** The current recipient (`destinationAccount`), when it differs from what the person was shown. */
  account: z.optional(z.unknown()),
  /** The limit that is reached (`reachedLimit` of limits.ts). */
  limit: z.optional(z.unknown()),
  /** The order as it is now, as GET /api/sends/:key answers it. */
  order: z.optional(z.unknown()),
});
export type Problem = z.infer<typeof problem>;

/** Returns the name in a problem's `type`, or undefined when it is not in the table. */
export function problemName(type: string): ProblemName | undefined {
  return problemNames.find((name) => type === `/problems/${name}`);
}
