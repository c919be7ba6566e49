import * as z from 'zod/mini';
import { serviceErrorBody } from '../../contract/errors.ts';
import { ServiceError } from './errors.ts';
import type { HttpAnswer } from './http.ts';
import { readJson, writeJson } from './json.ts';

/** The JSON body of a request. What doesn't fit the contract is never written: kind not-written. */
export function writeRequest<S extends z.ZodMiniType>(schema: S, value: z.output<S>): string {
  const encoded = z.safeEncode(schema, value);
  if (encoded.success) return writeJson(encoded.data);
  throw new ServiceError(
    'not-written',
    `the request is not as the contract says: ${faults(encoded.error)}`,
  );
}

/** The body of a success as the contract says, decoded; anything else is thrown as a ServiceError. */
export function readAnswer<S extends z.ZodMiniType>(answer: HttpAnswer, schema: S): z.output<S> {
  requireSuccess(answer);
  const { status, text } = answer;
  const decoded = z.safeParse(schema, jsonOf(text, status));
  if (decoded.success) return decoded.data;
  const message = `the answer is not as the contract says: ${faults(decoded.error)}`;
  throw new ServiceError('unreadable', message, { status });
}

/** Throws what the status means, for an operation whose answer the contract doesn't show. */
export function requireSuccess(answer: HttpAnswer): void {
  const { status } = answer;
  if (status >= 200 && status < 300) {
    requirePlain(answer);
    return;
  }
  // contract 5 does not show what a bad bearer is answered.
  if (isUnwelcome(answer)) throw new ServiceError('credentials', 'not authorised', { status });
  if (status === 429 || status === 503) {
    const retry_after_ms = retryAfter(answer.headers);
    throw new ServiceError('busy', `the service is busy (${status})`, { status, retry_after_ms });
  }
  if (status === 408 || status >= 500) {
    throw new ServiceError('broken', `the service failed (${status})`, { status });
  }
  throw refusal(answer);
}

/** An answer that can mean a bad bearer. */
export function isUnwelcome({ status }: HttpAnswer): boolean {
  return status === 401 || status === 403;
}

/** Plain text was asked for: what is coded all the same is not JSON as it stands. */
function requirePlain({ status, headers }: HttpAnswer): void {
  const coding = headers['content-encoding'];
  if (coding === undefined || coding === 'identity') return;
  const message = 'the answer is compressed, which was not asked for';
  throw new ServiceError('unreadable', message, { status });
}

/** contract 7: the statuses of a refusal, with its message. Others the contract doesn't know. */
function refusal(answer: HttpAnswer): ServiceError {
  const { status, text } = answer;
  if (![400, 404, 409, 422].includes(status)) {
    const service_message = messageOf(answer);
    const message = `an answer the contract does not know (${status})`;
    return new ServiceError('unreadable', message, { status, service_message });
  }
  requirePlain(answer);
  const body = z.safeParse(serviceErrorBody, jsonOf(text, status));
  if (!body.success) {
    return new ServiceError('unreadable', `a refusal without a message (${status})`, { status });
  }
  return new ServiceError('refused', body.data.message, { status, errors: body.data.errors });
}

/** What the service says in an answer that the contract does not know. */
export function messageOf({ text }: HttpAnswer): string | undefined {
  try {
    return z.safeParse(serviceErrorBody, readJson(text)).data?.message;
  } catch {
    return undefined;
  }
}

function jsonOf(text: string, status: number): unknown {
  try {
    return readJson(text);
  } catch {
    // A parser's message quotes the text, which may be personal: it is not kept.
    throw new ServiceError('unreadable', 'the answer is not JSON', { status });
  }
}

/** Where a value is at fault and how, without the value. */
function faults(error: z.core.$ZodError): string {
  const named = error.issues.map(({ path, code }) => `${path.map(String).join('.')} ${code}`);
  return named.slice(0, 5).join(', ');
}

/** Retry-After is seconds or a date (RFC 9110, 10.2.3); a date is read against the Date header. */
function retryAfter(headers: HttpAnswer['headers']): number | undefined {
  const after = headers['retry-after'];
  if (typeof after !== 'string') return undefined;
  if (/^\d{1,9}$/.test(after)) return Number(after) * 1000;
  const wait = Date.parse(after) - (dateOf(headers) ?? Date.now());
  return Number.isNaN(wait) ? undefined : Math.max(wait, 0);
}

/** The service's own clock, in milliseconds since 1970, where its answer shows it. */
export function dateOf(headers: HttpAnswer['headers']): number | undefined {
  const date = typeof headers.date === 'string' ? Date.parse(headers.date) : Number.NaN;
  return Number.isNaN(date) ? undefined : date;
}
