import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { referenceOf } from '../../contract/api/send-key.ts';
import { transfer } from '../../contract/transfer.ts';
import { toNewFile, toStream } from '../ledger/keep/backup-file.ts';
import { doneMigrations } from '../ledger/keep/inspect.ts';
import { atOneMoment } from '../ledger/keep/tables.ts';
import { everySender } from '../ledger/people/users.ts';
import { lastForgotten, type Span } from '../ledger/sends/proof-rows.ts';
import { readHold } from '../ledger/store/holds.ts';
import { goneAdvice, isLedgerFailure, openToInspect } from '../ledger/store/ledger.ts';
import { LedgerError, ledgerError, shownUrl } from '../ledger/store/ledger-error.ts';
import { migrations } from '../ledger/store/migrations.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { belongsToOther, otherServiceAdvice } from '../ledger/store/service.ts';
import { storeNow } from '../ledger/store/store-clock.ts';
import { timestamp } from '../lib/timestamp.ts';
import {
  addToSummary,
  createSummary,
  type ProofRow,
  proofResults,
} from '../sends/proof-results.ts';
import { provePosts, type ServiceList } from '../sends/prove.ts';
import { proveRest } from '../sends/prove-list.ts';
import type { ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import { createListReader } from '../service/list-reader.ts';
import {
  auditCommand,
  type CommandContext,
  parseOptions,
  printable,
  requireLedger,
  requireOutOfMemory,
  UsageError,
} from './command.ts';
import { fileFault, isOfFile } from './file-fault.ts';
import { proofLines } from './proof-csv.ts';
import { type Proof, proofPage, verdictOf } from './proof-page.ts';
import { withServiceOver } from './service.ts';

const dayMs = 24 * 60 * 60_000;
/** The least that RETAIN_SENDS_YEARS can be, in milliseconds. */
const minKeptMs = 366 * dayMs;
const maxSaid = 20;
/** Of each result in the page; the CSV file has all. */
const maxShownEach = 200;

type Targets = { csv: string | null; page: string | null };
type Asked = Targets & { from: number; before: number };

/**
 * Pairs every POST of a time one to one with the service's list, and names what does not pair. Exit code 0 if everything
 * pairs, 3 if something does not, 4 if nothing contradicts and something is not proven.
 */
export async function prove(context: CommandContext): Promise<number> {
  const { config, now, say } = context;
  const asked = askedIn(context);
  requireOutOfMemory(config);
  const url = config.databaseUrl;
  await requireLedger(url);
  const db = await openToInspect(url);
  let target: string | null = null;
  try {
    await requireUsable(db, context);
    return await withServiceOver(context, db, async ({ client }) => {
      const from = timestamp(asked.from);
      const outcome = `from ${from} to before ${timestamp(asked.before)}`;
      // Written first: that it was read is on record even if the output is lost.
      await auditCommand(db, { action: 'prove', subject: 'database', outcome }, now());
      const list = await readList(client, timestamp(await storeNow(db, now)));
      // What was begun after the list was asked for may not be in it.
      const before = [timestamp(asked.before), list.asked_at].toSorted()[0] ?? list.asked_at;
      target = asked.csv;
      const proof = await proveSpan(context, db, { from, before }, list, asked);
      target = asked.page;
      if (asked.page !== null) {
        await toNewFile(asked.page, 'plain')(Readable.from([proofPage(proof)]));
      }
      return report(proof, asked, say);
    });
  } catch (error) {
    if (isLedgerFailure(error)) throw ledgerError(error, url);
    if (error instanceof ServiceError || !isOfFile(error)) throw error;
    throw fileFault(error, target === '-' ? null : target, 'proof');
  } finally {
    await db.destroy();
  }
}

/** Whether standard output takes the CSV file, and so nothing that is said. */
export const isProofToOutput = ([command, ...args]: readonly string[]): boolean =>
  command === 'prove' &&
  args.some((arg, at) => arg === '--out=-' || (arg === '--out' && args[at + 1] === '-'));

function askedIn({ args, now }: CommandContext): Asked {
  const { values, positionals } = parseOptions(args, {
    since: { type: 'string' },
    until: { type: 'string' },
    out: { type: 'string', multiple: true },
  });
  if (positionals.length > 0) throw new UsageError('prove takes options only');
  if (values.since === undefined) throw new UsageError('write --since and a day');
  const from = readDay('--since', values.since);
  const until = values.until === undefined ? now() : readDay('--until', values.until);
  if (from > now()) throw new UsageError('--since is a day to come');
  if (until < from) throw new UsageError('--until is before --since');
  const before = values.until === undefined ? until : until + dayMs;
  return { from, before, ...targetsIn(values.out ?? []) };
}

/** The beginning of a day in UTC, in milliseconds since 1970. */
function readDay(option: string, text: string): number {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time) || timestamp(time).slice(0, 10) !== text) {
    throw new UsageError(`${option} must be a day, such as 2026-01-31`);
  }
  return time;
}

function targetsIn(given: readonly string[]): Targets {
  const csv = given.filter((one) => one === '-' || one.endsWith('.csv'));
  const page = given.filter((one) => one.endsWith('.html'));
  if (csv.length > 1 || page.length > 1 || csv.length + page.length < given.length) {
    throw new UsageError('write after --out a file that ends in .csv or .html, one of each, or -');
  }
  if (csv[0] === '-' && process.stdout.isTTY) {
    throw new UsageError('standard output is a terminal. Write behind it: > FILE, or | COMMAND');
  }
  const pathOf = (one: string | undefined) =>
    one === undefined || one === '-' ? (one ?? null) : resolve(one);
  const targets = { csv: pathOf(csv[0]), page: pathOf(page[0]) };
  // Before minutes of work; when it is written, it is looked at again.
  const there = Object.values(targets).find((path) => path !== null && existsSync(path));
  if (there) throw new LedgerError(`the file ${there} exists. Name another`);
  return targets;
}

