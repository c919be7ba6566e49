import * as z from 'zod/mini';

/** A variable that must not be blank, without the spaces around it. */
export const text = z.string().check(z.trim(), z.minLength(1, 'must not be blank'));
