import {
  type CaseWait,
  caseWaits,
  endCaseWait,
  notesByOthers,
  setCaseWait,
} from '../ledger/sends/case-waits.ts';
import { keepCase } from '../ledger/sends/cases.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import type { StoreClock } from '../ledger/store/store-clock.ts';
import { timestamp } from '../lib/timestamp.ts';
import { type CaseSubject, requireOpen } from './case-subject.ts';

type Deps = { db: LedgerDb; storeClock: Pick<StoreClock, 'now'> };

/** What decides whether a case still waits. */
type Known = Pick<CaseSubject, 'key' | 'state' | 'look_alikes'>;

/** Everything whose change ends a wait: the state, what turned up, and notes by others. */
const seenOf = ({ state, look_alikes }: Known, notes: number) =>
  JSON.stringify([state, [...look_alikes].sort(), notes]);

/**
 * The waits that last, by the key of the case: until their time, or until its state changes, a look-alike turns up, or
 * somebody else adds a note.
 * @param now the store's time, in milliseconds since 1970
 */
export async function lastingWaits(
  db: LedgerDb,
  cases: readonly Known[],
  now: number,
): Promise<Map<string, CaseWait>> {
  const known = new Map(cases.map((one) => [one.key, one]));
  const waits = await caseWaits(db, [...known.keys()]);
  const lasting = waits.filter(({ case_key, until, seen, notes_by_others }) => {
    const one = known.get(case_key);
    const isOver = until !== null && Date.parse(until) <= now;
    return one !== undefined && !isOver && seen === seenOf(one, notes_by_others);
  });
  return new Map(lasting.map((wait) => [wait.case_key, wait]));
}

/**
 * Lets a case wait.
 * @param hours null: until something changes
 * @returns until when (ISO 8601), or null
 * @throws ProblemError of `requireOpen`
 */
export async function letWait(
  { db, storeClock }: Deps,
  subject: CaseSubject,
  user_id: string,
  hours: number | null,
): Promise<string | null> {
  requireOpen(subject);
  const { key: case_key } = subject;
  const now = await storeClock.now();
  const at = timestamp(now);
  const until = hours === null ? null : timestamp(now + hours * 60 * 60_000);
  const seen = seenOf(subject, await notesByOthers(db, case_key, user_id));
  await setCaseWait(db, { case_key, user_id, at, until, seen });
  await keepCase(db, case_key, user_id, at);
  return until;
}

/** Ends the wait of a case, if it waits. */
export async function resumeCase({ db, storeClock }: Deps, key: string, user_id: string) {
  await endCaseWait(db, key);
  await keepCase(db, key, user_id, timestamp(await storeClock.now()));
}
