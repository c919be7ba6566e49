import type { Insertable } from 'kysely';
import type { LedgerDb } from './ledger.ts';
import type { AuditTable } from './schema.ts';

export type AuditEntry = Omit<Insertable<AuditTable>, 'number'>;
export type AuditRow = AuditEntry & { email: string | null };

/** Writes one entry. It can never be changed or removed. */
export async function addAudit(db: LedgerDb, entry: AuditEntry) {
  await db.insertInto('audit').values(entry).execute();
}

type Wanted = {
  since?: string | undefined;
  user_id?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  request_id?: string | undefined;
  limit: number;
};

/** The latest entries, oldest first, with the e-mail that the person has today. */
export async function readAudit(db: LedgerDb, wanted: Wanted): Promise<AuditRow[]> {
  let query = db
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'audit.user_id')
    .select(['at', 'user_id', 'action', 'subject', 'outcome', 'request_id', 'users.email']);
  if (wanted.since !== undefined) query = query.where('at', '>=', wanted.since);
  if (wanted.user_id !== undefined) query = query.where('user_id', '=', wanted.user_id);
  for (const column of ['action', 'subject', 'request_id'] as const) {
    const value = wanted[column];
    if (value !== undefined) query = query.where(column, '=', value);
  }
  const rows = await query.orderBy('number', 'desc').limit(wanted.limit).execute();
  return rows.reverse();
}

/** The latest entry of one subject with one of these actions. */
export function latestAudit(db: LedgerDb, subject: string, actions: string[]) {
  return db
    .selectFrom('audit')
    .select(['action', 'outcome'])
    .where('subject', '=', subject)
    .where('action', 'in', actions)
    .orderBy('number', 'desc')
    .executeTakeFirst();
}
