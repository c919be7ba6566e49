import type { Insertable } from 'kysely';
import type { LedgerDb } from './ledger.ts';
import type { AuditTable } from './schema.ts';

export type AuditEntry = Omit<Insertable<AuditTable>, 'number'>;
export type AuditRow = AuditEntry & { email: string | null };

/** Adds one entry. Triggers of the store reject every update and delete. */
export async function addAudit(db: LedgerDb, entry: AuditEntry) {
  await db.insertInto('audit').values(entry).execute();
}

type AuditFilter = {
  since?: string | undefined;
  user_id?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  request_id?: string | undefined;
  limit: number;
};

/** The latest `limit` entries that match, oldest first, with the person's current e-mail. */
export async function readAudit(db: LedgerDb, filter: AuditFilter): Promise<AuditRow[]> {
  let query = db
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'audit.user_id')
    .select(['at', 'user_id', 'action', 'subject', 'outcome', 'request_id', 'users.email']);
  if (filter.since !== undefined) query = query.where('at', '>=', filter.since);
  if (filter.user_id !== undefined) query = query.where('user_id', '=', filter.user_id);
  for (const column of ['action', 'subject', 'request_id'] as const) {
    const value = filter[column];
    if (value !== undefined) query = query.where(column, '=', value);
  }
  const rows = await query.orderBy('number', 'desc').limit(filter.limit).execute();
  return rows.reverse();
}

/** The latest entry of a subject with one of these actions. */
export function latestAudit(db: LedgerDb, subject: string, actions: string[]) {
  return db
    .selectFrom('audit')
    .select(['action', 'outcome'])
    .where('subject', '=', subject)
    .where('action', 'in', actions)
    .orderBy('number', 'desc')
    .executeTakeFirst();
}
