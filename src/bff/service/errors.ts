import { messages } from '../../contract/errors.ts';
import type { FailureKind } from '../../contract/failure-kind.ts';

type Details = {
  status?: number | undefined;
  errors?: Record<string, string[]> | undefined;
  retry_after_ms?: number | undefined;
  service_message?: string | undefined;
  cause?: unknown;
};

/** The error of every call to the service. With kind refused its message is the service's. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly kind: FailureKind;
  /** The HTTP status, if an answer came. */
  readonly status: number | undefined;
  /** contract 7: messages by field name, for a refused account. */
  readonly errors: Record<string, string[]> | undefined;
  /** How long to wait before the next call, if known. */
  readonly retry_after_ms: number | undefined;
  /** The service's message in a 4xx answer, also with a status that the contract doesn't show. */
  readonly service_message: string | undefined;

  constructor(kind: FailureKind, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.kind = kind;
    this.status = details.status;
    this.errors = details.errors;
    this.retry_after_ms = details.retry_after_ms;
    this.service_message = details.service_message ?? (kind === 'refused' ? message : undefined);
  }
}

const knownMessages: ReadonlySet<string> = new Set(Object.values(messages));

/**
 * False only if the error proves that a POST did nothing: it was not written, there was no token for it,
 * or it was refused by contract 7: 400 with a message, or 404 with a message of the contract. A gateway's
 * 404, and 401, 403, 409, 422, 429 and 503 prove nothing.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return true;
  if (error.kind === 'refused') {
    return !(error.status === 400 || (error.status === 404 && knownMessages.has(error.message)));
  }
  return error.kind !== 'not-written' && error.kind !== 'credentials';
}

/** True if the transfer or account doesn't exist (contract 7). */
export function isRecordNotFound(error: unknown): boolean {
  if (!(error instanceof ServiceError) || error.kind !== 'refused') return false;
  return error.message === messages.recordNotFound && [400, 404].includes(error.status ?? 0);
}

/** True if an answer came but has no usable content. */
export function isUnreadable(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  return error.kind === 'unreadable' || error.kind === 'redirected' || error.kind === 'refused';
}

type PlainError = {
  type: string;
  message: string;
  code?: unknown;
  stack?: string | undefined;
  cause?: PlainError;
};

/**
 * An error as it is logged. Only known fields: a database error also holds the row that failed. A
 * refusal is logged by its status, because the service's message may name a person.
 */
export function plainError(error: unknown): PlainError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' };
  const { name: type, cause } = error;
  const isRefusal = error instanceof ServiceError && error.kind === 'refused';
  const message = isRefusal ? `refused (${error.status})` : error.message;
  const stack = isRefusal ? error.stack?.replace(error.message, message) : error.stack;
  return {
    type,
    message,
    stack,
    ...('code' in error ? { code: error.code } : {}),
    ...(cause === undefined ? {} : { cause: plainError(cause) }),
  };
}
