import * as z from 'zod/mini';

/** Every problem the BFF answers, with its status and its title for an engineer (RFC 9457). */
export const problems = {
  'invalid-request': [400, 'The request is not valid'],
  'malformed-json': [400, 'The body is not valid JSON'],
  'key-missing': [400, 'The Idempotency-Key header is missing or not a UUID'],
  'not-signed-in': [401, 'Nobody is signed in'],
  'wrong-password': [401, 'The e-mail or the password is wrong'],
  forbidden: [403, 'This person may not do this'],
  'cross-site': [403, 'The request came from another site'],
  'not-found': [404, 'There is no such thing here'],
  'rate-not-available': [404, 'No exchange rate for this pair'],
  'account-not-found': [404, 'There is no such destination account'],
  'request-timeout': [408, 'The request did not arrive in time'],
  'account-locked': [409, 'The account has a successful transfer'],
  'send-in-flight': [409, 'This sending is under way'],
  'identical-send-open': [409, 'An identical sending has no known outcome yet'],
  'send-settled': [409, 'This sending has a known outcome, or the transfer is taken'],
  'too-large': [413, 'The body is too large'],
  'not-json': [415, 'The body must be application/json'],
  'invalid-fields': [422, 'Some fields are not valid'],
  'key-reused': [422, 'The Idempotency-Key was used with another body'],
  'send-refused': [422, 'The service refused the transfer'],
  'too-many-requests': [429, 'Too many requests'],
  'headers-too-large': [431, 'The headers are too large'],
  internal: [500, 'Something went wrong in Giro'],
  'service-credentials': [502, 'The service refuses the credentials of Giro'],
  'service-answer': [502, 'The service gave an answer that could not be read'],
  'service-refused': [502, 'The service refused the request'],
  'service-unreachable': [503, 'The service could not be reached'],
  'send-not-made': [503, 'The sending did not reach the service'],
  'service-timeout': [504, 'The service did not answer in time'],
} as const satisfies Record<string, readonly [status: number, title: string]>;
export type ProblemName = keyof typeof problems;

/** The body of an error: application/problem+json. `type` is `/problems/` and a name from the table. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  request_id: z.optional(z.string()),
  /** Field name of the contract -> messages. */
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  /** The key of the sending that the problem is about. */
  send_key: z.optional(z.string()),
});
export type Problem = z.infer<typeof problem>;

/** The name in a problem's `type`, or undefined when it is not from the table. */
export function problemName(type: string): ProblemName | undefined {
  const name = type.replace(/^\/problems\//, '');
  return isProblemName(name) ? name : undefined;
}

function isProblemName(name: string): name is ProblemName {
  return Object.hasOwn(problems, name);
}
