import {
  type AnyCase,
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
import { latestProposal } from '../ledger/sends/proposals.ts';
import type { SendRow } from '../ledger/sends/sends.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { type StoreClock, storeTimestamp } from '../ledger/store/store-clock.ts';
import { ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import { type CaseSubject, requireOpen, sendSubject } from './case-subject.ts';
import { lastingWaits } from './case-waits.ts';
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
  const [proposal, subject] = await Promise.all([
    isOpen(row.state) ? latestProposal(db, row) : undefined,
    sendSubject(db, row),
  ]);
  const { work, named } = await workOn({ db, storeClock }, subject, [
    ...[proposal?.proposed_by ?? '', proposal?.decided_by ?? ''],
  ]);
  return {
    ...work,
    not_sent_alone: isForOne(alone, row),
    proposal: proposal ? shownProposal(proposal, named) : null,
  };
}

/**
 * What support does about a case: who has it, the notes, and what happened.
 * @param others ids of people whom `named` has to know too
 */
export async function workOn(
  { db, storeClock }: Deps,
  subject: CaseSubject,
  others: readonly string[],
): Promise<{ work: AnyCase; named: (id: string) => { id: string; name: string } }> {
  const { key } = subject;
  const now = await storeClock.now();
  const [assignment, notes, entries, waits] = await Promise.all([
    caseAssignment(db, key, idleSince(now)),
    caseNotes(db, key),
    auditOf(db, subject.audited, caseActions, maxHistory),
    lastingWaits(db, [subject], now),
  ]);
  const wait = waits.get(key);
  const ids = [
    ...[assignment?.user_id ?? '', wait?.user_id ?? ''],
    ...others,
    ...notes.map(({ author_id }) => author_id),
    ...entries.flatMap((entry) => [
      entry.user_id ?? '',
      takenFrom(entry) ?? '',
      takenTo(entry) ?? '',
    ]),
  ];
  const people = await sendersByIds(db, [...new Set(ids)]);
  const named = (id: string) => ({ id, name: people.get(id)?.name ?? '' });
  const work = {
    assignee: assignment ? { ...named(assignment.user_id), since: assignment.taken_at } : null,
    waits: wait ? { by: named(wait.user_id), at: wait.at, until: wait.until } : null,
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
  return { work, named };
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
 * Gives a case to a person.
 * @param from the id of the person who has it, as the page showed; null for nobody
 * @returns the id of the person who had it, if there was another
 * @throws ProblemError case-changed if somebody else has it, or of `requireOpen`
 */
export async function takeCaseOf(
  { db, storeClock }: Deps,
  subject: CaseSubject,
  user_id: string,
  from: string | null,
): Promise<string | null> {
  requireOpen(subject);
  const now = await storeClock.now();
  const taking = { user_id, from, now: timestamp(now), idleSince: idleSince(now) };
  if (!(await takeCase(db, subject.key, taking))) throw new ProblemError('case-changed');
  return from === user_id ? null : from;
}

/** @throws ProblemError case-changed if somebody else has the case */
export async function giveBackCaseOf(db: LedgerDb, key: string, user_id: string): Promise<void> {
  if (!(await giveBackCase(db, key, user_id))) throw new ProblemError('case-changed');
}

/**
 * Adds a note, which may correct an earlier one by the same person.
 * @throws ProblemError not-found without such a note of this case; forbidden if it is somebody else's; case-changed if
 *   it was corrected before
 */
export async function addNoteTo(
  { db, storeClock }: Deps,
  case_key: string,
  author_id: string,
  { id, text, corrects }: CaseNoteRequest,
): Promise<void> {
  if (corrects !== undefined) {
    const corrected = await findCaseNote(db, corrects.toLowerCase());
    if (corrected?.case_key !== case_key) throw new ProblemError('not-found');
    if (corrected.author_id !== author_id) throw new ProblemError('forbidden');
  }
  await writeNote(
    db,
    case_key,
    author_id,
    { id, text, corrects },
    await storeTimestamp(storeClock),
  );
}

/**
 * Writes a note, and extends its author's lease. Repeating it changes nothing.
 * @param at ISO 8601
 * @throws ProblemError case-changed if the id is of another note, or the corrected one was corrected before
 */
export async function writeNote(
  db: LedgerDb,
  case_key: string,
  author_id: string,
  { id, text, corrects }: CaseNoteRequest,
  at: string,
): Promise<void> {
  const note = {
    ...{ id: id.toLowerCase(), case_key, author_id, text },
    corrects: corrects?.toLowerCase() ?? null,
    at,
  };
  if (!(await addCaseNote(db, note))) throw new ProblemError('case-changed');
  await keepCase(db, case_key, author_id, at);
}
