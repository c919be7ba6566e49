import type { TransferDetail } from '../../contract/api/transfer.ts';
import type { Transfer } from '../../contract/transfer.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { firstSeenOf, stateObservationsOf } from '../ledger/transfers/state-observations.ts';

type Timeline = TransferDetail['timeline'];

/**
 * The states of a transfer, each with when Giro first saw it: the service gives no times (contract 2.2).
 * A state that it must have had (pending, and assigned before executed) without being seen has no time.
 */
export async function timelineOf(db: LedgerDb, transfer: Transfer): Promise<Timeline> {
  return stepsOf(transfer, await stateObservationsOf(db, [transfer.id]));
}

/** Adds its timeline to each transfer. */
export async function withTimelines<T extends Transfer>(
  db: LedgerDb,
  transfers: readonly T[],
): Promise<(T & { timeline: Timeline })[]> {
  const all = await stateObservationsOf(
    db,
    transfers.map(({ id }) => id),
  );
  const byId = Map.groupBy(all, ({ transfer_id }) => transfer_id);
  return transfers.map((one) => ({ ...one, timeline: stepsOf(one, byId.get(one.id) ?? []) }));
}

/** Adds to each transfer when Giro first saw it, ISO 8601; null if never. */
export async function withFirstSeen<T extends Transfer>(
  db: LedgerDb,
  transfers: readonly T[],
): Promise<(T & { first_seen_at: string | null })[]> {
  const seen = await firstSeenOf(
    db,
    transfers.map(({ id }) => id),
  );
  return transfers.map((one) => ({ ...one, first_seen_at: seen.get(one.id) ?? null }));
}

function stepsOf(
  { state }: Transfer,
  observations: { state: string; seen_at: string }[],
): Timeline {
  const seen = observations.map(({ state, seen_at }) => ({ state, seen_at }));
  const passed = state === 'executed' ? ['pending', 'assigned'] : ['pending'];
  const missed = passed.filter(
    (earlier) => earlier !== state && !seen.some((one) => one.state === earlier),
  );
  const steps = [...missed.map((earlier) => ({ state: earlier, seen_at: null })), ...seen];
  return steps.sort((a, b) => order(a.state, state) - order(b.state, state));
}

/** Sorts pending first, then assigned, and the current state last. */
function order(step: string, present: string): number {
  if (step === present) return 3;
  return step === 'pending' ? 0 : step === 'assigned' ? 1 : 2;
}
