import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import * as z from 'zod/mini';
import { version } from '../../lib/version.ts';
import { LedgerError } from '../store/ledger-error.ts';
import { migrations, migrationsNamed, unreleased } from '../store/migrations.ts';
import type { LedgerDb } from '../store/schema.ts';
import { doneMigrations } from './inspect.ts';
import type { Content } from './new-ledger.ts';
import {
  atOneMoment,
  createTally,
  type Row,
  readTable,
  type Table,
  type Tally,
  tablesAfter,
} from './tables.ts';

// A backup is JSON lines under gzip: the header; for each table its name and then its rows; the counts and hashes
// of all; and last the SHA-256 of every line before.

const header = z.object({
  giro_backup: z.literal(1),
  version: z.string(),
  made_at: z.string(),
  /** The migrations that had run. */
  schema: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});
const tallies = z.object({
  tallies: z.record(z.string(), z.object({ rows: z.int(), hash: z.string() })),
});
const row = z.array(z.nullable(z.string()));
const tableLine = z.object({ table: z.string() });
const lastLine = z.object({ sha256: z.string() });

type BackupHeader = z.infer<typeof header>;
type Backup = BackupHeader & { tallies: ReadonlyMap<string, Tally> };

const batchSize = 1_000;

/** Takes the lines of a backup to where it is kept. It fails if they do not all arrive. */
type Sink = (lines: Readable) => Promise<void>;

/** `plain`: as it is, for people. */
type Form = 'gzip' | 'plain';

