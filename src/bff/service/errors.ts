import { messages } from '../../contract/errors.ts';

/**
 * How a call to the service failed.
 * - refused: an answer that the contract knows, 400, 404, 409 or 422 with a message (contract 7)
 * - credentials: the Client ID and Secret, or a renewed bearer, are not accepted
 * - not-written: proof that nothing of this call reached the service
 * - timeout: written, and no whole answer in time
 * - broken: written, then reset, aborted, redirected, or answered 408 or 5xx
 * - unreadable: an answer that is no JSON, cut short, too large or not as the contract says
 * - busy: 429 or 503
 */
export type FailureKind =
  | 'refused'
  | 'credentials'
  | 'not-written'
  | 'timeout'
  | 'broken'
  | 'unreadable'
  | 'busy';

type Details = {
  status?: number | undefined;
  errors?: Record<string, string[]> | undefined;
  retry_after_ms?: number | undefined;
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

  constructor(kind: FailureKind, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.kind = kind;
    this.status = details.status;
    this.errors = details.errors;
    this.retry_after_ms = details.retry_after_ms;
  }
}

const knownMessages: ReadonlySet<string> = new Set(Object.values(messages));

/**
 * True unless the error proves that a POST did nothing: it was not written, it was answered 401 before
 * any work, or it was refused in the contract's own words: 400 with a message, or 404 with a message
 * that the contract names (contract 7). A 404 of a gateway, 409, 422, 429 and 503 prove nothing.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return true;
  if (error.kind === 'refused') {
    return !(error.status === 400 || (error.status === 404 && knownMessages.has(error.message)));
  }
  return error.kind !== 'not-written' && error.kind !== 'credentials';
}
