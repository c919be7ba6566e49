import { isOpen } from '../../contract/api/send-states.ts';
import {
  type CaseWait,
  caseWaits,
  endCaseWait,
  notesByOthers,
  setCaseWait,
} from '../ledger/sends/case-waits.ts';
import { keepCase } from '../ledger/sends/cases.ts';
import { openLookAlikes } from '../ledger/sends/look-alikes.ts';
import type { SendRow } from '../ledger/sends/sends.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import type { StoreClock } from '../ledger/store/store-clock.ts';
import { ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';

type Deps = { db: LedgerDb; storeClock: Pick<StoreClock, 'now'> };

/** What decides whether a case still waits: its send, and the ids of its open look-alikes. */
type Known = { row: Pick<SendRow, 'key' | 'state'>; look_alikes: readonly string[] };

/** Everything whose change ends a wait: the state, what turned up, and notes by others. */
const seenOf = ({ row, look_alikes }: Known, notes: number) =>
  JSON.stringify([row.state, [...look_alikes].sort(), notes]);

/**
 * The waits that last, by the key of the send: until their time, or until the send changes, a look-alike turns up, or
 * somebody else adds a note.
 * @param now the store's time, in milliseconds since 1970
 */
export async function lastingWaits(
  db: LedgerDb,
  cases: readonly Known[],
  now: number,
): Promise<Map<string, CaseWait>> {
  const known = new Map(cases.map((one) => [one.row.key, one]));
  const waits = await caseWaits(db, [...known.keys()]);
  const lasting = waits.filter(({ send_key, until, seen, notes_by_others }) => {
    const one = known.get(send_key);
    const isOver = until !== null && Date.parse(until) <= now;
    return one !== undefined && !isOver && seen === seenOf(one, notes_by_others);
  });
  return new Map(lasting.map((wait) => [wait.send_key, wait]));
}

/**
 * Lets a case wait.
 * @param hours null: until something changes
 * @returns until when (ISO 8601), or null
 * @throws ProblemError send-settled if nothing is left to decide
 */
export async function letWait(
  { db, storeClock }: Deps,
  row: SendRow,
  user_id: string,
  hours: number | null,
): Promise<string | null> {
  const look_alikes = await lookAlikesOf(db, row);
  if (!isOpen(row.state) && look_alikes.length === 0) throw new ProblemError('send-settled');
  const now = await storeClock.now();
  const at = timestamp(now);
  const until = hours === null ? null : timestamp(now + hours * 60 * 60_000);
  const seen = seenOf({ row, look_alikes }, await notesByOthers(db, row.key, user_id));
  await setCaseWait(db, { send_key: row.key, user_id, at, until, seen });
  await keepCase(db, row.key, user_id, at);
  return until;
}

/** Ends the wait of a case, if it waits. */
export async function resumeCase({ db, storeClock }: Deps, row: SendRow, user_id: string) {
  await endCaseWait(db, row.key);
  await keepCase(db, row.key, user_id, timestamp(await storeClock.now()));
}

/** The ids of a send's open look-alikes. */
export async function lookAlikesOf(db: LedgerDb, { key }: SendRow): Promise<string[]> {
  return (await openLookAlikes(db, key)).map(({ transfer_id }) => transfer_id);
}
