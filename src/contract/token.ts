import * as z from 'zod/mini';
import { timestamp } from './wire.ts';

/** A bearer token and its expiry (contract 2.1). Only visible ASCII, because it goes into a header. */
export const token = z.object({
  token: z.string().check(z.regex(/^[\x21-\x7e]+$/)),
  expires_at: timestamp,
});
export type Token = z.infer<typeof token>;

/** The JSON body of refresh and deactivate (contract 4.1). */
export const tokenRequest = z.object({ token: z.string() });
