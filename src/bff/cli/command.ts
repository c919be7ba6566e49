import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Config } from '../config/config.ts';
import { type AuditEntry, addAudit } from '../ledger/audit.ts';
import { type LedgerDb, openLedger } from '../ledger/ledger.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { Log } from '../service/log.ts';

export type CommandContext = {
  args: string[];
  config: Config;
  say: (line: string) => void;
  readStdin: () => Promise<string>;
  now: () => number;
  log: Log;
};

/** The command line was not understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @throws UsageError that names the option at fault */
export function parseOptions<T extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: T,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Runs with the ledger open, and closes it. */
export async function withLedger<T>(
  config: Config,
  work: (db: LedgerDb) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl === 'sqlite::memory:') {
    throw new UsageError(
      'The sandbox keeps its people in memory. Set DATABASE_URL, or REMITTANCE_* for a real service.',
    );
  }
  const db = await openLedger(config.databaseUrl);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** The same for what changes it: the change and its entry in the audit are made both, or neither. */
export function changeLedger<T>(config: Config, work: (db: LedgerDb) => Promise<T>): Promise<T> {
  return withLedger(config, (db) => db.transaction().execute(work));
}

type Change = Pick<AuditEntry, 'action' | 'outcome'> & { subject: string };

/** Writes to the audit what the operator changed. Whoever has the command line has no name there. */
export async function auditCommand(db: LedgerDb, change: Change, now: number) {
  const at = timestamp(now);
  await addAudit(db, { ...change, at, user_id: null, request_id: 'command-line' });
}

/** A text that a terminal shows as it is: what is unseen, or would move the cursor, is spelled out. */
export function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`,
  );
}
