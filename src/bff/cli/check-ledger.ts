import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';
import { otherSecretAdvice, secretsOf } from '../config/secrets.ts';
import { inspectLedger, readConnectionLimit } from '../ledger/keep/inspect.ts';
import { oldestRows, retainedKinds } from '../ledger/keep/retention.ts';
import { knowsSecret, renewals } from '../ledger/keep/sealed-values.ts';
import { hasApprovers } from '../ledger/orders/approvals.ts';
import { countOpenOrders } from '../ledger/orders/order-counts.ts';
import { ablePeople } from '../ledger/people/people.ts';
import { connectionsBesidePool } from '../ledger/store/connections.ts';
import { readHold } from '../ledger/store/holds.ts';
import { goneAdvice, openToInspect, pathOf } from '../ledger/store/ledger.ts';
import { LedgerError, ledgerError, shownUrl } from '../ledger/store/ledger-error.ts';
import { migrations } from '../ledger/store/migrations.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { belongsToOther, otherServiceAdvice } from '../ledger/store/service.ts';
import { createStoreClock, maxClockDifferenceMs } from '../ledger/store/store-clock.ts';
import { readReplication, tellsTimeline } from '../ledger/store/store-position.ts';
import type { CommandContext } from './command.ts';

const dayMs = 24 * 60 * 60_000;

/** With less, the disk may be full before anybody looks again. */
const minFreeBytes = 50 * 1024 * 1024;

/**
 * Checks that the ledger can be opened, read and written, and is this service's. Creates nothing; what it
 * writes is rolled back.
 * @param known the migrations that a start would run
 * @returns where the ledger is, and what was found
 * @throws LedgerError whose message says what is wrong and what to do
 */
export async function checkLedger(
  { config }: Pick<CommandContext, 'config'>,
  known = migrations,
): Promise<string> {
  const { databaseUrl, service } = config;
  const path = pathOf(databaseUrl);
  if (path === ':memory:') return 'in memory, until the sandbox stops';
  try {
    const where = path === null ? shownUrl(databaseUrl) : whereIs(path);
    if (path !== null && !existsSync(path)) return `${where}. Giro creates it when it starts`;
    return await asItIs(databaseUrl, async (db) => {
      const { pending, isNew } = await inspectLedger(db, known);
      if (isNew) return `${where}, empty. Giro creates its tables when it starts`;
      if (await belongsToOther(db, service)) throw new LedgerError(otherServiceAdvice);
      const hold = await readHold(db, 'move');
      if (hold) throw new LedgerError(goneAdvice(hold));
      const missing = pending === 1 ? '1 migration' : `${pending} migrations`;
      return pending === 0 ? where : `${where}. ${missing} will run when Giro starts`;
    });
  } catch (error) {
    throw ledgerError(error, databaseUrl);
  }
}

/**
 * A warning while a ledger is on hold, because it was restored or lost its latest records; null otherwise.
 * @throws LedgerError if it can't be read
 */
export function holdWarning({
  config: { databaseUrl },
}: Pick<CommandContext, 'config'>): Promise<string | null> {
  return ifMigrated(databaseUrl, async (db) => {
    const hold = await readHold(db, 'restore');
    if (hold === null || hold.released_at !== null) return null;
    const why =
      hold.kind === 'lost'
        ? `it lost its latest records, since ${hold.detail} at the latest`
        : `restored from the backup of ${hold.detail}`;
    return `on hold since ${hold.since}, ${why}: nothing is sent. Run: npm run giro -- release`;
  });
}

/**
 * A warning while transfers that are due are not sent; null otherwise.
 * @throws LedgerError if the ledger can't be read
 */
export function lateWarning({
  config: { databaseUrl },
  now,
  log,
}: Pick<CommandContext, 'config' | 'now' | 'log'>): Promise<string | null> {
  return ifMigrated(databaseUrl, async (db) => {
    const clock = createStoreClock({ db, now, log });
    const { overdue, overdue_since } = await countOpenOrders(db, await clock.now());
    if (overdue === 0) return null;
    const late = overdue === 1 ? '1 transfer is due and' : `${overdue} transfers are due and`;
    return `${late} not sent, the first since ${overdue_since}. Giro sends them once it runs and nothing hinders them; later than 24 hours it asks the senders of those that were held, and tells those whose day is missed`;
  });
}

/**
 * A warning if RESOLVE_ALONE_UP_TO asks for a second person, and there is none; null otherwise.
 * @throws LedgerError if the ledger can't be read
 */
