import * as z from 'zod/mini';
import { serviceErrorBody } from '../../contract/error-body.ts';
import { ServiceError } from './errors.ts';
import type { HttpAnswer } from './http.ts';
import { readJson, writeJson } from './json.ts';

/**
 * Encodes a request as JSON by its schema.
 * @throws ServiceError not-written if it doesn't match the contract
 */
export function writeRequest<S extends z.ZodMiniType>(schema: S, value: z.output<S>): string {
  const encoded = z.safeEncode(schema, value);
  if (encoded.success) return writeJson(encoded.data);
  throw new ServiceError(
    'not-written',
    `the request does not match the contract: ${faults(encoded.error)}`,
  );
}

/**
 * Decodes the body of a successful answer by its schema.
 * @throws ServiceError for any other status, or unreadable if the body doesn't match the contract
 */
export function readAnswer<S extends z.ZodMiniType>(answer: HttpAnswer, schema: S): z.output<S> {
  requireSuccess(answer);
  const { status, text } = answer;
  const decoded = z.safeParse(schema, jsonOf(text, status));
  if (decoded.success) return decoded.data;
  const message = `the answer does not match the contract: ${faults(decoded.error)}`;
  throw new ServiceError('unreadable', message, { status });
}

/** @throws ServiceError by the status, unless it is 2xx. For operations without a known body (contract 4.1). */
export function requireSuccess(answer: HttpAnswer): void {
  const { status } = answer;
  if (status >= 200 && status < 300) {
    requirePlain(answer);
    return;
  }
  // contract 5 doesn't show the answer to a bad bearer token: 401 and 403 both count.
  if (isUnauthorized(answer)) throw new ServiceError('credentials', 'not authorised', { status });
  if (status === 429 || status === 503) {
    const retry_after_ms = retryAfter(answer.headers);
    throw new ServiceError('busy', `the service is busy (${status})`, { status, retry_after_ms });
  }
  if (status === 408 || status >= 500) {
    throw new ServiceError('broken', `the service failed (${status})`, { status });
  }
  throw refusal(answer);
}

/** True for a status that may mean a bad bearer token. */
export function isUnauthorized({ status }: HttpAnswer): boolean {
  return status === 401 || status === 403;
}

/** Rejects an encoded body: requests ask for `identity`, and nothing here decodes it. */
function requirePlain({ status, headers }: HttpAnswer): void {
  const coding = headers['content-encoding'];
  if (coding === undefined || coding === 'identity') return;
  const message = 'the answer is compressed although the request did not allow it';
  throw new ServiceError('unreadable', message, { status });
}

/** The error of a 4xx: refused with the service's message (contract 7), else unreadable. */
function refusal(answer: HttpAnswer): ServiceError {
  const { status, text } = answer;
  if (![400, 404, 409, 422].includes(status)) {
    const service_message = messageOf(answer);
    const message = `a status that the contract does not show (${status})`;
    return new ServiceError('unreadable', message, { status, service_message });
  }
  requirePlain(answer);
  const body = z.safeParse(serviceErrorBody, jsonOf(text, status));
  if (!body.success) {
    return new ServiceError('unreadable', `a refusal without a message (${status})`, { status });
  }
  return new ServiceError('refused', body.data.message, { status, errors: body.data.errors });
}

/** The message in an error body (contract 7), if there is one. */
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
    // The parser's message quotes the text, which may hold personal data: it is dropped.
    throw new ServiceError('unreadable', 'the answer is not JSON', { status });
  }
}

/** Paths and codes of the first 5 issues, never a value. */
function faults(error: z.core.$ZodError): string {
  const named = error.issues.map(({ path, code }) => `${path.map(String).join('.')} ${code}`);
  return named.slice(0, 5).join(', ');
}

/**
 * Retry-After in milliseconds: seconds or a date (RFC 9110, 10.2.3). A date is compared with the Date
 * header, because the clocks may differ.
 */
function retryAfter(headers: HttpAnswer['headers']): number | undefined {
  const after = headers['retry-after'];
  if (typeof after !== 'string') return undefined;
  if (/^\d{1,9}$/.test(after)) return Number(after) * 1000;
  const wait = Date.parse(after) - (dateOf(headers) ?? Date.now());
  return Number.isNaN(wait) ? undefined : Math.max(wait, 0);
}

/** The Date header in milliseconds since 1970, if there is a valid one. */
export function dateOf(headers: HttpAnswer['headers']): number | undefined {
  const date = typeof headers.date === 'string' ? Date.parse(headers.date) : Number.NaN;
  return Number.isNaN(date) ? undefined : date;
}
