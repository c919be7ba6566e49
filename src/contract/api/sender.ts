import * as z from 'zod/mini';

/** Whose a sending is; support alone is told. */
export const sender = z.object({ name: z.string(), email: z.string() });
export type Sender = z.infer<typeof sender>;
