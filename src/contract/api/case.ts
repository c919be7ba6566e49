import * as z from 'zod/mini';
import { idPattern } from '../paths.ts';
import { slowReason } from './arrival.ts';
import { readableLength, resolveReason, seenTransferIds, seenUnread } from './send.ts';
import { sendKey } from './send-key.ts';
import { typedText } from './typed-text.ts';
import { instant } from './wire.ts';

/** The addresses of a case: support's work on one send. */
export const casePaths = {
  case: (key: string) => `/api/sends/${key}/case` as const,
  assignment: (key: string) => `/api/sends/${key}/case/assignment` as const,
  wait: (key: string) => `/api/sends/${key}/case/wait` as const,
  notes: (key: string) => `/api/sends/${key}/case/notes` as const,
  proposal: (key: string) => `/api/sends/${key}/case/proposal` as const,
  confirmation: (key: string) => `/api/sends/${key}/case/proposal/confirmation` as const,
  decline: (key: string) => `/api/sends/${key}/case/proposal/decline` as const,
  withdrawal: (key: string) => `/api/sends/${key}/case/proposal/withdrawal` as const,
} as const;

/** The addresses of the case that support opened for a transfer. */
export const transferCasePaths = {
  case: (id: string) => `/api/transfers/${id}/case` as const,
  assignment: (id: string) => `/api/transfers/${id}/case/assignment` as const,
  wait: (id: string) => `/api/transfers/${id}/case/wait` as const,
  notes: (id: string) => `/api/transfers/${id}/case/notes` as const,
  done: (id: string) => `/api/transfers/${id}/case/done` as const,
} as const;

/** What a case is about: the key of its send, or the id of its transfer. One is never the other. */
export const caseKey = z.union([sendKey, z.string().check(z.regex(idPattern))]);

/** True if the case is one that support opened for a transfer, whose id is then its key. */
export const isOfTransfer = (key: string) => idPattern.test(key);

/** The most characters of a note. */
export const maxNoteLength = 2_000;

/** What of the audit is the history of a case: every other entry about it is a look, or a proof by its sender. */
export const caseActions = [
  'case-open',
  'case-done',
  'case-reopen',
  'look-alike',
  'settle',
  'settle-propose',
  'settle-confirm',
  'settle-decline',
  'settle-withdraw',
  'case-take',
  'case-give-back',
  'case-hand-over',
  'case-wait',
  'case-resume',
  'case-note',
  'case-correction',
] as const;

const named = z.object({ id: z.string(), name: z.string() });

const caseNote = z.object({
  id: sendKey,
  at: instant,
  author: named,
  text: z.string(),
  /** The id of the note that this one corrects. */
  corrects: z.nullable(sendKey),
});

export type CaseNote = z.infer<typeof caseNote>;

const caseEvent = z.object({
  number: z.string(),
  at: instant,
  /** Null for Giro itself. */
  who: z.nullable(named),
  action: z.enum(caseActions),
  /** The person from whom the case was taken over. */
  from: z.nullable(named),
  /** The person to whom it was handed over. */
  to: z.nullable(named),
  /** What came of it: the state after a decision, or the transfer that turned up, such as `transfer 9001`. */
  outcome: z.string(),
});
export type CaseEvent = z.infer<typeof caseEvent>;

const by = { by: named, at: instant, reason: z.string() };

/** That a send was not sent, as one person of support says, for another one to confirm. */
const proposal = z.object({
  id: sendKey,
  ...by,
  /** The answer of the other one; null while it is open. */
  declined: z.nullable(z.object(by)),
});
export type Proposal = z.infer<typeof proposal>;

const caseWork = {
  /** Who works on it, and since when; null for nobody. */
  assignee: z.nullable(z.object({ ...named.shape, since: instant })),
  /** Nobody has to work on it until a time (null: until something changes); null if it does not wait. */
  waits: z.nullable(z.object({ by: named, at: instant, until: z.nullable(instant) })),
  /** Oldest first. */
  notes: z.array(caseNote),
  /** Latest first. */
  history: z.array(caseEvent),
};
/** What support does about a case, whatever it is about. */
const anyCase = z.object(caseWork);
export type AnyCase = z.infer<typeof anyCase>;

