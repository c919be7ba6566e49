import { AsyncLocalStorage } from 'node:async_hooks';

/** The part of a pino logger that the service client uses. It is never given a token, body or query. */
export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

export const silentLog: Log = { info() {}, warn() {}, error() {} };

/** What a call to the service is for: the request that a person made, and the key of their transfer. */
type CallContext = { request_id?: string; key?: string };

/** Carried along with what happens for a request, so that the log names it without every function passing it on. */
export const callContext = new AsyncLocalStorage<CallContext>();
