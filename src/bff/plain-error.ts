type PlainError = {
  type: string;
  message: string;
  code?: unknown;
  stack?: string | undefined;
  cause?: PlainError;
};

/** What the log keeps of an error. A database's has more fields, and the row that failed in them. */
export function plainError(error: unknown): PlainError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' };
  const { name: type, message, stack, cause } = error;
  return {
    type,
    message,
    stack,
    ...('code' in error ? { code: error.code } : {}),
    ...(cause === undefined ? {} : { cause: plainError(cause) }),
  };
}
