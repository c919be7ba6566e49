import * as z from 'zod/mini';
import { sendKey } from '../../contract/api/send-key.ts';
import { idPattern } from '../../contract/paths.ts';
import { notFound, ProblemError } from '../lib/problem.ts';
import { zodErrorMessage } from '../lib/zod-error-message.ts';

/** Parses input with a schema. @throws ProblemError with `errors` by field */
function parse<T extends z.core.$ZodType>(
  schema: T,
  value: unknown,
  problem: 'invalid-request' | 'invalid-fields',
): z.output<T> {
  const parsed = z.safeParse(schema, value, { error: zodErrorMessage });
  if (parsed.success) return parsed.data;
  const errors = new Map<string, string[]>();
  for (const issue of parsed.error.issues) {
    const field = issue.path.join('.') || 'body';
    errors.set(field, [...(errors.get(field) ?? []), issue.message]);
  }
  throw new ProblemError(problem, { errors: Object.fromEntries(errors) });
}

/** Parses a query string. @throws ProblemError invalid-request */
export const parseQuery = <T extends z.core.$ZodType>(schema: T, value: unknown) =>
  parse(schema, value, 'invalid-request');

/** Parses a body; a missing one counts as empty. @throws ProblemError invalid-fields */
export const parseBody = <T extends z.core.$ZodType>(schema: T, value: unknown) =>
  parse(schema, value ?? {}, 'invalid-fields');

/** The id in a path. @throws ProblemError not-found for a malformed id, as for an unknown one */
export function parseId(params: unknown): string {
  const parsed = z.safeParse(z.object({ id: z.string().check(z.regex(idPattern)) }), params);
  if (!parsed.success) throw notFound();
  return parsed.data.id;
}

const userInPath = z.object({ user: sendKey });

/** The id of a person in a path. @throws ProblemError not-found for a malformed id, as for an unknown one */
export function parseUser(params: unknown): string {
  const parsed = z.safeParse(userInPath, params);
  if (!parsed.success) throw notFound();
  return parsed.data.user.toLowerCase();
}
