import type { Config } from '../config/config.ts';
import { type OwnedKind, ownedIds, ownerOf } from '../ledger/people/owners.ts';
import type { UserRow } from '../ledger/people/users.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { notFound } from '../lib/problem.ts';

/** Whose records a call may see: everyone's (support, an auditor), the team's or the person's own. */
export type Viewer = { user_id: string; canSee: 'own' | 'team' | 'everything' };

/** Checks that the viewer may see a record. @throws ProblemError not-found, as for an unknown id */
export async function requireVisible(
  db: LedgerDb,
  { user_id, canSee }: Viewer,
  kind: OwnedKind,
  id: string,
) {
  if (canSee === 'everything') return;
  const owner = await ownerOf(db, kind, id);
  if (owner === null || (canSee === 'own' && owner !== user_id)) throw notFound();
}

/** The ids that the viewer may see; null means all. */
export async function visibleIds(
  db: LedgerDb,
  { user_id, canSee }: Viewer,
  kind: OwnedKind,
): Promise<ReadonlySet<string> | null> {
  if (canSee === 'everything') return null;
  return ownedIds(db, kind, canSee === 'own' ? user_id : null);
}

/**
 * True if a person of this role may approve what others send: an approver, or a sender of a team in which they approve
 * for each other.
 */
export const mayApprove = (
  { approvals, sendersSee }: Pick<Config, 'approvals' | 'sendersSee'>,
  { role }: Pick<UserRow, 'role'>,
): boolean =>
  role === 'approver' || (role === 'sender' && approvals.bySenders && sendersSee === 'all');
