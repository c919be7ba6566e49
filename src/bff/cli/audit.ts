import * as z from 'zod/mini';
import { readAudit } from '../ledger/people/audit.ts';
import { findUserByEmail } from '../ledger/people/users.ts';
import { auditedSubjects } from '../ledger/sends/audited-subjects.ts';
import { timestamp } from '../lib/timestamp.ts';
import {
  type CommandContext,
  parseOptions,
  printable,
  UsageError,
  unknownUser,
  withLedger,
} from './command.ts';

const limits = z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000));

/** Prints the latest audit entries, oldest first: time, email, action, subject, outcome, request id. */
export async function audit({ args, config, say }: CommandContext): Promise<number> {
  const { values, positionals } = parseOptions(args, {
    since: { type: 'string' },
    user: { type: 'string' },
    action: { type: 'string' },
    subject: { type: 'string' },
    request: { type: 'string' },
    limit: { type: 'string', default: '100' },
  });
  const limit = z.safeParse(limits, values.limit);
  if (!limit.success) throw new UsageError('--limit must be a whole number from 1 to 100000');
  if (positionals.length > 0)
    throw new UsageError('audit takes options only, such as --user EMAIL');
  const since = readTime(values.since);
  return withLedger(config, async (db) => {
    const user = values.user === undefined ? undefined : await findUserByEmail(db, values.user);
    if (values.user !== undefined && !user) {
      say(unknownUser(values.user));
      return 1;
    }
    const { action, subject, request: request_id } = values;
    const subjects = subject === undefined ? undefined : await auditedSubjects(db, subject);
    const wanted = { since, user_id: user?.id, action, subjects, request_id, limit: limit.data };
    for (const row of await readAudit(db, wanted)) {
      const { at, email, action, subject, outcome, request_id } = row;
      say([at, printable(email ?? '-'), action, subject ?? '-', outcome, request_id].join('\t'));
    }
    return 0;
  });
}

/** The time of --since as the ledger stores it: ISO 8601 in UTC. */
function readTime(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw new UsageError('--since must be a time, such as 2026-01-31 or 2026-01-31T12:00:00Z');
  return timestamp(time);
}
