/** The part of a pino logger that the service client uses. It is never given a token, body or query. */
export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

export const silentLog: Log = { info() {}, warn() {}, error() {} };
