import { writeJson } from './wire.ts';

/** The answer to a call. `delay_ms` delays it; `dropped` closes the connection instead of answering. */
export type Answer = {
  status: number;
  text: string;
  headers?: Record<string, string>;
  delay_ms?: number;
  dropped?: boolean;
  /** The raw body that is sent in place of `text`. */
  bytes?: Uint8Array;
};

/** Error messages by field name (contract 7). */
export type FieldErrors = Record<string, string[]>;

/** A 200 answer with a JSON body. */
export function ok(body: object): Answer {
  return { status: 200, text: writeJson(body) };
}

/** Thrown to refuse a call with a status and the error body of contract 7. */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: FieldErrors | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    message: string,
    errors?: FieldErrors,
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }

  answer(): Answer {
    return {
      status: this.status,
      text: writeJson({ message: this.message, ...(this.errors && { errors: this.errors }) }),
      headers: this.headers,
    };
  }
}
