import * as z from 'zod/mini';
import { hiddenTabHeader, type Query, withQuery } from '../../contract/api/paths.ts';
import { problem } from '../../contract/api/problem.ts';
import { ApiError, type FailureName } from './api-error.ts';
import { soon } from './soon.ts';

type Options = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  query?: Query;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

/** What a read takes of a response. */
export type Answer = Pick<Response, 'ok' | 'status' | 'headers' | 'json'>;
type Transport<To extends Answer> = (url: string, options: RequestInit) => Promise<To>;

const overHttp: Transport<Response> = (url, options) => fetch(url, options);
let transport: Transport<Answer> = overHttp;
let safeParse: typeof z.safeParse = z.safeParse;

/** Replaces `fetch`, and what parses an answer, for the server, which calls its own API. */
export function setTransport(next: typeof transport, parse = safeParse): void {
  transport = next;
  safeParse = parse;
}

let beforeFailure: (failure?: FailureName) => Promise<void> = async () => {};
const maxFailureWaitMs = 5_000;

/**
 * Sets what a call waits for before it fails by an answer of the BFF. Whatever changes something begins it
 * at once, so that nobody waits for it after a press.
 */
export function setBeforeFailure(next: typeof beforeFailure): void {
  beforeFailure = next;
}

/** A smaller difference is left alone: the time of an answer has whole seconds, and took a moment to come. */
const toleratedMs = 5_000;
/** What the browser's clock is behind the server's, in milliseconds. */
let behindMs = 0;

/**
 * The server's time at a time of the browser's clock, both in milliseconds since 1970. What is decided by time rests
 * on it: the clock of a browser may be days wrong.
 */
export const toServerTime = (browserTime: number) => browserTime + behindMs;

/** Sets the server's time from an answer that was written just now. */
export function noteServerTime(time: number): void {
  const difference = time - Date.now();
  if (Number.isNaN(difference)) return;
  behindMs = Math.abs(difference) < toleratedMs ? 0 : difference;
}

/** Calls the BFF and parses the answer. Throws ApiError, or the abort reason of `signal`. */
export async function request<T extends z.core.$ZodType>(
  answer: T,
  path: string,
  options: Options = {},
): Promise<z.output<T>> {
  const response = await sendBy(transport, path, options);
  if (!response.ok) throw await failureOf(response);
  const parsed = safeParse(answer, response.status === 204 ? undefined : await jsonOf(response));
  if (!parsed.success) throw unreadable(response);
  return parsed.data;
}

/** Calls the BFF. Throws ApiError when it can't be reached, or the abort reason of `signal`. */
export const send = (path: string, options: Options): Promise<Response> =>
  sendBy(overHttp, path, options);

async function sendBy<To extends Answer>(
  by: Transport<To>,
  path: string,
  options: Options,
): Promise<To> {
  const { method = 'GET', query, body, headers, signal } = options;
  const url = withQuery(path, query);
  if (method !== 'GET') void beforeFailure();
  try {
    const response = await by(url, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(isHidden() && { [hiddenTabHeader]: '1' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
    // What a cache answers was written long ago.
    if (response.headers.get('cache-control')?.includes('no-store')) {
      noteServerTime(Date.parse(response.headers.get('date') ?? ''));
    }
    return response;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError('offline');
  }
}

/** True in a tab that nobody sees; false on the server. */
const isHidden = () => typeof document !== 'undefined' && document.visibilityState === 'hidden';

/** The ApiError of a response that is not a success. */
export async function failureOf(response: Answer): Promise<ApiError> {
  const parsed = z.safeParse(problem, await jsonOf(response));
  if (!parsed.success) return unreadable(response);
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const error = ApiError.of(parsed.data, Number.isFinite(retryAfter) ? retryAfter : undefined);
  await soon(beforeFailure(error.failure), maxFailureWaitMs);
  return error;
}

async function jsonOf(response: Answer): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw unreadable(response);
  }
}

function unreadable(response: Answer): ApiError {
  return new ApiError('unreadable', {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
  });
}
