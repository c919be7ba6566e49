import * as z from 'zod/mini';

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
 * contract 7: an error is a message, and for accounts an object of messages by field name.
 * A single message in place of an array is read as an array of one. `errors` of another shape, such
 * as null or an empty list, never cost the message.
 */
export const serviceErrorBody = z.object({
  message: z.string(),
  errors: z.catch(z.optional(fieldMessages), undefined),
});

/** contract 7: the messages that the service is known to answer. */
export const messages = {
  invalidCredentials: 'invalid credentials',
  recordNotFound: 'record_not_found',
  rateNotAvailable: 'exchange rate not available',
  accountNotFound: 'destination_account not found',
  accountNotCreated: 'error creating destination account',
} as const;
