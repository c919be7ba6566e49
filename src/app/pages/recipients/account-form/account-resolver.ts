import type { FieldError, Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import type { accountSchema } from './account-schema.ts';
import type { AccountValues } from './account-values.ts';

/** Checks the form by its schema, and says of each field the first fault. */
export function accountResolver(schema: ReturnType<typeof accountSchema>): Resolver<AccountValues> {
  return (values) => {
    const parsed = z.safeParse(schema, values);
    if (parsed.success) return { values: parsed.data, errors: {} };
    const errors: Record<string, FieldError> = {};
    for (const { code, path, message } of parsed.error.issues) {
      errors[path.join('.')] ??= { type: code ?? 'custom', message };
    }
    return { values: {}, errors };
  };
}
