import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import {
  type AuditEntryShown,
  type AuditFilters,
  type AuditList,
  auditFilePath,
  auditFilters,
  auditQuery,
  lookUpActions,
} from '../../contract/api/audit.ts';
import { apiPaths } from '../../contract/api/paths.ts';
import { normalizeForSearch } from '../../contract/normalize-for-search.ts';
import {
  type AuditScope,
  auditBefore,
  commandLine,
  type NumberedAuditRow,
} from '../ledger/people/audit.ts';
import { everySender, sendersByIds } from '../ledger/people/users.ts';
import { auditedSubjects } from '../ledger/sends/audited-subjects.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { byteOrderMark, lineOf } from '../lib/csv.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { RouteDeps } from './deps.ts';
import { perPerson } from './limits.ts';
import { parseBody, parseQuery } from './parse.ts';

/** By these names in the file; docs/operating.md says what is in each. */
export const auditColumns = [
  'at',
  'name',
  'email',
  'action',
  'subject',
  'outcome',
  'request_id',
] as const;
const batchSize = 1_000;

/** The audit for admins: the latest entries, and all that match as a file. */
export function auditLogRoutes(app: FastifyInstance, { db, storeClock }: RouteDeps) {
  app.get(apiPaths.audit, async (request): Promise<AuditList> => {
    const { limit, after = null, ...filters } = parseQuery(auditQuery, request.query);
    const rows = await auditBefore(db, await scopeOf(db, filters), after, limit + 1);
    return { items: await withPeople(db, rows.slice(0, limit)), has_more: rows.length > limit };
  });

  // POST, so that a name is in the body: the browser keeps the URL of every download.
  app.post(auditFilePath, { config: perPerson(20) }, async (request, reply) => {
    const scope = await scopeOf(db, parseBody(auditFilters, request.body));
    // Before the answer begins: then a failure is a problem, and no file that is cut short.
    const first = await auditBefore(db, scope, null, batchSize);
    const at = timestamp(await storeClock.now())
      .slice(0, 19)
      .replaceAll(':', '-');
    request.audited = { subject: 'audit' };
    void reply
      .type('text/csv; charset=utf-8; header=present')
      .header('content-disposition', `attachment; filename="audit-${at}Z.csv"`);
    return reply.send(Readable.from(linesOf(db, scope, first)));
  });
}

/** The filters as the ledger reads them: who by ids, records by their subjects. */
async function scopeOf(db: LedgerDb, filters: AuditFilters): Promise<AuditScope> {
  const { who, user, subject, without, ...rest } = filters;
  return {
    ...rest,
    user_ids: who ? await namedBy(db, who, user) : user === undefined ? null : [user],
    without: without && lookUpActions,
    subjects: subject ? await auditedSubjects(db, subject) : undefined,
  };
}

async function namedBy(db: LedgerDb, who: string, user: string | undefined) {
  const terms = normalizeForSearch(who).split(' ');
  const found = (await everySender(db)).filter(({ id, name, email }) => {
    const text = normalizeForSearch(`${name} ${email}`);
    return (user === undefined || id === user) && terms.every((term) => text.includes(term));
  });
  return found.map(({ id }) => id);
}

const aboutOf = (subject: string | null) => /^user ([\da-f-]{36})$/.exec(subject ?? '')?.[1] ?? '';

async function withPeople(
  db: LedgerDb,
  rows: readonly NumberedAuditRow[],
): Promise<AuditEntryShown[]> {
  const ids = rows.flatMap(({ user_id, subject }) => [user_id ?? '', aboutOf(subject)]);
  const known = await sendersByIds(db, ids);
  const named = (id: string) => known.get(id) ?? null;
  return rows.map(({ user_id, ...row }) => ({
    ...row,
    who: named(user_id ?? ''),
    by_command_line: row.request_id === commandLine,
    about: named(aboutOf(row.subject)),
  }));
}

/** Writes the entries as CSV, a batch at a time, the latest first. */
async function* linesOf(
  db: LedgerDb,
  scope: AuditScope,
  first: readonly NumberedAuditRow[],
): AsyncGenerator<string> {
  yield byteOrderMark + lineOf(auditColumns);
  for (let rows = first; ; ) {
    const entries = await withPeople(db, rows);
    yield entries
      .map(({ at, who, by_command_line, action, subject, outcome, request_id }) => {
        const name = who?.name ?? (by_command_line ? commandLine : '');
        return lineOf([at, name, who?.email ?? '', action, subject ?? '', outcome, request_id]);
      })
      .join('');
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    rows = await auditBefore(db, scope, last.number, batchSize);
  }
}
