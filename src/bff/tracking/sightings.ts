import type { Transfer } from '../../contract/transfer.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { addSightings, type Seen } from '../ledger/sightings.ts';
import type { Log } from '../service/log.ts';

const mostRemembered = 50_000;

export type SightingRecorder = {
  /** Writes when these states were seen; what can't be written now is written with the next. */
  record(transfers: readonly Transfer[], seenAt: number): Promise<void>;
};

/** Records when this app first saw a transfer in a state, each once. */
export function createSightingRecorder(db: LedgerDb, log: Log): SightingRecorder {
  const written = new Set<string>();
  let waiting: { seen: Seen[]; seenAt: number }[] = [];
  const keyOf = ({ transfer_id, state }: Seen) => `${transfer_id} ${state}`;

  return {
    async record(transfers, seenAt) {
      const seen = transfers
        .map(({ id, state }) => ({ transfer_id: id, state }))
        .filter((one) => !written.has(keyOf(one)));
      if (seen.length > 0) waiting.push({ seen, seenAt });
      const batches = waiting;
      waiting = [];
      for (const [index, batch] of batches.entries()) {
        try {
          await addSightings(db, batch.seen, new Date(batch.seenAt).toISOString());
        } catch (error) {
          // A time of the timeline only; the transfers themselves can be shown.
          log.warn({ err: error }, 'states of transfers could not be written');
          waiting = [...batches.slice(index), ...waiting];
          return;
        }
        // The store keeps the first time by itself; this only spares it work.
        if (written.size > mostRemembered) written.clear();
        for (const one of batch.seen) written.add(keyOf(one));
      }
    },
  };
}
