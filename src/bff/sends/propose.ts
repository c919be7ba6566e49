import type {
  ConfirmRequest,
  DeclineRequest,
  Proposal,
  ProposeRequest,
} from '../../contract/api/case.ts';
import { isOpen } from '../../contract/api/send-states.ts';
import { addAudit } from '../ledger/people/audit.ts';
import { holdPersonAndSession } from '../ledger/people/sessions.ts';
import { keepCase } from '../ledger/sends/cases.ts';
import {
  addProposal,
  endProposal,
  findProposal,
  holdSend,
  type ProposalRow,
} from '../ledger/sends/proposals.ts';
import { findSend, type SendRow } from '../ledger/sends/sends.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import type { StoreClock } from '../ledger/store/store-clock.ts';
import { notFound, ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { Tracking } from '../tracking/tracking.ts';
import { type LatestRecords, requireNotHeld } from './latest-records.ts';
import { canBeNotSent, endAsNotSent, requireSeen } from './resolve.ts';

type Deps = { db: LedgerDb; storeClock: StoreClock; records: Pick<LatestRecords, 'areThere'> };
type ListDeps = Deps & { tracking: Pick<Tracking, 'list'> };

/** The person of support who asks, and by which request, for the audit. */
type Asker = { user_id: string; request_id: string };

// A proposal is bound to the send as it was. Each of these functions reads, in the transaction that changes it, the
// send, the proposal and who asks; the entry of the audit is part of that transaction.

/**
 * Proposes that nothing was sent, for another person to confirm. Repeating it changes nothing.
 * @throws ProblemError same-person by the sender; case-changed if another proposal is open; still-looking,
 *   send-settled; candidates-changed if a candidate was not seen; ledger-held; not-signed-in, forbidden for who is of
 *   support no longer; ServiceError if the list can't be read
 */
export async function proposeNotSent(
  deps: ListDeps,
  key: string,
  asker: Asker,
  request: ProposeRequest,
): Promise<void> {
  const { reason } = request;
  const id = request.id.toLowerCase();
  await requireNotHeld(deps);
  await requireCandidatesSeen(deps, key, request);
  await inTransaction(deps, key, asker, async (tx, send, at) => {
    const { user_id: proposed_by } = asker;
    const known = await findProposal(tx, id);
    if (known) {
      const isSame =
        known.send_key === key && known.proposed_by === proposed_by && known.reason === reason;
      if (!isSame) throw new ProblemError('case-changed');
      return null;
    }
    requireUndecided(send);
    const proposal = {
      ...{ id, send_key: key, send_updated_at: send.updated_at },
      ...{ proposed_by, proposed_at: at, reason },
    };
    if (!(await addProposal(tx, proposal))) throw new ProblemError('case-changed');
    return { action: 'settle-propose', outcome: 'done' };
  });
}

/**
 * Confirms another person's proposal, which resolves the send as not sent.
 * @throws ProblemError same-person by who proposed it, or sent the transfer; case-changed if it is open no longer;
 *   still-looking, send-settled; candidates-changed if a candidate was not seen; ledger-held; not-found; not-signed-in,
 *   forbidden for who is of support no longer; ServiceError if the list can't be read
 */
export async function confirmNotSent(
  deps: ListDeps,
  key: string,
  asker: Asker,
  request: ConfirmRequest,
): Promise<void> {
  const { proposal, seen_transfer_ids = [] } = request;
  // First, because only this looks whether the ledger lost records.
  await requireNotHeld(deps);
  await requireCandidatesSeen(deps, key, request);
  await inTransaction(deps, key, asker, async (tx, send, at) => {
    await requireNotHeld(deps, tx);
    requireUndecided(send);
    const { user_id: decided_by } = asker;
    const { reason } = await decideProposal(tx, send, proposal, {
      ...{ state: 'confirmed', decided_by, decided_at: at },
    });
    const record = { settled_by: decided_by, settled_reason: reason, settled_at: at };
    const { state } = await endAsNotSent(tx, send, record, seen_transfer_ids);
    return { action: 'settle-confirm', outcome: state };
  });
}

/**
 * Declines another person's proposal: the send stays as it is.
 * @throws ProblemError same-person by who proposed it, or sent the transfer; case-changed if it is open no longer;
 *   not-found; not-signed-in, forbidden for who is of support no longer
 */
export function declineNotSent(
  deps: Deps,
  key: string,
  asker: Asker,
  { proposal, reason: decided_reason }: DeclineRequest,
): Promise<void> {
  return inTransaction(deps, key, asker, async (tx, send, at) => {
    const { user_id: decided_by } = asker;
    await decideProposal(tx, send, proposal, {
      ...{ state: 'declined', decided_by, decided_at: at, decided_reason },
    });
    return { action: 'settle-decline', outcome: 'done' };
  });
}

/**
 * Takes one's own proposal back.
 * @throws ProblemError forbidden for somebody else's; case-changed if it is open no longer; not-found; not-signed-in,
 *   forbidden for who is of support no longer
 */
export function withdrawNotSent(
  deps: Deps,
  key: string,
  asker: Asker,
  proposal: string,
): Promise<void> {
  return inTransaction(deps, key, asker, async (tx, send, at) => {
    const { user_id: decided_by } = asker;
    const known = await proposalOf(tx, send, proposal);
    if (known.proposed_by !== decided_by) throw new ProblemError('forbidden');
    const end = { state: 'withdrawn', decided_by, decided_at: at } as const;
    if (!(await endProposal(tx, known.id, send, end))) throw new ProblemError('case-changed');
    return { action: 'settle-withdraw', outcome: 'done' };
  });
}

/** A proposal as the API shows it; null if it neither is open nor was declined. @param named who an id is */
export function shownProposal(
  { id, reason, state, ...row }: ProposalRow,
  named: (id: string) => Proposal['by'],
): Proposal | null {
  if (state !== 'open' && state !== 'declined') return null;
  const { decided_by, decided_at, decided_reason } = row;
  const declined = decided_by !== null &&
    decided_at !== null && {
      ...{ by: named(decided_by), at: decided_at, reason: decided_reason ?? '' },
    };
  return {
    ...{ id, reason, by: named(row.proposed_by), at: row.proposed_at },
    declined: declined || null,
  };
}

type Entry = { action: string; outcome: string };

/** Runs a change of a proposal, and writes its entry of the audit; null for a change that was made before. */
function inTransaction(
  { db, storeClock }: Deps,
  key: string,
  { user_id, request_id }: Asker,
  work: (tx: LedgerDb, send: SendRow, at: string) => Promise<Entry | null>,
): Promise<void> {
  // Each statement must see what was committed before it, whatever isolation the store defaults to.
  const transaction = db.transaction().setIsolationLevel('read committed');
  return transaction.execute(async (tx) => {
    const held = await holdPersonAndSession(tx, user_id, null);
    if (!held || held.user.disabled_at !== null) throw new ProblemError('not-signed-in');
    if (held.user.role !== 'support') throw new ProblemError('forbidden');
    const send = await holdSend(tx, key);
    if (!send) throw notFound();
    // Of support now, a sender before.
    if (send.user_id === user_id) throw new ProblemError('same-person');
    const at = timestamp(await storeClock.now(tx));
    const entry = await work(tx, send, at);
    await keepCase(tx, key, user_id, at);
    if (entry) await addAudit(tx, { at, user_id, subject: `send ${key}`, request_id, ...entry });
  });
}

/** @throws ProblemError candidates-changed; ServiceError if the list can't be read */
async function requireCandidatesSeen(
  deps: ListDeps,
  key: string,
  request: ProposeRequest | ConfirmRequest,
): Promise<void> {
  const send = await findSend(deps.db, key);
  // What can't be decided now is refused in the transaction, which says why.
  if (send && canBeNotSent(send)) await requireSeen(deps, send, request);
}

/** @throws ProblemError still-looking, send-settled */
function requireUndecided(send: SendRow) {
  if (canBeNotSent(send)) return;
  throw new ProblemError(isOpen(send.state) ? 'still-looking' : 'send-settled');
}

/** @throws ProblemError same-person, case-changed, not-found */
async function decideProposal(
  tx: LedgerDb,
  send: SendRow,
  id: string,
  end: Parameters<typeof endProposal>[3],
): Promise<ProposalRow> {
  const known = await proposalOf(tx, send, id);
  if (known.proposed_by === end.decided_by) throw new ProblemError('same-person');
  const ended = await endProposal(tx, known.id, send, end);
  if (!ended) throw new ProblemError('case-changed');
  return ended;
}

/** @throws ProblemError not-found without such a proposal about this send */
async function proposalOf(tx: LedgerDb, { key }: SendRow, id: string): Promise<ProposalRow> {
  const known = await findProposal(tx, id.toLowerCase());
  if (known?.send_key !== key) throw notFound();
  return known;
}
