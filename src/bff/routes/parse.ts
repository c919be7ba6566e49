import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { sendKey } from '../../contract/api/send-key.ts';
import { idPattern } from '../../contract/paths.ts';
import { isUnreadable } from '../../contract/text.ts';
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

const keyInPath = z.object({ key: sendKey });

/** The key of a send or an order in a path. @throws ProblemError not-found for a malformed key, as for an unknown one */
export function parseKey(params: unknown): string {
  const parsed = z.safeParse(keyInPath, params);
  if (!parsed.success) throw notFound();
  return parsed.data.key.toLowerCase();
}

const userInPath = z.object({ user: sendKey });

/** The id of a person in a path. @throws ProblemError not-found for a malformed id, as for an unknown one */
export function parseUser(params: unknown): string {
  const parsed = z.safeParse(userInPath, params);
  if (!parsed.success) throw notFound();
  return parsed.data.user.toLowerCase();
}

/**
 * Refuses every call of the API with a control character, or half a character, in its path, query or body: stores
 * and pages treat them differently. A password is only hashed, so one that was set with them still signs in.
 */
export function refuseUnreadable(app: FastifyInstance) {
  app.addHook('preValidation', async ({ routeOptions, params, query, body }) => {
    if (!routeOptions.url?.startsWith('/api/')) return;
    requireReadable(params, 'invalid-request');
    requireReadable(query, 'invalid-request');
    requireReadable(body, 'invalid-fields');
  });
}

function requireReadable(given: unknown, problem: 'invalid-request' | 'invalid-fields') {
  const isObject = typeof given === 'object' && given !== null;
  const fields: [string, unknown][] = isObject ? Object.entries(given) : [['body', given]];
  const unreadable = fields.filter((field) => hasUnreadable(Object.fromEntries([field])));
  if (unreadable.length === 0) return;
  const message = ['has characters that can’t be read'];
  throw new ProblemError(problem, {
    errors: Object.fromEntries(
      unreadable.map(([name]) => [isUnreadable(name) ? 'body' : name, message]),
    ),
  });
}

/** True if a text in this value is unreadable, or the name of a field. Not recursive: a body may be nested deeply. */
function hasUnreadable(given: unknown): boolean {
  const rest = [given];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value === 'string' && isUnreadable(value)) return true;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, part] of Object.entries(value)) {
      rest.push(name);
      if (typeof part !== 'string' || !name.endsWith('password')) rest.push(part);
    }
  }
  return false;
}
