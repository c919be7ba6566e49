import { messages } from '../../contract/errors.ts';
import type { FailureKind } from '../../contract/failure-kind.ts';

type Details = {
  status?: number | undefined;
  errors?: Record<string, string[]> | undefined;
  retry_after_ms?: number | undefined;
  service_message?: string | undefined;
  cause?: unknown;
};

/** The one error of the service client. Its message is the service's own when `kind` is refused. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly kind: FailureKind;
  /** The HTTP status, where an answer came. */
  readonly status: number | undefined;
  /** contract 7: messages by field name, of a refused account. */
  readonly errors: Record<string, string[]> | undefined;
  /** How long a busy service asks to be left alone, where it says so. */
  readonly retry_after_ms: number | undefined;
  /** What the service said in an answer of 4xx, also in one that the contract does not know. */
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
 * True unless the error proves that a POST did nothing: it was not written, no token was to be had for
 * it, or it was refused in the contract's own words: 400 with a message, or 404 with a message that the
 * contract names (contract 7). A 404 of a gateway, 401, 403, 409, 422, 429 and 503 prove nothing.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return true;
  if (error.kind === 'refused') {
    return !(error.status === 400 || (error.status === 404 && knownMessages.has(error.message)));
  }
  return error.kind !== 'not-written' && error.kind !== 'credentials';
}

/** The code that the system or the network library gave the first cause: ECONNREFUSED, CERT_HAS_EXPIRED. */
export function causeCode(error: unknown): string | undefined {
  let code: string | undefined;
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && typeof one.code === 'string') code = one.code;
  }
  return code;
}

/** contract 7: there is no such transfer or account. Any other refusal says something else. */
export function isRecordNotFound(error: unknown): boolean {
  if (!(error instanceof ServiceError) || error.kind !== 'refused') return false;
  return error.message === messages.recordNotFound && [400, 404].includes(error.status ?? 0);
}

/** An answer came, and nothing can be taken from it. */
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
 * What the log keeps of an error. A database's has more fields, and the row that failed in them. The
 * service's own words of a refusal may name a person: of them there is the status.
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
