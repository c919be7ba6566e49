import * as z from 'zod/mini';
import { maxHoldSeconds } from '../../contract/api/order.ts';

const error = `must be a whole number of seconds from 0 to ${maxHoldSeconds}, such as 20`;
const seconds = z.coerce
  .number({ error })
  .check(z.int(error), z.gte(0, error), z.lte(maxHoldSeconds, error));

/** The variables of how long a transfer is held before it is sent. */
export const holdVariables = {
  HOLD_SECONDS: z.optional(seconds),
  HOLD_SECONDS_NEW_RECIPIENT: z.optional(seconds),
};

export type Hold = { seconds: number; newRecipientSeconds: number };

/** Reads these variables; nothing is held by default. */
export function holdOf(values: z.infer<z.ZodMiniObject<typeof holdVariables>>): Hold {
  return {
    seconds: values.HOLD_SECONDS ?? 0,
    newRecipientSeconds: values.HOLD_SECONDS_NEW_RECIPIENT ?? 0,
  };
}

/** The environment, where without a service a transfer to a new recipient is held: a newcomer meets it so. */
export const withSandboxHold = (env: Record<string, string | undefined>) =>
  env.REMITTANCE_BASE_URL ? env : { HOLD_SECONDS_NEW_RECIPIENT: '20', ...env };
