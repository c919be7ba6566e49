import * as z from 'zod/mini';
import type { ApprovalRules } from '../ledger/orders/approvals.ts';
import { currencyFigures } from './currency-figures.ts';

const hoursError = 'must be a whole number of hours from 1 to 720, such as 72';

/** The variables of which transfers a second person approves before they are sent. */
export const approvalVariables = {
  APPROVE_ABOVE: z.optional(currencyFigures),
  APPROVAL_EXPIRES_HOURS: z._default(
    z.coerce
      .number({ error: hoursError })
      .check(z.int(hoursError), z.gte(1, hoursError), z.lte(720, hoursError)),
    72,
  ),
  SENDERS_APPROVE: z._default(
    z.enum(['true', 'false'], { error: 'must be true or false' }),
    'false',
  ),
};

type Values = z.infer<z.ZodMiniObject<typeof approvalVariables>> & { SENDERS_SEE: 'own' | 'all' };

/** Reads these variables; nothing needs approval by default. @returns what is wrong, if they don't go together */
export function approvalsOf(values: Values): ApprovalRules | string {
  if (values.SENDERS_APPROVE === 'true' && values.SENDERS_SEE !== 'all') {
    return 'SENDERS_APPROVE: needs SENDERS_SEE=all, so that senders see what they approve; set that too, or give somebody the role approver';
  }
  return {
    above: values.APPROVE_ABOVE ?? new Map(),
    expiresAfter: values.APPROVAL_EXPIRES_HOURS * 3_600_000,
    bySenders: values.SENDERS_APPROVE === 'true',
  };
}
