import { type FieldErrors, Refusal } from './answer.ts';
import { readJson } from './wire.ts';

/** Reads the fields of a request body and collects all errors instead of stopping at the first. */
export type Fields = {
  errors: FieldErrors;
  /** True when the body contains the field, even as null. */
  has(name: string): boolean;
  /** A text, null when absent, null or blank. */
  text(name: string): string | null;
  /** An integer, null when absent or null. */
  integer(name: string): bigint | null;
  requiredText(name: string): string;
  requiredInteger(name: string): bigint;
  positiveInteger(name: string): bigint;
  /** Throws a Refusal with 400 and all collected errors, if there are any. */
  refuseErrors(message?: string): void;
};

/** Parses a body into Fields; throws a Refusal with 400 unless it is a JSON object. */
export function readFields(body: Uint8Array): Fields {
  if (body.length === 0) throw new Refusal(400, 'the request body is missing');
  const errors: FieldErrors = {};
  const values = new Map(Object.entries(readObject(body)));

  const fault = (name: string, message: string) => {
    errors[name] = [...(errors[name] ?? []), message];
  };
  const text = (name: string) => {
    const value = values.get(name) ?? null;
    if (typeof value === 'string') return value.trim() === '' ? null : value;
    if (value !== null) fault(name, 'is not a string');
    return null;
  };
  const integer = (name: string) => {
    const value = values.get(name) ?? null;
    if (typeof value === 'bigint') return value;
    if (value !== null) fault(name, 'is not an integer');
    return null;
  };
  const required = <T>(name: string, value: T | null, otherwise: T) => {
    if (value === null && !errors[name]) fault(name, "can't be blank");
    return value ?? otherwise;
  };

  return {
    errors,
    has: (name) => values.has(name),
    text,
    integer,
    requiredText: (name) => required(name, text(name), ''),
    requiredInteger: (name) => required(name, integer(name), 0n),
    positiveInteger(name) {
      const value = required(name, integer(name), 1n);
      if (value <= 0n) fault(name, 'must be greater than 0');
      return value;
    },
    refuseErrors(message = 'invalid request') {
      if (Object.keys(errors).length > 0) throw new Refusal(400, message, errors);
    },
  };
}

function readObject(body: Uint8Array): object {
  const value = parsed(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal(400, 'the request body must be a JSON object');
  }
  return value;
}

function parsed(body: Uint8Array): unknown {
  try {
    return readJson(body);
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refusal(400, 'malformed JSON');
    throw error;
  }
}
