import * as z from 'zod/mini';
import { withQuery } from './paths.ts';
import { sender } from './sender.ts';
import { id, instant, integer } from './wire.ts';

/** A person's own statement, and for support that of a sender; each as a file too. */
export const statementPaths = {
  own: '/api/statement',
  ownFile: '/api/statement.csv',
  of: (user: string) => `/api/support/people/${user}/statement` as const,
  fileOf: (user: string) => `/api/support/people/${user}/statement.csv` as const,
} as const;

/** YYYY-MM-DD, a day that the calendar has. */
const day = z.string().check(
  z.regex(/^[12]\d{3}-\d{2}-\d{2}$/),
  z.refine((text) => {
    const time = Date.parse(`${text}T12:00:00Z`);
    return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  }),
);

/** The first and last day, and the time zone in which they begin and end: an IANA name. */
export const statementQuery = z
  .object({ from: day, to: day, zone: z.string().check(z.minLength(1), z.maxLength(60)) })
  .check(
    z.refine(({ from, to }) => from <= to, { path: ['to'], error: 'is before the first day' }),
  );
export type StatementQuery = z.infer<typeof statementQuery>;

/** Returns the URL of a statement; of the person's own without `user`. */
export const statementUrl = (user: string | undefined, query: StatementQuery) =>
  withQuery(user === undefined ? statementPaths.own : statementPaths.of(user), query);

/** Returns the URL of its file. */
export const statementFileUrl = (user: string | undefined, query: StatementQuery) =>
  withQuery(user === undefined ? statementPaths.ownFile : statementPaths.fileOf(user), query);

/** More transfers are no page to print: the file has them. */
export const maxStatementRows = 1_000;

/**
 * Giro first saw the transfer in the period; or before, and saw it end in the period. One that neither began nor
 * ended in the period is on other statements.
 */
const parts = ['period', 'earlier'] as const;
export type StatementPart = (typeof parts)[number];

/** A transfer as Giro knew it when the period ended, with the recipient as of the send. */
const statementRow = z.object({
  id,
  part: z.enum(parts),
  state: z.string(),
  /** When Giro first saw it, or learned later whose it is. */
  began_at: instant,
  /** When Giro first saw it completed or rejected; null if that was not before the period ended. */
  ended_at: z.nullable(instant),
  source_amount_cents: integer,
  source_amount_currency: z.string(),
  destination_amount_cents: integer,
  destination_amount_currency: z.string(),
  /** Subunits per unit as of the send (contract 2.5); null for a currency that nobody lists. */
  source_subunits: z.nullable(integer),
  destination_subunits: z.nullable(integer),
  destination_account_id: id,
  /** The owner of the account, the nickname and the account's last characters; null if none were kept. */
  recipient: z.nullable(
    z.object({ name: z.string(), alias: z.string(), account_tail: z.string() }),
  ),
  /** What its sender wrote on it, as of now and so in no file; the note for the sender alone. */
  reference: z.optional(z.string()),
  note: z.optional(z.string()),
});
export type StatementRow = z.infer<typeof statementRow>;

/** What of a statement is added up: completed on both sides, and apart what was rejected or had not ended. */
const sumKinds = ['sent', 'received', 'rejected', 'open'] as const;
const statementSum = z.object({
  kind: z.enum(sumKinds),
  currency: z.string(),
  subunits: z.nullable(integer),
  cents: integer,
});
export type StatementSum = z.infer<typeof statementSum>;

/**
 * `so-far`: the period has not ended. `closing`: it has, but Giro has not read the service's list since. `closed`: it
 * never changes again. `partial`: retention deleted some of what it had.
 */
const statementStates = ['so-far', 'closing', 'closed', 'partial'] as const;
export type StatementState = (typeof statementStates)[number];

export const statement = z.object({
  person: sender,
  from: z.string(),
  to: z.string(),
  zone: z.string(),
  state: z.enum(statementStates),
  made_at: instant,
  /** Retention deletes what began before this; null if it never deleted anything. */
  kept_since: z.nullable(instant),
  counts: z.object({ completed: z.int(), rejected: z.int(), open: z.int(), earlier: z.int() }),
  sums: z.array(statementSum),
  /** None if there are more than `maxStatementRows`. */
  rows: z.array(statementRow),
  total: z.int(),
  /** Transfers of which Giro kept no recipient, or not the amounts of their day. */
  unkept: z.int(),
  /** SHA-256 of the bytes of the file, in hexadecimal; null unless it is closed. */
  hash: z.nullable(z.string()),
});
export type Statement = z.infer<typeof statement>;
