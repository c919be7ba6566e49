import { ServiceError } from './errors.ts';

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
