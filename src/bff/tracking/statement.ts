import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  maxStatementRows,
  type Statement,
  type StatementRow,
  type StatementState,
  type StatementSum,
} from '../../contract/api/statement.ts';
import type { Currency } from '../../contract/currency.ts';
import { impliedRate } from '../../money/rate.ts';
import { writeDecimal } from '../../money/write-amount.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import {
  closePeriod,
  type KnownThen,
  statementMarks,
  statementRows,
} from '../ledger/transfers/statement-rows.ts';
import { byteOrderMark, lineOf } from '../lib/csv.ts';

/** Whose statement, from a moment on and before another; ISO 8601. */
type StatementAsked = { user_id: string; from: string; before: string };

type Deps = { db: LedgerDb; currencies: readonly Currency[] };

/**
 * The columns of the file, in the service's own words and in no language, so that its bytes are the same for everybody.
 * What people may change later, as a note or a reference, can't be in it.
 */
const statementColumns = [
  'part',
  'id',
  'state',
  'first_seen_at',
  'ended_at',
  'source_amount',
  'source_amount_currency',
  'destination_amount',
  'destination_amount_currency',
  'rate',
  'name',
  'alias',
  'account_ending',
  'destination_account_id',
] as const;

/** Whether a statement of these times can still change. */
export async function statementState(
  db: LedgerDb,
  { from, before }: Pick<StatementAsked, 'from' | 'before'>,
  now: number,
): Promise<StatementState> {
  if (Date.parse(before) > now) return 'so-far';
  if (!(await closePeriod(db, before, now))) return 'closing';
  const { kept_since } = await statementMarks(db);
  return from < kept_since ? 'partial' : 'closed';
}

/** Writes the file of a statement in parts: CSV (RFC 4180, UTF-8), a heading line, then a line for each transfer. */
export async function* statementFile(deps: Deps, asked: StatementAsked): AsyncGenerator<string> {
  yield byteOrderMark + lineOf(statementColumns);
  for await (const rows of readRows(deps, asked)) yield rows.map(fileLine).join('');
}

/** Reads a whole statement: its rows if a page can hold them, its sums, and the hash of its file. */
export async function readStatement(
  deps: Deps,
  asked: StatementAsked,
): Promise<Pick<Statement, 'counts' | 'sums' | 'rows' | 'total' | 'unkept'> & { hash: string }> {
  const hash = createHash('sha256').update(byteOrderMark + lineOf(statementColumns));
  const counts = { completed: 0, rejected: 0, open: 0, earlier: 0 };
  const sums = createSums();
  const shown: StatementRow[] = [];
  let [total, unkept] = [0, 0];
  for await (const rows of readRows(deps, asked)) {
    for (const row of rows) {
      hash.update(fileLine(row));
      sums.add(row);
      counts[countOf(row)] += 1;
      if (row.part === 'earlier') counts.earlier += 1;
      if (row.recipient === null || !row.isKept) unkept += 1;
      total += 1;
      if (total <= maxStatementRows) shown.push(row);
    }
  }
  const rows = total > maxStatementRows ? [] : shown;
  return { counts, sums: sums.all(), rows, total, unkept, hash: hash.digest('hex') };
}

type Read = StatementRow & { isKept: boolean };

async function* readRows({ db, currencies }: Deps, { user_id, ...times }: StatementAsked) {
  const listed = new Map(currencies.map((one) => [one.iso_code, one.subunit_to_unit]));
  const subunits = (kept: string | undefined, currency: string) =>
    kept ? BigInt(kept) : (listed.get(currency) ?? null);
  const read = ({ snapshot, ...row }: KnownThen): Read => ({
    ...row,
    source_subunits: subunits(snapshot?.source_subunits, row.source_amount_currency),
    destination_subunits: subunits(snapshot?.destination_subunits, row.destination_amount_currency),
    recipient: snapshot && {
      name: snapshot.name,
      alias: snapshot.alias,
      account_tail: snapshot.account_tail,
    },
  });
  for await (const rows of statementRows(db, user_id, times)) {
    yield rows.map(read);
    // SQLite answers without a turn of the event loop.
    await nextTurn();
  }
}

function fileLine(row: StatementRow): string {
  const { recipient, source_amount_cents: sent, destination_amount_cents: gets } = row;
  return lineOf([
    row.part,
    row.id,
    row.state,
    row.began_at,
    row.ended_at ?? '',
    decimal(sent, row.source_subunits),
    row.source_amount_currency,
    decimal(gets, row.destination_subunits),
    row.destination_amount_currency,
    rateOf(row),
    recipient?.name ?? '',
    recipient?.alias ?? '',
    recipient?.account_tail ?? '',
    row.destination_account_id,
  ]);
}

// contract 2.5: without the divisor only the subunits are known.
const decimal = (cents: bigint, subunits: bigint | null) =>
  subunits === null ? `${cents} subunits` : writeDecimal(cents, subunits);

/** Calculated: a transfer of the service has no rate (contract 2.2). */
function rateOf(row: StatementRow): string {
  const { source_amount_cents: sent, destination_amount_cents: gets } = row;
  const [from, to] = [row.source_subunits, row.destination_subunits];
  const rate = from !== null && to !== null && impliedRate(sent, from, gets, to)?.rate;
  return rate ? writeDecimal(rate.digits, 10n ** BigInt(rate.scale)) : '';
}

const countOf = ({ state }: StatementRow) =>
  state === 'executed' ? 'completed' : state === 'rejected' ? 'rejected' : 'open';

/** Adds up what was completed, and apart what was rejected or had not ended, by currency. */
export function createSums() {
  const sums = new Map<string, StatementSum>();
  function addTo(sum: StatementSum) {
    const key = `${sum.kind} ${sum.currency} ${sum.subunits}`;
    const known = sums.get(key);
    sums.set(key, { ...sum, cents: (known?.cents ?? 0n) + sum.cents });
  }
  return {
    add(row: StatementRow) {
      const counted = countOf(row);
      const kind = counted === 'completed' ? 'sent' : counted;
      const { source_subunits, destination_subunits } = row;
      const [sent, gets] = [row.source_amount_cents, row.destination_amount_cents];
      addTo({
        ...{ kind, currency: row.source_amount_currency },
        ...{ subunits: source_subunits, cents: sent },
      });
      if (kind !== 'sent') return;
      addTo({
        ...{ kind: 'received', currency: row.destination_amount_currency },
        ...{ subunits: destination_subunits, cents: gets },
      });
    },
    all: (): StatementSum[] => [...sums.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
  };
}

const keyOf = ({ kind, currency, subunits }: StatementSum) => `${kind} ${currency} ${subunits}`;
