import * as z from 'zod/mini';
import { typedText } from './typed-text.ts';

/** The body of POST /api/session. */
export const signInRequest = z.object({
  email: typedText('email', 320).check(z.minLength(1)),
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
});
export type SignInRequest = z.infer<typeof signInRequest>;