/** @throws LedgerError if this program can't tell what the ledger says: it changes nothing, so it migrates nothing */
async function requireUsable(db: LedgerDb, { config }: CommandContext) {
  const done = await doneMigrations(db);
  const unknown = done.find((name) => !(name in migrations));
  const where = `the database ${shownUrl(config.databaseUrl)}`;
  if (unknown)
    throw new LedgerError(
      `${where} is newer than this program (${unknown}). Use the newer program`,
    );
  if (done.length < Object.keys(migrations).length) {
    throw new LedgerError(`${where} is of an older Giro. Start this one first, or use that one`);
  }
  if (await belongsToOther(db, config.service)) throw new LedgerError(otherServiceAdvice);
  const hold = await readHold(db, 'move');
  if (hold) throw new LedgerError(`${where} ${goneAdvice(hold)}`);
}

/** @throws ServiceError */
async function readList(client: ServiceClient, asked_at: string): Promise<ServiceList> {
  const reader = createListReader({ schema: transfer, list: 'transfers', record: client.lists });
  const { rows: listed, odd } = await reader.read((await client.listTransfersText())?.parts ?? []);
  const rows: ReadonlyMap<string, (typeof listed)[number]> = new Map(
    listed.map((row) => [row.id, row]),
  );
  const seen = new Set<string>();
  const twice = new Set<string>();
  if (rows.size < listed.length) {
    for (const { id } of listed) (seen.has(id) ? twice : seen).add(id);
  }
  return { rows, twice, odd, asked_at };
}

/** Reads the ledger as it is at one moment after the list, and writes the CSV file on the way. */
function proveSpan(
  { config, now }: CommandContext,
  db: LedgerDb,
  span: Span,
  list: ServiceList,
  { csv }: Targets,
): Promise<Proof> {
  const { databaseUrl, retention, service } = config;
  return atOneMoment(db, async (tx) => {
    const people = new Map((await everySender(tx)).map((one) => [one.id, one]));
    const forgotten = await lastForgotten(tx);
    const kept = retention.sends ?? minKeptMs;
    const horizon = forgotten && timestamp(Date.parse(forgotten.at) - kept);
    const summary = createSummary();
    const shown = new Map<ProofRow['result'], ProofRow[]>();
    async function* rows() {
      for (const part of [
        provePosts(tx, span, list, summary),
        proveRest({ tx, span, list, summary, horizon }),
      ]) {
        for await (const row of part) {
          addToSummary(summary, row);
          keep(shown, row);
          yield row;
        }
      }
    }
    const sha256 = await writeRows(proofLines(rows(), people), csv);
    return {
      ...{ span, summary, shown, people, asked_at: list.asked_at, horizon },
      forgotten: forgotten?.count ?? 0,
      made_at: timestamp(now()),
      database: shownUrl(databaseUrl),
      service: `${service?.baseUrl}, client ${service?.clientId}`,
      hold: await readHold(tx, 'restore'),
      csv: csv === null ? null : { name: csv === '-' ? '' : basename(csv), sha256 },
    };
  });
}

function keep(shown: Map<ProofRow['result'], ProofRow[]>, row: ProofRow) {
  if (row.result === 'paired') return;
  const rows = shown.get(row.result) ?? [];
  if (rows.length < maxShownEach) rows.push(row);
  shown.set(row.result, rows);
}

/** Writes the lines where they are wanted. @returns their SHA-256 */
async function writeRows(lines: AsyncIterable<string>, csv: string | null): Promise<string> {
  const hash = createHash('sha256');
  async function* hashed() {
    for await (const line of lines) {
      hash.update(line);
      yield line;
    }
  }
  if (csv === null) {
    for await (const _line of hashed());
  } else {
    const sink = csv === '-' ? toStream(process.stdout, 'plain') : toNewFile(csv, 'plain');
    await sink(Readable.from(hashed()));
  }
  return hash.digest('hex');
}

function report(proof: Proof, { csv, page }: Targets, say: CommandContext['say']): number {
  const { shown, summary, horizon, forgotten, span } = proof;
  const named = [...shown.values()]
    .flat()
    .filter(({ result }) => proofResults[result] !== 'proven')
    .sort((a, b) => rank(a) - rank(b));
  for (const row of named.slice(0, maxSaid)) say(lineOf(row));
  const all = [...summary.results].reduce(
    (sum, [result, count]) => (proofResults[result] === 'proven' ? sum : sum + count),
    0,
  );
  if (all > maxSaid) say(`and ${all - maxSaid} more: see the file of --out`);
  if (horizon !== null && span.from < horizon) {
    say(`Before ${horizon} nothing can be proven: retention deleted ${forgotten} records`);
  }
  for (const file of [csv, page]) if (file !== null && file !== '-') say(`Written: ${file}`);
  const { code, words } = verdictOf(proof);
  say(words);
  return code;
}

const rank = ({ result }: ProofRow) => (proofResults[result] === 'wrong' ? 0 : 1);

function lineOf({ result, send_key, transfer_id, detail }: ProofRow): string {
  const post = send_key === null ? [] : [`POST ${referenceOf(send_key)}`];
  const made = transfer_id === null ? [] : [`transfer ${transfer_id}`];
  return printable(`${result}  ${[...post, ...made].join(', ')}: ${detail}`);
}
