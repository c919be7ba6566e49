import * as z from 'zod/mini';

/** An exact decimal in a string, such as "4.3127" (contract 2.7). */
export const decimalText = z.string().check(z.regex(/^\d+(\.\d+)?$/));
