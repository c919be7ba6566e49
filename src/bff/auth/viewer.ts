import type { LedgerDb } from '../ledger/ledger.ts';
import { type OwnedKind, ownedIds, ownerOf } from '../ledger/owners.ts';
import { notFound } from '../lib/problem.ts';

/** Whose things a call may see: everybody's (support), or those of a person or of the team. */
export type Viewer = { user_id: string; canSee: 'own' | 'team' | 'everything' };

/** @throws ProblemError not-found for what is not the viewer's to see, as for what does not exist */
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

/** The ids of what a viewer may see; null for everything. */
export async function visibleIds(
  db: LedgerDb,
  { user_id, canSee }: Viewer,
  kind: OwnedKind,
): Promise<ReadonlySet<string> | null> {
  if (canSee === 'everything') return null;
  return ownedIds(db, kind, canSee === 'own' ? user_id : null);
}
