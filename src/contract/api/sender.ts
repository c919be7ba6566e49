import * as z from 'zod/mini';

/** The person who sent a transfer, or added a recipient. Only support gets this; the id is that of `apiPaths.sender`. */
export const sender = z.object({ id: z.string(), name: z.string(), email: z.string() });
export type Sender = z.infer<typeof sender>;
