import * as z from 'zod/mini';

// Apart from errors.ts, which pages load: no page parses an error body of the service.

const fieldMessages = z.record(
  z.string(),
  z.union([
    z.array(z.string()),
    z.pipe(
      z.string(),
      z.transform((message: string) => [message]),
    ),
  ]),
);

/**
 * An error body (contract 7): a message and, for accounts, messages by field name. A single message in
 * place of an array is parsed as an array of one. `errors` of any other shape is ignored, so that the
 * message survives.
 */
export const serviceErrorBody = z.object({
  message: z.string(),
  errors: z.catch(z.optional(fieldMessages), undefined),
});
