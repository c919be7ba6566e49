import {
  type CaseEvent,
  type CaseNoteRequest,
  caseActions,
  type SupportCase,
} from '../../contract/api/case.ts';
import { problemName } from '../../contract/api/problem.ts';
import { isOpen } from '../../contract/api/send-states.ts';
import { auditOf, type NumberedAuditRow } from '../ledger/people/audit.ts';
import { sendersByIds } from '../ledger/people/users.ts';
import {
  addCaseNote,
  caseAssignment,
  caseNotes,
  findCaseNote,
  giveBackCase,
  keepCase,
  takeCase,
} from '../ledger/sends/cases.ts';
import { openLookAlikes } from '../ledger/sends/look-alikes.ts';
import { latestProposal } from '../ledger/sends/proposals.ts';
import type { SendRow } from '../ledger/sends/sends.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { type StoreClock, storeTimestamp } from '../ledger/store/store-clock.ts';
import { ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import { lastingWaits, lookAlikesOf } from './case-waits.ts';
import { shownProposal } from './propose.ts';
import { isForOne, type ResolveAloneUpTo } from './resolve.ts';

type Deps = { db: LedgerDb; storeClock: StoreClock };

const leaseMs = 24 * 60 * 60_000;

/** A lease ends for who did nothing about the case since this time (ISO 8601). @param now the store's time */
export const idleSince = (now: number) => timestamp(now - leaseMs);

/** How many entries of the history are shown. */
const maxHistory = 200;

/** A send as support works on it: who has it, what a second person has to confirm, the notes, and what happened. */
export async function caseOf(
  { db, storeClock }: Deps,
  row: SendRow,
  alone: ResolveAloneUpTo,
): Promise<SupportCase> {
  const { key } = row;
  const now = await storeClock.now();
  const [proposal, assignment, notes, entries, look_alikes] = await Promise.all([
    isOpen(row.state) ? latestProposal(db, row) : undefined,
    caseAssignment(db, key, idleSince(now)),
    caseNotes(db, key),
    auditOf(db, `send ${key}`, caseActions, maxHistory),
    lookAlikesOf(db, row),
  ]);
  const wait = (await lastingWaits(db, [{ row, look_alikes }], now)).get(key);
  const ids = [
    ...[assignment?.user_id ?? '', wait?.user_id ?? ''],
    ...[proposal?.proposed_by ?? '', proposal?.decided_by ?? ''],
    ...notes.map(({ author_id }) => author_id),
    ...entries.flatMap((entry) => [
      entry.user_id ?? '',
      takenFrom(entry) ?? '',
      takenTo(entry) ?? '',
    ]),
  ];
  const people = await sendersByIds(db, [...new Set(ids)]);
  const named = (id: string) => ({ id, name: people.get(id)?.name ?? '' });
  return {
    assignee: assignment ? { ...named(assignment.user_id), since: assignment.taken_at } : null,
    waits: wait ? { by: named(wait.user_id), at: wait.at, until: wait.until } : null,
    not_sent_alone: isForOne(alone, row),
    proposal: proposal ? shownProposal(proposal, named) : null,
    notes: notes.map(({ id, at, author_id, text, corrects }) => ({
      ...{ id, at, text, corrects },
      author: named(author_id),
    })),
    history: entries.flatMap((entry): CaseEvent[] => {
      const { number, at, user_id, outcome } = entry;
      const action = caseActions.find((one) => one === entry.action);
      if (!action || hasFailed(entry)) return [];
      const [from, to] = [takenFrom(entry), takenTo(entry)];
      return [
        {
          ...{ number, at, action, outcome },
          who: user_id === null ? null : named(user_id),
          from: from === null ? null : named(from),
          to: to === null ? null : named(to),
        },
      ];
    }),
  };
}

/** A call that was refused, or failed, has the name or the status of its problem. */
const hasFailed = ({ outcome }: NumberedAuditRow) =>
  problemName(`/problems/${outcome}`) !== undefined || /^[45]\d\d$/.test(outcome);

/** For the audit: from whom a case was taken over. */
export const takenOverFrom = (user_id: string) => `from ${user_id}`;
const takenFrom = ({ action, outcome }: NumberedAuditRow): string | null =>
  (action === 'case-take' && /^from (.+)$/.exec(outcome)?.[1]) || null;

/** For the audit: to whom a case was handed over. */
export const handedOverTo = (user_id: string) => `to ${user_id}`;
const takenTo = ({ action, outcome }: NumberedAuditRow): string | null =>
  (action === 'case-hand-over' && /^to (.+)$/.exec(outcome)?.[1]) || null;

/**
 * Gives the case of a send to a person.
 * @param from the id of the person who has it, as the page showed; null for nobody
 * @returns the id of the person who had it, if there was another
 * @throws ProblemError case-changed if somebody else has it; send-settled if nothing is left to decide
 */
export async function takeCaseOf(
  { db, storeClock }: Deps,
  row: SendRow,
  user_id: string,
  from: string | null,
): Promise<string | null> {
  const isCase = isOpen(row.state) || (await openLookAlikes(db, row.key)).length > 0;
  if (!isCase) throw new ProblemError('send-settled');
  const now = await storeClock.now();
  const taking = { user_id, from, now: timestamp(now), idleSince: idleSince(now) };
  if (!(await takeCase(db, row.key, taking))) throw new ProblemError('case-changed');
  return from === user_id ? null : from;
}

/** @throws ProblemError case-changed if somebody else has the case */
export async function giveBackCaseOf(db: LedgerDb, row: SendRow, user_id: string): Promise<void> {
  if (!(await giveBackCase(db, row.key, user_id))) throw new ProblemError('case-changed');
}

/**
 * Adds a note, which may correct an earlier one by the same person.
 * @throws ProblemError not-found without such a note of this send; forbidden if it is somebody else's; case-changed if
 *   it was corrected before
 */
export async function addNoteTo(
  { db, storeClock }: Deps,
  row: SendRow,
  author_id: string,
  { id, text, corrects }: CaseNoteRequest,
): Promise<void> {
  if (corrects !== undefined) {
    const corrected = await findCaseNote(db, corrects.toLowerCase());
    if (corrected?.send_key !== row.key) throw new ProblemError('not-found');
    if (corrected.author_id !== author_id) throw new ProblemError('forbidden');
  }
  const at = await storeTimestamp(storeClock);
  const note = {
    ...{ id: id.toLowerCase(), send_key: row.key, author_id, text },
    corrects: corrects?.toLowerCase() ?? null,
    at,
  };
  if (!(await addCaseNote(db, note))) throw new ProblemError('case-changed');
  await keepCase(db, row.key, author_id, at);
}
