import * as z from 'zod/mini';

const { localeError } = z.locales.en();

/** The message for a value that a schema rejects, unless the schema has its own. */
export const zodErrorMessage: z.core.$ZodErrorMap = (issue) =>
  issue.input === undefined ? "can't be blank" : localeError(issue);
