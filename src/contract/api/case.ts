import * as z from 'zod/mini';
import { readableLength } from './send.ts';
import { sendKey } from './send-key.ts';
import { instant, typedText } from './wire.ts';

/** The addresses of a case: support's work on one send. */
export const casePaths = {
  case: (key: string) => `/api/sends/${key}/case` as const,
  assignment: (key: string) => `/api/sends/${key}/case/assignment` as const,
  wait: (key: string) => `/api/sends/${key}/case/wait` as const,
  notes: (key: string) => `/api/sends/${key}/case/notes` as const,
} as const;

/** The most characters of a note. */
export const maxNoteLength = 2_000;

/** What of the audit is the history of a case: every other entry about a send is a look, or a proof by its sender. */
export const caseActions = [
  'look-alike',
  'settle',
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

/** The answer of GET /api/sends/:key/case and of its changes. For support only. */
export const supportCase = z.object({
  /** Who works on it, and since when; null for nobody. */
  assignee: z.nullable(z.object({ ...named.shape, since: instant })),
  /** Nobody has to work on it until a time (null: until something changes); null if it does not wait. */
  waits: z.nullable(z.object({ by: named, at: instant, until: z.nullable(instant) })),
  /** Oldest first. */
  notes: z.array(caseNote),
  /** Latest first. */
  history: z.array(caseEvent),
});
export type SupportCase = z.infer<typeof supportCase>;

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
