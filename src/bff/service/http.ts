import { type Dispatcher, errors, Pool } from 'undici';
import { ServiceError } from './errors.ts';

/** In milliseconds. `body` is the longest silence within an answer, `total` bounds a whole call. */
export type Timeouts = { connect: number; headers: number; body: number; total: number };

export type HttpOptions = {
  /** May have a path: https://host/prefix */
  baseUrl: string;
  timeouts: Timeouts;
  maxBodyBytes?: number;
  maxConnections?: number;
};

export type HttpRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** From the base URL on, with the query. */
  path: string;
  headers: Record<string, string>;
  /** JSON text, with any method: simulate is a GET with a body (contract 4.2). */
  body?: string | undefined;
  /** What is left of the caller's time, in place of `timeouts.total`. */
  total_ms?: number;
  /** The most that this answer may be, where that is less than any answer may. */
  max_bytes?: number;
  signal?: AbortSignal | undefined;
  /** Called right before the first byte is written; what it throws ends the call, as not written. */
  beforeWriting?: (() => void) | undefined;
};

export type HttpAnswer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
};

/** Room for 200,000 transfers in a list. */
export const maxAnswerBytes = 40 * 1024 * 1024;

export type Http = { send(request: HttpRequest): Promise<HttpAnswer>; close(): Promise<void> };

/** How far a request got, which decides what its failure means. */
type Progress = { written: boolean; answered: boolean };

/**
 * HTTP to the service: each request is written at most once, and no redirect is followed.
 * `send` throws a ServiceError of kind not-written, timeout, broken or unreadable.
 */
export function createHttp(options: HttpOptions): Http {
  const { timeouts, maxBodyBytes = maxAnswerBytes, maxConnections = 32 } = options;
  const base = new URL(options.baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const pool = new Pool(base.origin, {
    connections: maxConnections,
    pipelining: 1,
    // HTTP/2 may write a request again on another connection.
    allowH2: false,
    connect: { timeout: timeouts.connect },
    headersTimeout: timeouts.headers,
    bodyTimeout: timeouts.body,
    maxResponseSize: maxBodyBytes,
    // Short, so that few requests meet a connection that the service is closing.
    keepAliveTimeout: 2_000,
    keepAliveMaxTimeout: 10_000,
  });

  async function send(request: HttpRequest): Promise<HttpAnswer> {
    const total = Math.ceil(request.total_ms ?? timeouts.total);
    if (total <= 0) throw new ServiceError('not-written', 'no time was left for the call');
    const progress: Progress = { written: false, answered: false };
    try {
      return await withTimeout(total, request.signal, (signal) =>
        exchange(request, signal, progress),
      );
    } catch (error) {
      throw error instanceof ServiceError ? error : failure(error, progress, request.signal);
    }
  }

  async function exchange(request: HttpRequest, signal: AbortSignal, progress: Progress) {
    signal.throwIfAborted();
    const answer = pool.compose(writtenOnce(progress, request.beforeWriting)).request({
      method: request.method,
      path: prefix + request.path,
      headers: {
        accept: 'application/json',
        // Without it any coding would be acceptable (RFC 9110, 12.5.3), and none is read.
        'accept-encoding': 'identity',
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
        ...request.headers,
      },
      body: request.body ?? null,
      signal,
      idempotent: false,
      // A GET with a body would otherwise close its connection.
      reset: false,
    });
    const {
      statusCode: status,
      headers,
      body,
    } = await Promise.race([answer, endBeforeWriting(signal, progress)]);
    progress.answered = true;
    const text = await textOf(body, request.max_bytes ?? maxBodyBytes);
    // Not modified is an answer to a condition, and leads nowhere.
    if (status >= 300 && status < 400 && status !== 304) {
      throw new ServiceError('redirected', redirection(base, headers.location), { status });
    }
    return { status, headers, text };
  }

  return { send, close: () => pool.close() };
}

/** Where to, without what a path or a query may hold. */
function redirection(base: URL, location: unknown): string {
  const to = typeof location === 'string' && URL.canParse(location, base);
  const where = to ? ` to ${new URL(location, base).origin}` : '';
  return `the service redirects${where}, which is not followed: is REMITTANCE_BASE_URL right?`;
}

/** The body as text, as long as it is within its bound: the connection is closed on the rest. */
async function textOf(body: AsyncIterable<Uint8Array>, max: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > max) throw new ServiceError('unreadable', 'the answer is too large');
    // As it comes: to decode a list of 20 MB at its end would hold up every other call.
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Notes that a request is about to be written, and refuses to write it a second time. */
function writtenOnce(
  progress: Progress,
  beforeWriting: HttpRequest['beforeWriting'],
): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (controller, context) => {
      start?.(controller, context);
      if (progress.written) controller.abort(new Error('the request was written before'));
      try {
        beforeWriting?.();
      } catch (error) {
        controller.abort(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      progress.written = true;
    };
    return dispatch(options, handler);
  };
}

/**
 * Rejects when the signal ends a request that waits for a connection. undici looks at the signal no
 * sooner than when it would write the request, and then doesn't.
 */
function endBeforeWriting(signal: AbortSignal, progress: Progress): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = () => {
      if (!progress.written) reject(signal.reason);
    };
    signal.addEventListener('abort', end, { once: true });
  });
}

/**
 * Runs work with a signal that ends it after so many milliseconds, or when `outer` does. Nothing of it
 * is left once the work is done: AbortSignal.timeout would keep each call and its answer until then.
 */
export async function withTimeout<T>(
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const leave = () => controller.abort(outer?.reason);
  const timer = setTimeout(() => {
    controller.abort(new DOMException('the time for the call is over', 'TimeoutError'));
  }, ms);
  outer?.addEventListener('abort', leave, { once: true });
  if (outer?.aborted) leave();
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', leave);
  }
}

function failure(cause: unknown, progress: Progress, signal?: AbortSignal): ServiceError {
  const code = codeOf(cause);
  // Name look-up, connecting, TLS and waiting for a free connection all come before.
  if (!progress.written) {
    return new ServiceError('not-written', 'the service could not be reached', { cause });
  }
  if (signal?.aborted) return new ServiceError('broken', 'the caller went away', { cause });
  if (/TIMEOUT|ETIMEDOUT/i.test(code)) {
    return new ServiceError('timeout', 'the service did not answer in time', { cause });
  }
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new ServiceError('unreadable', 'the answer is too large', { cause });
  }
  if (cause instanceof errors.HTTPParserError) {
    return new ServiceError('unreadable', 'the answer is not HTTP', { cause });
  }
  return progress.answered
    ? new ServiceError('unreadable', 'the answer was cut short', { cause })
    : new ServiceError('broken', 'the connection broke before an answer', { cause });
}

/** undici and the system give a code; a deadline has a name alone. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