/** A new file that only its owner may read. Of one that fails nothing is left. */
export const toNewFile =
  (file: string, form: Form = 'gzip'): Sink =>
  async (lines) => {
    const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
    // A file that was there before stays.
    await once(target, 'open');
    try {
      await pipeInto(lines, target, form);
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
  };

/** A stream that stays open, such as standard output. */
export const toStream =
  (output: Writable, form: Form = 'gzip'): Sink =>
  (lines) => {
    const target = new Writable({
      write: (chunk, _encoding, done) => void output.write(chunk, done),
    });
    return pipeInto(lines, target, form);
  };

const pipeInto = (lines: Readable, target: Writable, form: Form) =>
  form === 'gzip' ? pipeline(lines, createGzip(), target) : pipeline(lines, target);

/**
 * Writes all tables, as they are at one moment.
 * @param made_at ISO 8601
 * @throws LedgerError if the ledger is newer than this program; the error of the sink
 */
export async function writeBackup(db: LedgerDb, made_at: string, sink: Sink): Promise<Backup> {
  let found: Backup | undefined;
  await atOneMoment(db, async (tx) => {
    const schema = await doneMigrations(tx);
    requireKnown(schema, 'the database');
    const tables = await tablesAfter(migrationsNamed(schema));
    const head = { giro_backup: 1, version, made_at, schema, tables } satisfies z.input<
      typeof header
    >;
    const counted = new Map<string, Tally>();
    await sink(Readable.from(linesOf(tx, head, counted)));
    found = { ...z.parse(header, head), tallies: counted };
  });
  if (!found) throw new Error('no backup was written');
  return found;
}

async function* linesOf(tx: LedgerDb, head: z.input<typeof header>, counted: Map<string, Tally>) {
  const hash = createHash('sha256');
  const line = (value: unknown) => {
    const text = `${JSON.stringify(value)}\n`;
    hash.update(text);
    return text;
  };
  yield line(head);
  for (const table of head.tables) {
    const tally = createTally();
    yield line({ table: table.name });
    for await (const rows of readTable(tx, table)) {
      tally.add(rows);
      yield rows.map(line).join('');
    }
    counted.set(table.name, tally.result());
  }
  yield line({ tallies: Object.fromEntries(counted) });
  yield `${JSON.stringify({ sha256: hash.digest('hex') })}\n`;
}

/**
 * Reads a backup to its end.
 * @throws LedgerError if it is not complete, was altered, or is of a newer program
 */
export async function checkBackup(file: string): Promise<Backup> {
  // First, so that what is read next is what was written.
  await requireChecksum(file).catch((error: unknown) => {
    throw asDamaged(error, file);
  });
  const reading = read(file);
  for (;;) {
    const { done, value } = await reading.next();
    if (done) return value;
  }
}

/** What a checked backup holds, to make a ledger of. */
export function contentOf(file: string, { schema, tables, tallies: given }: Backup): Content {
  return { schema, tables, rows: () => read(file), tallies: () => given };
}

type Batch = { table: Table; rows: readonly Row[] };

async function* read(file: string): AsyncGenerator<Batch, Backup> {
  try {
    return yield* parse(file);
  } catch (error) {
    throw asDamaged(error, file);
  }
}

function asDamaged(error: unknown, file: string): unknown {
  if (error instanceof LedgerError || isOfFile(error)) return error;
  return new LedgerError(
    `the backup ${file} is damaged or not complete. Nothing was changed: take another one`,
    { cause: error },
  );
}

/** An error of the file system, such as ENOENT; not one of gzip. */
const isOfFile = (error: unknown) => error instanceof Error && 'syscall' in error;

async function requireChecksum(file: string) {
  const hash = createHash('sha256');
  let last: string | undefined;
  for await (const line of textLines(file)) {
    if (last !== undefined) hash.update(`${last}\n`);
    last = line;
  }
  const { sha256 } = z.parse(lastLine, JSON.parse(last ?? ''));
  if (sha256 !== hash.digest('hex')) throw new Error('the checksum is wrong');
}

async function* parse(file: string): AsyncGenerator<Batch, Backup> {
  const hash = createHash('sha256');
  const counted = new Map<string, ReturnType<typeof createTally>>();
  let head: BackupHeader | undefined;
  let given: z.infer<typeof tallies> | undefined;
  let checksum: string | undefined;
  let table: Table | undefined;
  let rows: Row[] = [];
  for await (const line of textLines(file)) {
    if (checksum !== undefined) throw new Error('there are lines after the last');
    const value: unknown = JSON.parse(line);
    if (given) {
      checksum = z.parse(lastLine, value).sha256;
      continue;
    }
    hash.update(`${line}\n`);
    if (!head) {
      head = await readHeader(value);
    } else if (Array.isArray(value)) {
      if (!table || value.length !== table.columns.length) throw new Error('a row of no table');
      rows.push(z.parse(row, value));
      if (rows.length < batchSize) continue;
    }
    if (table && rows.length > 0) {
      counted.get(table.name)?.add(rows);
      yield { table, rows };
      rows = [];
    }
    const { data: next } = z.safeParse(tableLine, value);
    if (next) {
      table = head.tables.find(({ name }) => name === next.table);
      if (!table) throw new Error('an unknown table');
      counted.set(table.name, createTally());
    }
    given = z.safeParse(tallies, value).data;
  }
  if (!head || !given || checksum !== hash.digest('hex')) throw new Error('the checksum is wrong');
  const found = new Map([...counted].map(([name, tally]) => [name, tally.result()]));
  for (const { name } of head.tables) {
    const { rows: count, hash: sum } = found.get(name) ?? {};
    const wanted = given.tallies[name];
    if (wanted?.rows !== count || wanted?.hash !== sum)
      throw new Error(`the table ${name} differs`);
  }
  return { ...head, tallies: found };
}

async function readHeader(value: unknown): Promise<BackupHeader> {
  const head = z.parse(header, value);
  requireKnown(head.schema, `the backup, of Giro ${head.version},`);
  const tables = JSON.stringify(await tablesAfter(migrationsNamed(head.schema)));
  if (tables !== JSON.stringify(head.tables)) throw new Error('the tables are others');
  return head;
}

/** @throws LedgerError in one line if a migration has run that this program does not know */
function requireKnown(schema: readonly string[], what: string) {
  const unknown = schema.find((name) => !(name in migrations));
  if (unknown === undefined) return;
  if (unknown === unreleased) {
    throw new LedgerError(`${what} is of a Giro from before its first release, and can’t be read`);
  }
  throw new LedgerError(`${what} is newer than this program (${unknown}). Use the newer program`);
}

async function* textLines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  await once(source, 'open');
  const unzipped = createGunzip();
  // Its failure destroys `unzipped`, whose reader then gets it.
  pipeline(source, unzipped).catch(() => {});
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const chunk of unzipped) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  if (rest !== '') throw new Error('the last line is not complete');
}
