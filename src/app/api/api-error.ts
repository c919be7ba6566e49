import { type Problem, type ProblemName, problemName } from '../../contract/api/problem.ts';

/** The BFF's problems, and the failures that only the app can see. */
export type FailureName =
  | ProblemName
  | 'offline'
  | 'unreadable'
  | 'passkey-cancelled'
  | 'passkey-exists'
  | 'passkey-unsupported';

type Details = {
  status?: number;
  requestId?: string | undefined;
  detail?: string | undefined;
  fieldErrors?: Record<string, string[]> | undefined;
  sendKey?: string | undefined;
  account?: unknown;
  limit?: unknown;
  order?: unknown;
  retryAfterSeconds?: number | undefined;
};

/** Any failure of a call to the BFF; no other error type comes from there. */
export class ApiError extends Error {
  readonly failure: FailureName;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly detail: string | undefined;
  /** Field name of the contract -> messages. */
  readonly fieldErrors: Record<string, string[]>;
  readonly sendKey: string | undefined;
  /** The recipient's current data, not parsed. */
  readonly account: unknown;
  /** The limit that is reached, not parsed. */
  readonly limit: unknown;
  /** The order as it is now, not parsed. */
  readonly order: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(failure: FailureName, details: Details = {}) {
    super(details.detail ?? failure);
    this.name = 'ApiError';
    this.failure = failure;
    this.status = details.status ?? 0;
    this.requestId = details.requestId;
    this.detail = details.detail;
    this.fieldErrors = details.fieldErrors ?? {};
    this.sendKey = details.sendKey;
    this.account = details.account;
    this.limit = details.limit;
    this.order = details.order;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  static of(problem: Problem, retryAfterSeconds?: number): ApiError {
    return new ApiError(problemName(problem.type) ?? 'internal', {
      status: problem.status,
      requestId: problem.request_id,
      detail: problem.detail,
      fieldErrors: problem.errors,
      sendKey: problem.send_key,
      account: problem.account,
      limit: problem.limit,
      order: problem.order,
      retryAfterSeconds,
    });
  }
}

export function isFailure(error: unknown, ...names: FailureName[]): error is ApiError {
  return error instanceof ApiError && names.includes(error.failure);
}