/** The answer of GET /api/sends/:key/case and of its changes. For support only. */
export const supportCase = z.object({
  ...caseWork,
  /** Whether one person may decide alone that it was not sent. */
  not_sent_alone: z.boolean(),
  /** The latest one about the send as it is; null if there is none, or it was withdrawn. */
  proposal: z.nullable(proposal),
});
export type SupportCase = z.infer<typeof supportCase>;

/** The answer of GET /api/transfers/:id/case and of its changes. For support only. */
export const transferCase = z.object({
  ...caseWork,
  state: z.enum(['none', 'open', 'done']),
  /** When it was opened last, and by whom: null for Giro itself; null if it never was. */
  opened: z.nullable(z.object({ by: z.nullable(named), at: instant })),
  /** The last time it was done, and the transfer's state then. Of an open case: it came back when that changed. */
  done: z.nullable(z.object({ by: z.nullable(named), at: instant, transfer_state: z.string() })),
  /** Why Giro opened it; null if it did not. */
  slow: z.nullable(slowReason),
});
export type TransferCase = z.infer<typeof transferCase>;

/** The body of PUT /api/sends/:key/case/assignment. */
export const takeCaseRequest = z.object({
  /** The id of the person who has the case, as the page showed; null for nobody. */
  from: z.nullable(z.string().check(z.maxLength(100))),
});

/** The most hours that a case waits for: 30 days. */
const maxWaitHours = 720;

/** The body of PUT /api/sends/:key/case/wait. */
export const caseWaitRequest = z.object({
  /** Null: until something changes. */
  hours: z.nullable(z.int().check(z.gte(1), z.lte(maxWaitHours))),
});

/** The body of POST /api/sends/:key/case/notes. */
export const caseNoteRequest = z.object({
  /** A UUID made by the browser: repeated, it adds the note once. */
  id: sendKey,
  text: typedText('note', maxNoteLength).check(
    z.refine((text) => readableLength(text) > 0, 'write something'),
  ),
  /** The id of the person's own note that this one corrects. */
  corrects: z.optional(sendKey),
});
export type CaseNoteRequest = z.infer<typeof caseNoteRequest>;

/** The body of POST /api/transfers/:id/case, which opens one: the reason is its first note. */
export const openCaseRequest = z.object({
  id: sendKey,
  text: caseNoteRequest.shape.text,
});
export type OpenCaseRequest = z.infer<typeof openCaseRequest>;

/** The body of PUT /api/transfers/:id/case/done: why is a note too. */
export const doneCaseRequest = z.object({
  ...openCaseRequest.shape,
  /** The state of the transfer that the page showed: the case comes back when it is another. */
  transfer_state: z.string().check(z.minLength(1), z.maxLength(100)),
});
export type DoneCaseRequest = z.infer<typeof doneCaseRequest>;

/** The body of POST /api/sends/:key/case/proposal: that nothing was sent. */
export const proposeRequest = z.object({
  /** A UUID made by the browser: repeated, it proposes once. */
  id: sendKey,
  /** The sender reads it once a second person confirms it. */
  reason: resolveReason,
  seen_transfer_ids: seenTransferIds,
  seen_unread: seenUnread,
});
export type ProposeRequest = z.infer<typeof proposeRequest>;

/** The body of POST /api/sends/:key/case/proposal/confirmation, which resolves the send as not sent. */
export const confirmRequest = z.object({
  /** The id of the proposal that the page showed. */
  proposal: sendKey,
  seen_transfer_ids: seenTransferIds,
  seen_unread: seenUnread,
});
export type ConfirmRequest = z.infer<typeof confirmRequest>;

/** The body of POST /api/sends/:key/case/proposal/decline. */
export const declineRequest = z.object({ proposal: sendKey, reason: resolveReason });
export type DeclineRequest = z.infer<typeof declineRequest>;

/** The body of POST /api/sends/:key/case/proposal/withdrawal, by the person who proposed it. */
export const withdrawRequest = z.object({ proposal: sendKey });
