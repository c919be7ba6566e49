import { AsyncLocalStorage } from 'node:async_hooks';

/** The part of a pino logger that is used here. Never log a token, body or query. */
export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** Logs nothing. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };

/** What a call to the service belongs to: the browser's request, and the idempotency key of a send. */
type CallContext = { request_id?: string; key?: string };

/** Follows the asynchronous calls of a request, so that log lines can name it. */
export const callContext = new AsyncLocalStorage<CallContext>();
