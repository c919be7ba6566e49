import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import { isAmong } from '../store/is-among.ts';
import type { AuditTable, LedgerDb } from '../store/schema.ts';

/** In place of a request's id: an entry by the command line. */
export const commandLine = 'command-line';

export type AuditEntry = Omit<Insertable<AuditTable>, 'number'>;
type AuditRow = AuditEntry & { email: string | null };

/** Adds one entry. Triggers of the store reject every update and delete. */
export async function addAudit(db: LedgerDb, entry: AuditEntry) {
  await db.insertInto('audit').values(entry).execute();
}

type AuditFilter = {
  since?: string | undefined;
  user_id?: string | undefined;
  action?: string | undefined;
  subjects?: AuditedSubjects | undefined;
  request_id?: string | undefined;
  limit: number;
};

/** Subjects of entries: whole ones, and all from one to another. */
export type AuditedSubjects = {
  whole: readonly string[];
  between: readonly [first: string, last: string] | null;
};

const isAbout = (db: LedgerDb, { whole, between }: AuditedSubjects) => {
  const subject = sql.ref('subject');
  const isWhole = isAmong(db, subject, whole);
  if (!between) return isWhole;
  return sql<SqlBool>`(${isWhole} or ${subject} between ${between[0]} and ${between[1]})`;
};

/** The latest `limit` entries that match, oldest first, with the person's current e-mail. */
export async function readAudit(db: LedgerDb, filter: AuditFilter): Promise<AuditRow[]> {
  let query = db
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'audit.user_id')
    .select(['at', 'user_id', 'action', 'subject', 'outcome', 'request_id', 'users.email']);
  if (filter.since !== undefined) query = query.where('at', '>=', filter.since);
  if (filter.user_id !== undefined) query = query.where('user_id', '=', filter.user_id);
  for (const column of ['action', 'request_id'] as const) {
    const value = filter[column];
    if (value !== undefined) query = query.where(column, '=', value);
  }
  if (filter.subjects) query = query.where(isAbout(db, filter.subjects));
  const rows = await query.orderBy('number', 'desc').limit(filter.limit).execute();
  return rows.reverse();
}

/** The latest entry of a subject with one of these actions. */
export function latestAudit(db: LedgerDb, subject: string, actions: string[]) {
  return db
    .selectFrom('audit')
    .select(['action', 'outcome'])
    .where('subject', '=', subject)
    .where(isAmong(db, sql.ref('action'), actions))
    .orderBy('number', 'desc')
    .executeTakeFirst();
}

/** The latest entries of a subject with one of these actions, the latest first. */
export async function auditOf(
  db: LedgerDb,
  subject: string,
  actions: readonly string[],
  limit: number,
): Promise<NumberedAuditRow[]> {
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .where('subject', '=', subject)
    .where(isAmong(db, sql.ref('action'), actions))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, number: String(row.number) }));
}

export type AuditScope = {
  /** Ids of who did it; null for everybody and nobody. */
  user_ids: readonly string[] | null;
  action?: string | undefined;
  /** Actions that are left out. */
  without?: readonly string[] | undefined;
  subjects?: AuditedSubjects | undefined;
  /** ISO 8601: the first moment, and the first after the last. */
  from?: string | undefined;
  before?: string | undefined;
};

export type NumberedAuditRow = Omit<Selectable<AuditTable>, 'number'> & { number: string };

/** The entries before a number that match, the latest first; null begins with the latest. */
export async function auditBefore(
  db: LedgerDb,
  { user_ids, action, without, subjects, from, before }: AuditScope,
  number: string | null,
  limit: number,
): Promise<NumberedAuditRow[]> {
  let query = db.selectFrom('audit').selectAll();
  if (user_ids) query = query.where(isAmong(db, sql.ref('user_id'), user_ids));
  if (action !== undefined) query = query.where('action', '=', action);
  if (without) query = query.where(sql<SqlBool>`not ${isAmong(db, sql.ref('action'), without)}`);
  if (subjects) query = query.where(isAbout(db, subjects));
  if (from !== undefined) query = query.where('at', '>=', from);
  if (before !== undefined) query = query.where('at', '<', before);
  if (number !== null) query = query.where('number', '<', Number(number));
  const rows = await query.orderBy('number', 'desc').limit(limit).execute();
  return rows.map((row) => ({ ...row, number: String(row.number) }));
}
