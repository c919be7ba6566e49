import { sql } from 'kysely';
import { doneMigrations } from '../ledger/keep/inspect.ts';
import { type Content, createLedgerFrom, requireNoLedger } from '../ledger/keep/new-ledger.ts';
import {
  atOneMoment,
  createTally,
  emptyTable,
  readTable,
  type Table,
  type Tally,
  tablesAfter,
} from '../ledger/keep/tables.ts';
import { listenerName } from '../ledger/store/connections.ts';
import { readHold, removeHold, writeHold } from '../ledger/store/holds.ts';
import { isPostgres } from '../ledger/store/is-postgres.ts';
import { openLedger, openToInspect, pathOf, refuseMoved } from '../ledger/store/ledger.ts';
import { LedgerError, ledgerError, shownUrl } from '../ledger/store/ledger-error.ts';
import { migrationsNamed } from '../ledger/store/migrations.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { markServed } from '../ledger/store/sqlite.ts';
import { storeNow } from '../ledger/store/store-clock.ts';
import { timestamp } from '../lib/timestamp.ts';
import {
  auditCommand,
  type CommandContext,
  parseOptions,
  requireLedger,
  requireOutOfMemory,
  UsageError,
} from './command.ts';

/**
 * Copies the ledger into a new one in the other store, compares counts and hashes, and marks the old one as moved:
 * from then on no Giro opens it, and one that has it open sends nothing.
 */
export async function move(context: CommandContext): Promise<number> {
  const { config, say } = context;
  const { values } = parseOptions(context.args, {
    to: { type: 'string' },
    'dry-run': { type: 'boolean' },
  });
  const { to, 'dry-run': isDry = false } = values;
  requireOutOfMemory(config);
  if (!to || !/^(sqlite:.|postgres(ql)?:\/\/)/.test(to) || to === 'sqlite::memory:') {
    throw new UsageError('name the new database: --to postgres://… or --to sqlite:PATH');
  }
  const from = config.databaseUrl;
  if (!isDry && (await isAlmostMoved(from, to))) {
    await complete(context, to);
    say(`the move to ${shownUrl(to)} is complete now. Set DATABASE_URL to it`);
    return 0;
  }
  await requireLedger(from);
  if (!isDry) await requireStopped(from);
  await requireNoLedger(to);
  const db = await openLedger(from);
  try {
    const tallies = await (isDry ? tryCopy(db, to) : copy(context, db, to));
    for (const [name, { rows, hash }] of tallies)
      say(`${name}: ${rows} rows, ${hash.slice(0, 16)}`);
  } finally {
    await db.destroy();
  }
  if (isDry) {
    say('dry run: all of it fits, and nothing was changed. Stop Giro before you move');
    return 0;
  }
  await complete(context, to);
  say(`moved to ${shownUrl(to)}. Set DATABASE_URL to it, then start Giro`);
  return 0;
}

/** @throws LedgerError if a Giro serves the ledger: its pages would go on, and could send nothing */
async function requireStopped(url: string) {
  if (!(await isServed(url))) return;
  throw new LedgerError(`Giro still runs on ${shownUrl(url)}. Stop every instance, then move`);
}

async function isServed(url: string): Promise<boolean> {
  const path = pathOf(url);
  if (path !== null) {
    const unmark = markServed(path);
    unmark?.();
    return unmark === null;
  }
  const db = await openToInspect(url);
  try {
    // Every instance has one such connection, and no command has one for long.
    const { rows } = await sql`
      select pid from pg_stat_activity
      where datname = current_database() and application_name = ${listenerName}`.execute(db);
    return rows.length > 0;
  } catch (error) {
    throw ledgerError(error, url);
  } finally {
    await db.destroy();
  }
}

async function tryCopy(db: LedgerDb, to: string) {
  return atOneMoment(db, async (tx) => {
    const content = await contentOf(tx);
    await createLedgerFrom(to, content, { finish: async () => {}, dryRun: true });
    return content.tallies();
  });
}

/** The old ledger is locked until it is marked: nothing can be written that the copy lacks. */
async function copy({ config, now }: CommandContext, db: LedgerDb, to: string) {
  return db.transaction().execute(async (tx) => {
    const held = await readHold(tx, 'restore');
    if (held && held.released_at === null) {
      throw new LedgerError('the database is on hold. Run first: npm run giro -- release');
    }
    const content = await contentOf(tx);
    await lock(tx, content.tables);
    // Another move may have ended while this one waited: of two copies each would send.
    await refuseMoved(tx, config.databaseUrl);
    const at = await storeNow(tx, now);
    const mark = { since: timestamp(at), detail: shownUrl(to), list_at: null };
    await createLedgerFrom(to, content, {
      finish: async (target) => {
        // The copy is on a timeline of its own.
        await emptyTable(target, 'store_timeline');
        await writeHold(target, 'move', { kind: 'moving', ...mark });
      },
    });
    await writeHold(tx, 'move', { kind: 'moved', ...mark });
    const change = { action: 'move', subject: 'database', outcome: `to ${shownUrl(to)}` };
    await auditCommand(tx, change, at);
    return content.tallies();
  });
}

async function contentOf(tx: LedgerDb): Promise<Content> {
  const schema = await doneMigrations(tx);
  const tables = await tablesAfter(migrationsNamed(schema));
  const counted = new Map<string, Tally>();
  async function* rows() {
    for (const table of tables) {
      const tally = createTally();
      for await (const batch of readTable(tx, table)) {
        tally.add(batch);
        yield { table, rows: batch };
      }
      counted.set(table.name, tally.result());
    }
  }
  return { schema, tables, rows, tallies: () => counted };
}

/** Lets others read and nobody write until the transaction ends. */
async function lock(tx: LedgerDb, tables: readonly Table[]) {
  // On SQLite the transaction has locked the file when it began.
  if (!isPostgres(tx)) return;
  const names = sql.join(tables.map(({ name }) => sql.table(name)));
  await sql`lock table ${names} in exclusive mode`.execute(tx);
}

/** True if a move was cut off after the old ledger was marked, and before the new one was. */
async function isAlmostMoved(from: string, to: string): Promise<boolean> {
  const [old, copied] = [await moveOf(from), await moveOf(to)];
  return old?.kind === 'moved' && old.detail === shownUrl(to) && copied?.kind === 'moving';
}

async function moveOf(url: string) {
  let db: LedgerDb | undefined;
  try {
    db = await openToInspect(url);
    return await readHold(db, 'move');
  } catch {
    // There is none.
    return null;
  } finally {
    await db?.destroy();
  }
}

async function complete({ config, now }: CommandContext, to: string) {
  const db = await openToInspect(to);
  try {
    await db.transaction().execute(async (tx) => {
      await removeHold(tx, 'move');
      const outcome = `from ${shownUrl(config.databaseUrl)}`;
      const at = await storeNow(tx, now);
      await auditCommand(tx, { action: 'move', subject: 'database', outcome }, at);
    });
  } catch (error) {
    throw ledgerError(error, to);
  } finally {
    await db.destroy();
  }
}
