import * as z from 'zod/mini';

const { localeError } = z.locales.en();

/** What is wrong with a value, for a schema that has no words of its own. */
export const zodErrorMessage: z.core.$ZodErrorMap = (issue) =>
  issue.input === undefined ? "can't be blank" : localeError(issue);
