import { writeJson } from './wire.ts';

/** What a call is answered, perhaps late, or not at all: `dropped` closes the connection instead. */
export type Answer = {
  status: number;
  text: string;
  headers?: Record<string, string>;
  delay_ms?: number;
  dropped?: boolean;
  /** The body in place of `text`, as it goes over the wire. */
  bytes?: Uint8Array;
};

/** contract 7: messages by the name of the field at fault. */
export type FieldErrors = Record<string, string[]>;

export function ok(body: object): Answer {
  return { status: 200, text: writeJson(body) };
}

/** A call that is refused, with the body of contract 7. */
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
