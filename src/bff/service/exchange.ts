import { setTimeout as pause } from 'node:timers/promises';
import { type OperationName, operations } from '../../contract/operations.ts';
import { requireSuccess } from './answer.ts';
import type { Bearer } from './bearer.ts';
import type { CallObserver } from './call-record.ts';
import { ServiceError } from './errors.ts';
import { type HttpAnswer, type HttpRequest, maxAnswerBytes } from './http.ts';

/** Maximum of an answer that is not a list: many may be in memory at once. */
const maxSingleBytes = 1024 * 1024;
const maxRetries = 2;
// A cache on the way could answer a read with an old rate, or a list that lacks the latest transfers.
const freshRead = { 'cache-control': 'no-cache' };

/** @param signal ends a read when its caller goes away */
export type ReadOptions = { signal?: AbortSignal | undefined };

export type Call = ReadOptions & {
  path: string;
  body?: string;
  extra?: Record<string, string>;
  total_ms?: number;
  beforeWriting?: HttpRequest['beforeWriting'];
};

/** Calls an operation: reads are retried, a change is written once. Throws a ServiceError. */
export type Exchange = <T>(
  name: OperationName,
  method: HttpRequest['method'],
  call: Call,
  read: (answer: HttpAnswer) => T | Promise<T>,
) => Promise<T>;

type Options = {
  bearer: Bearer;
  observer: CallObserver;
  now: () => number;
  /** Default timeout of a call with its retries, in milliseconds. */
  total_ms: number;
};

/** Calls with a bearer token, an observer, a deadline and retries for reads. */
export function createExchange({ bearer, observer, now, total_ms: total }: Options): Exchange {
  const exchange: Exchange = async (name, method, call, read) => {
    const { path, body, signal, extra, total_ms = total, beforeWriting } = call;
    const deadline = now() + total_ms;

    const request = (): HttpRequest => {
      const left_ms = deadline - now();
      const max_bytes = name.startsWith('list') ? maxAnswerBytes : maxSingleBytes;
      const headers = { ...(method === 'GET' ? freshRead : {}), ...extra };
      const about = { method, path, headers, body, signal, beforeWriting };
      return { ...about, max_bytes, total_ms: left_ms };
    };

    const attempt = () =>
      observer.observed(name, signal, async () => {
        const answer = await bearer.send(request);
        return { status: answer.status, value: await read(answer) };
      });

    if (method !== 'GET') await bearer.prove(harmlessRead);
    return method === 'GET' ? retryRead(attempt, { now, deadline, signal }) : attempt();
  };

  const harmlessRead = () =>
    exchange('listCurrencies', 'GET', { path: operations.listCurrencies.path() }, requireSuccess);
  return exchange;
}

type RetryOptions = { now: () => number; deadline: number; signal?: AbortSignal | undefined };

/**
 * Runs a read and retries it at most twice after a transient failure (broken, busy, not-written) while
 * the wait fits before the deadline. Throws the last failure.
 * @param options `deadline` in milliseconds since 1970
 */
async function retryRead<T>(read: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { now, deadline, signal } = options;
  for (let retries = 0; ; retries += 1) {
    try {
      return await read();
    } catch (error) {
      const wait_ms = retries < maxRetries ? waitAfter(error, retries) : undefined;
      if (wait_ms === undefined || now() + wait_ms >= deadline || signal?.aborted) {
        throw error;
      }
      // If the caller goes away during the pause, the failure before it is thrown.
      await pause(wait_ms, undefined, signal ? { signal } : {}).catch(() => {
        throw error;
      });
    }
  }
}

function waitAfter(error: unknown, retries: number): number | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  const jitter_ms = Math.ceil((0.5 + Math.random()) * 100 * 2 ** retries);
  if (error.kind === 'busy') return (error.retry_after_ms ?? 0) + jitter_ms;
  // From the circuit breaker or a full queue: a retry would fail too.
  if (error.kind === 'not-written' && error.retry_after_ms !== undefined) return undefined;
  return error.kind === 'broken' || error.kind === 'not-written' ? jitter_ms : undefined;
}