export async function secondPersonWarning({
  config: { databaseUrl, resolveAloneUpTo },
}: Pick<CommandContext, 'config'>): Promise<string | null> {
  if (resolveAloneUpTo === null) return null;
  return ifMigrated(databaseUrl, async (db) => {
    const { length } = await ablePeople(db, 'support');
    if (length > 1) return null;
    const there = length === 0 ? 'nobody has' : 'one person has';
    return `${there} the role support, so nobody can confirm what RESOLVE_ALONE_UP_TO asks two people for. Invite more`;
  });
}

/** Warns while nobody can approve what `APPROVE_ABOVE` asks a second person for. */
export async function approverWarning({
  config: { databaseUrl, approvals },
}: Pick<CommandContext, 'config'>): Promise<string | null> {
  if (approvals.above.size === 0) return null;
  return ifMigrated(databaseUrl, async (db) => {
    if (await hasApprovers(db, approvals.bySenders)) return null;
    const who = approvals.bySenders
      ? 'nobody with the role approver, and fewer than two senders,'
      : 'nobody with the role approver';
    return `${who} can sign in, so nothing above APPROVE_ABOVE is sent. Invite more`;
  });
}

/**
 * Warnings of a PostgreSQL that can lose what it has committed, or of which Giro can't tell that it did.
 * @throws LedgerError if it can't be read
 */
export async function replicationWarnings({
  config: { databaseUrl },
}: Pick<CommandContext, 'config'>): Promise<string[]> {
  if (pathOf(databaseUrl) !== null) return [];
  const warnings: string[] = [];
  await asItIs(databaseUrl, async (db) => {
    const found = await readReplication(db);
    if (found?.commit === 'off') {
      warnings.push(
        'synchronous_commit is off: a crash of PostgreSQL loses its latest records. Set it to on',
      );
    }
    if (found && found.standbys > 0 && !found.isSynchronous) {
      const standbys =
        found.standbys === 1 ? 'its standby is' : `its ${found.standbys} standbys are`;
      warnings.push(
        `${standbys} asynchronous: after a failover the latest records are lost, and nothing is sent until a release. Set synchronous_standby_names, with synchronous_commit = on`,
      );
    }
    if (!(await tellsTimeline(db))) {
      warnings.push(
        'this user may not ask for the timeline, so a failover is noticed by lost transfers alone. Run as a superuser: grant execute on function pg_control_system() to the user',
      );
    }
  });
  return warnings;
}

/**
 * Compares what all running instances may open with what PostgreSQL allows.
 * @returns both; null for SQLite
 * @throws Error if it is too much: a statement may then fail while others are answered
 */
export function checkConnections({
  config: { databaseUrl, databaseConnections },
}: Pick<CommandContext, 'config'>): Promise<string | null> {
  if (pathOf(databaseUrl) !== null) return Promise.resolve(null);
  return asItIs(databaseUrl, async (db) => {
    const limit = await readConnectionLimit(db);
    if (limit === null) return null;
    const instances = Math.max(limit.instances, 1);
    const needed = instances * (databaseConnections + connectionsBesidePool);
    const who = instances === 1 ? '1 instance' : `${instances} instances`;
    const said = `${who} may open ${needed} connections, ${databaseConnections} (DATABASE_CONNECTIONS) and ${connectionsBesidePool} more each; PostgreSQL allows ${limit.allowed}`;
    if (needed <= limit.allowed) return said;
    throw new Error(`${said}. Lower DATABASE_CONNECTIONS, or raise max_connections`);
  });
}

/** Where an SQLite file is, and the space on its disk. @throws Error without space, or the right to create it */
function whereIs(path: string): string {
  const full = resolve(path);
  const folder = existingFolder(dirname(full));
  if (!existsSync(full)) accessSync(folder, constants.W_OK | constants.X_OK);
  const { bavail, bsize } = statfsSync(folder);
  const free = `${Math.floor((bavail * bsize) / 1024 / 1024)} MB`;
  if (bavail * bsize >= minFreeBytes) return `sqlite:${full}, ${free} free on its disk`;
  throw new LedgerError(
    `only ${free} are free on the disk of ${full}. Make room: Giro can't send when it is full`,
  );
}

function existingFolder(folder: string): string {
  const isThere = existsSync(folder) || folder === dirname(folder);
  return isThere ? folder : existingFolder(dirname(folder));
}

/** The user of this process, such as `giro (1001)`. */
export function ownUser(): string {
  try {
    const { username, uid } = userInfo();
    return uid < 0 ? username : `${username} (${uid})`;
  } catch {
    // A container may run as a number that no user has.
    return String(process.getuid?.() ?? 'unknown');
  }
}

