import * as z from 'zod/mini';
import { sendKey } from './send-key.ts';
import { typedText } from './typed-text.ts';
import { instant, maxSearchLength } from './wire.ts';

/** The address of the audit as a file. */
export const auditFilePath = '/api/audit.csv';

/** The actions that have a name in the app; an entry of a later version may have another. */
export const auditActions = [
  'sign-in',
  'sign-out',
  'session-end',
  'name-change',
  'password-change',
  'password-link',
  'password-reset',
  'sign-in-code',
  'factor-begin',
  'factor-add',
  'factor-remove',
  'recovery-codes',
  'passkey-ask',
  'passkey-add',
  'passkey-rename',
  'passkey-remove',
  'step-up',
  'send',
  'order-make',
  'order-change',
  'order-stop',
  'order-resume',
  'order-approve',
  'order-decline',
  'order-release',
  'hold-change',
  'notes-change',
  'settle',
  'settle-propose',
  'settle-confirm',
  'settle-decline',
  'settle-withdraw',
  'case-open',
  'case-done',
  'case-reopen',
  'case-take',
  'case-give-back',
  'case-hand-over',
  'case-wait',
  'case-resume',
  'case-note',
  'case-correction',
  'receipt-issue',
  'receipt-withdraw',
  'view-save',
  'view-change',
  'view-delete',
  'create-account',
  'edit-account',
  'mark-account',
  'look-up',
  'search',
  'reveal',
  'export',
  'refused',
  'user-add',
  'user-invite',
  'user-accept',
  'user-role',
  'user-access',
  'user-disable',
  'user-password',
  'user-sessions-end',
  'factor-reset',
  'limit-change',
  'person-export',
  'person-erase',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Actions that only read: an auditor may leave them out. */
export const lookUpActions: readonly AuditAction[] = ['look-up', 'search'];

/** What limits the entries. The times are the first moment, and the first after the last. */
const filters = {
  /** Part of the name or email of who did it. */
  who: z.optional(typedText('search', maxSearchLength)),
  /** The id of who did it. */
  user: z.optional(sendKey),
  action: z.optional(z.string().check(z.maxLength(100))),
  /** Leaves out the `lookUpActions`. */
  without: z.optional(z.literal('look-ups')),
  /** What names a record, see `readRecord`, or a whole subject of another kind, such as `database`. */
  subject: z.optional(typedText('search', maxSearchLength)),
  from: z.optional(instant),
  before: z.optional(instant),
};

/** The body of POST /api/audit.csv. */
export const auditFilters = z.object(filters);
export type AuditFilters = z.infer<typeof auditFilters>;

/** The query of GET /api/audit. */
export const auditQuery = z.object({
  ...filters,
  /** The number of the last entry that is known: the answer goes on after it. */
  after: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(500)), 50),
});

const named = z.object({ id: z.string(), name: z.string(), email: z.string() });

const auditEntry = z.object({
  number: z.string(),
  at: instant,
  /** Null for the command line, and for somebody who is not known. */
  who: z.nullable(named),
  by_command_line: z.boolean(),
  action: z.string(),
  subject: z.nullable(z.string()),
  /** The person that the subject names. */
  about: z.nullable(named),
  outcome: z.string(),
  request_id: z.string(),
});
export type AuditEntryShown = z.infer<typeof auditEntry>;

/** The answer of GET /api/audit: the latest entries first. */
export const auditList = z.object({ items: z.array(auditEntry), has_more: z.boolean() });
export type AuditList = z.infer<typeof auditList>;
