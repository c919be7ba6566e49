import { type Dispatcher, EnvHttpProxyAgent, errors, Pool } from 'undici';
import { ServiceError } from './errors.ts';

/** In milliseconds. `body` is the longest pause within an answer, `total` the time of a whole call. */
export type Timeouts = { connect: number; headers: number; body: number; total: number };

/** The proxy for calls to an https:// service, and the hosts that are called without it (NO_PROXY). */
export type ProxyAccess = { url: string; except: string };

export type HttpOptions = {
  /** May have a path: https://host/prefix */
  baseUrl: string;
  proxy?: ProxyAccess | undefined;
  timeouts: Timeouts;
  maxBodyBytes?: number;
  maxConnections?: number;
};

export type HttpRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the base URL, with the query. */
  path: string;
  headers: Record<string, string>;
  /** JSON text, with any method: simulate is a GET with a body (contract 4.2). */
  body?: string | undefined;
  /** Replaces `timeouts.total`, for a caller with less time left. */
  total_ms?: number;
  /** Maximum size of this answer in bytes, if less than `maxBodyBytes`. */
  max_bytes?: number;
  signal?: AbortSignal | undefined;
  /** Called right before the first byte is written. If it throws, the call ends as not-written. */
  beforeWriting?: (() => void) | undefined;
};

export type HttpAnswer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The text as it came: a long list is read so, for joining 20 MB would block the event loop. */
  parts: readonly string[];
  readonly text: string;
};

/** Enough for a list of 300,000 transfers. */
export const maxAnswerBytes = 64 * 1024 * 1024;

export type Http = {
  send(request: HttpRequest): Promise<HttpAnswer>;
  /** Waits for calls under way. */
  close(): Promise<void>;
  /** Ends calls under way: as broken once they are written, else as not-written. */
  end(): void;
};

/** How far a request got: decides the kind of its failure. */
type Progress = { written: boolean; answered: boolean };

/**
 * The HTTP client of the service: each request is written at most once, and redirects are not followed.
 * `send` throws a ServiceError of kind not-written, timeout, broken, redirected or unreadable.
 */
export function createHttp(options: HttpOptions): Http {
  const { timeouts, maxBodyBytes = maxAnswerBytes } = options;
  const base = new URL(options.baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const dispatcher = createDispatcher(base, options);

  async function send(request: HttpRequest): Promise<HttpAnswer> {
    const total = Math.ceil(request.total_ms ?? timeouts.total);
    if (total <= 0)
      throw new ServiceError('not-written', 'the timeout was over before the request was written');
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
    const answer = dispatcher.compose(writtenOnce(progress, request.beforeWriting)).request({
      origin: base.origin,
      method: request.method,
      path: prefix + request.path,
      headers: {
        accept: 'application/json',
        // Without this header any encoding would be acceptable (RFC 9110, 12.5.3), and nothing decodes it.
        'accept-encoding': 'identity',
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
        ...request.headers,
      },
      body: request.body ?? null,
      signal,
      idempotent: false,
      // undici would otherwise close the connection after a GET with a body.
      reset: false,
    });
    const {
      statusCode: status,
      headers,
      body,
    } = await Promise.race([answer, endBeforeWriting(signal, progress)]);
    progress.answered = true;
    const parts = await partsOf(body, request.max_bytes ?? maxBodyBytes);
    // 304 answers If-None-Match and is no redirect.
    if (status >= 300 && status < 400 && status !== 304) {
      throw new ServiceError('redirected', redirection(base, headers.location), { status });
    }
    return {
      ...{ status, headers, parts },
      get text() {
        return parts.join('');
      },
    };
  }

  let ended = false;
  return {
    send,
    close: async () => {
      if (!ended) await dispatcher.close();
    },
    end() {
      ended = true;
      void dispatcher.destroy();
    },
  };
}

/** Kept connections to the service, through the proxy if there is one for it. */
function createDispatcher(base: URL, options: HttpOptions): Dispatcher {
  const { timeouts, proxy, maxBodyBytes = maxAnswerBytes, maxConnections = 32 } = options;
  const pool = {
    connections: maxConnections,
    pipelining: 1,
    // undici may retry an HTTP/2 request on another connection.
    allowH2: false,
    headersTimeout: timeouts.headers,
    bodyTimeout: timeouts.body,
    maxResponseSize: maxBodyBytes,
    // Short, so that few requests race with the service closing an idle connection.
    keepAliveTimeout: 2_000,
    keepAliveMaxTimeout: 10_000,
  };
  const connect = { timeout: timeouts.connect, allowH2: false };
  // Only https goes through a tunnel, where the proxy can neither read a request nor repeat it.
  if (proxy === undefined || base.protocol !== 'https:') {
    return new Pool(base.origin, { ...pool, connect });
  }
  return new EnvHttpProxyAgent({
    ...{ ...pool, connect, proxyTls: connect, requestTls: connect },
    // Empty rather than undefined: undici would then read the environment.
    ...{ httpsProxy: proxy.url, httpProxy: '', noProxy: proxy.except },
  });
}

/** Names only the origin: a path or query may hold personal data. */
function redirection(base: URL, location: unknown): string {
  const to = typeof location === 'string' && URL.canParse(location, base);
  const where = to ? ` to ${new URL(location, base).origin}` : '';
  return `the service redirects${where}, and redirects are not followed: check REMITTANCE_BASE_URL`;
}

/** Reads the body as text up to `max` bytes; beyond that the connection is closed. */
async function partsOf(body: AsyncIterable<Uint8Array>, max: number): Promise<string[]> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > max) throw new ServiceError('unreadable', 'the answer is too large');
    parts.push(decoder.decode(chunk, { stream: true }));
  }
  return [...parts, decoder.decode()];
}

/** Marks the request as written, and aborts it if undici would write it a second time. */
function writtenOnce(
  progress: Progress,
  beforeWriting: HttpRequest['beforeWriting'],
): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (controller, context) => {
      start?.(controller, context);
      if (progress.written) controller.abort(new Error('the request was already written once'));
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
 * Rejects when the signal aborts while the request waits for a connection. undici checks the signal
 * only when the request's turn comes, and then doesn't write it.
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
 * Runs work with a signal that aborts after `ms` milliseconds or with `outer`. The timer is cleared when
 * the work ends: AbortSignal.timeout would keep the call and its answer in memory until the timeout.
 */
export async function withTimeout<T>(
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const leave = () => controller.abort(outer?.reason);
  const timer = setTimeout(() => {
    controller.abort(new DOMException('the call took longer than its timeout', 'TimeoutError'));
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
  // DNS, connecting, TLS and waiting for a connection all happen before writing.
  if (!progress.written) {
    return new ServiceError('not-written', 'the service could not be reached: nothing was sent', {
      cause,
    });
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

/** The code of undici or the system; a timeout of `withTimeout` only has a name. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
