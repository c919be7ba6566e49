import { sql } from 'kysely';
import { readRecord } from '../../../contract/api/audit-subject.ts';
import { keyRange } from '../../lib/key-range.ts';
import type { AuditedSubjects } from '../people/audit.ts';
import { isAmong } from '../store/is-among.ts';
import type { LedgerDb } from '../store/schema.ts';

/**
 * The subjects of the audit that somebody means by a text, see `readRecord`. A transfer brings the send that made it,
 * and a send its transfer: they are one record to whoever asks.
 */
export async function auditedSubjects(db: LedgerDb, text: string): Promise<AuditedSubjects> {
  const read = readRecord(text);
  // Some subjects are no records, such as `database`.
  const subjects = new Set([text, ...(read?.subjects ?? [])]);
  const idsOf = (kind: string) =>
    [...subjects].filter((one) => one.startsWith(kind)).map((one) => one.slice(kind.length));
  const range = read?.keyPart ? keyRange(read.keyPart) : null;
  const sends = await db
    .selectFrom('sends')
    .select(['key', 'transfer_id'])
    .where((eb) =>
      eb.or([
        isAmong(db, sql.ref('key'), idsOf('send ')),
        isAmong(db, sql.ref('transfer_id'), idsOf('transfer ')),
        ...(range ? [eb.between('key', ...range)] : []),
      ]),
    )
    .limit(100)
    .execute();
  for (const { key, transfer_id } of sends) {
    subjects.add(`send ${key}`);
    if (transfer_id !== null) subjects.add(`transfer ${transfer_id}`);
  }
  // The audit keeps sends that are deleted, or that never began.
  return { whole: [...subjects], between: range && [`send ${range[0]}`, `send ${range[1]}`] };
}