/** A warning if an SQLite file is another user's: what this user may do says nothing about Giro then. */
export function ownerWarning({ config }: Pick<CommandContext, 'config'>): string | null {
  const path = pathOf(config.databaseUrl);
  const own = process.getuid?.();
  if (path === null || path === ':memory:' || own === undefined || !existsSync(path)) return null;
  const { uid } = statSync(path);
  if (uid === own) return null;
  return `the database belongs to user ${uid}, and this is user ${own}. Run doctor as the user that runs Giro`;
}

/**
 * Compares this machine's clock with the database's.
 * @throws Error if they differ so much that nothing is sent
 */
export async function compareClocks({ config, now, log }: CommandContext): Promise<string> {
  // SQLite runs in Giro's process.
  if (pathOf(config.databaseUrl) !== null) return 'SQLite uses the clock of this machine';
  return asItIs(config.databaseUrl, async (db) => {
    const clock = createStoreClock({ db, now, log });
    await clock.now();
    const seconds = `${(Math.abs(clock.ahead_ms()) / 1_000).toFixed(1)} s`;
    if (!clock.differs()) return `${seconds} from the database's`;
    const side = clock.ahead_ms() > 0 ? 'ahead of' : 'behind';
    throw new Error(
      `this machine is ${seconds} ${side} the database. No transfer is sent beyond ${maxClockDifferenceMs / 1_000} s: set both clocks by NTP`,
    );
  });
}

/**
 * Checks that the ledger was made with one of the secrets, and that they decrypt every second factor and the keys of notifications.
 * @returns how many there are, and whether GIRO_SECRET_PREVIOUS may go; null if there are none
 * @throws Error that names how many can't be decrypted
 */
export async function checkSecret({
  config,
}: Pick<CommandContext, 'config'>): Promise<string | null> {
  const secrets = secretsOf(config);
  if (!secrets) return null;
  return ifMigrated(config.databaseUrl, async (db) => {
    if (config.service && !(await knowsSecret(db, secrets))) throw new Error(otherSecretAdvice);
    const { renewed, current, lost } = await renewals(db, secrets);
    const count = renewed.length + current + lost.length;
    if (lost.length > 0) {
      throw new Error(
        `${lost.length} of ${count} encrypted values can't be decrypted. Set GIRO_SECRET_PREVIOUS to the GIRO_SECRET they were made with`,
      );
    }
    if (count === 0) return null;
    const said = `decrypts ${count} values`;
    if (secrets.length === 1) return said;
    return renewed.length === 0
      ? `${said}; GIRO_SECRET_PREVIOUS may go, once no instance has an earlier GIRO_SECRET`
      : `${said}; ${renewed.length} still need GIRO_SECRET_PREVIOUS: npm run giro -- secret rotate`;
  });
}

const noticeWithinMs = 2_000;

/**
 * A warning if a connection to PostgreSQL hears no notices of others, as behind a pooler that shares connections; null
 * otherwise.
 */
export async function noticeWarning({
  config: { databaseUrl },
}: Pick<CommandContext, 'config'>): Promise<string | null> {
  if (pathOf(databaseUrl) !== null) return null;
  const { hearsNotices } = await import('../ledger/store/postgres.ts');
  if (await hearsNotices(databaseUrl, noticeWithinMs)) return null;
  return 'LISTEN hears nothing: a pooler shares its connections between transactions. Instances look for changes each second instead. Set pool_mode=session in PgBouncer, or name PostgreSQL itself in DATABASE_URL';
}

/** Says how long each kind of row is kept, and how far back it goes. */
export function checkRetention({
  config: { databaseUrl, retention },
}: Pick<CommandContext, 'config'>): Promise<string | null> {
  return ifMigrated(databaseUrl, async (db) => {
    const oldest = await oldestRows(db);
    const parts = retainedKinds.map((kind) => {
      const since = oldest[kind]?.slice(0, 10);
      return `${kind} ${lasting(retention[kind])}${since ? ` (oldest ${since})` : ''}`;
    });
    return [...parts, `news ${lasting(retention.news)}`, `rates ${lasting(retention.rates)}`].join(
      ', ',
    );
  });
}

const lasting = (kept_ms: number | null) =>
  kept_ms === null ? 'for ever' : `${Math.round(kept_ms / dayMs)} days`;

/** Runs the work on a ledger that exists and has every table; null otherwise, as before the first start. */
async function ifMigrated<T>(
  url: string,
  work: (db: LedgerDb) => Promise<T | null>,
): Promise<T | null> {
  const path = pathOf(url);
  if (path !== null && !existsSync(path)) return null;
  return asItIs(url, async (db) => {
    const { pending } = await inspectLedger(db);
    return pending === 0 ? work(db) : null;
  });
}

async function asItIs<T>(url: string, work: (db: LedgerDb) => Promise<T>): Promise<T> {
  const db = await openToInspect(url);
  return work(db).finally(() => db.destroy());
}
