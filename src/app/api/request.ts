import * as z from 'zod/mini';
import { problem } from '../../contract/api/problem.ts';
import { ApiError } from './api-error.ts';
import { takeFirstData } from './first-data.ts';

type Options = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  query?: Record<string, string | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

/** Calls the BFF and parses what it answers. Throws ApiError, or the abort of `signal`. */
export async function request<T extends z.core.$ZodType>(
  answer: T,
  path: string,
  options: Options = {},
): Promise<z.output<T>> {
  const response = await send(path, options);
  if (!response.ok) throw await failureOf(response);
  const parsed = z.safeParse(answer, response.status === 204 ? undefined : await jsonOf(response));
  if (!parsed.success) throw unreadable(response);
  return parsed.data;
}

/** The path with those of the parameters that have a value. */
export function withQuery(path: string, query: Record<string, string | undefined> = {}): string {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** Calls the BFF. Throws ApiError when it can't be reached, or the abort of `signal`. */
export async function send(path: string, options: Options): Promise<Response> {
  const { method = 'GET', query, body, headers, signal } = options;
  const url = withQuery(path, query);
  const first = method === 'GET' ? takeFirstData(url) : undefined;
  if (first) return first;
  try {
    return await fetch(url, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError('offline');
  }
}

/** What an answer that is no success says. */
export async function failureOf(response: Response): Promise<ApiError> {
  const parsed = z.safeParse(problem, await jsonOf(response));
  if (!parsed.success) return unreadable(response);
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return ApiError.of(parsed.data, Number.isFinite(retryAfter) ? retryAfter : undefined);
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw unreadable(response);
  }
}

function unreadable(response: Response): ApiError {
  return new ApiError('unreadable', {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
  });
}
