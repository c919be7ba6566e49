import * as z from 'zod/mini';
import { timestamp } from './wire.ts';

/** contract 2.1: an opaque bearer value and when it dies. Nothing else can stand in a header. */
export const token = z.object({
  token: z.string().check(z.regex(/^[\x21-\x7e]+$/)),
  expires_at: timestamp,
});
export type Token = z.infer<typeof token>;

/** contract 4.1: the JSON body of refresh and of deactivate. */
export const tokenRequest = z.object({ token: z.string() });
