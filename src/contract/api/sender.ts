import * as z from 'zod/mini';

/** The person who sent it. Only support gets this. */
export const sender = z.object({ name: z.string(), email: z.string() });
export type Sender = z.infer<typeof sender>;
