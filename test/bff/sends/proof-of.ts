import { atOneMoment } from '../../../src/bff/ledger/keep/tables.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { createSummary, type ProofRow } from '../../../src/bff/sends/proof-results.ts';
import { provePosts } from '../../../src/bff/sends/prove.ts';
import { proveRest } from '../../../src/bff/sends/prove-list.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';

/** A day after the scripted clock began: all that a round did is before. */
const asked_at = '2026-01-02T12:00:00.000Z';

/** What `giro prove` finds in a ledger, beside a service that lists these transfers. */
export function proofOf(db: LedgerDb, transfers: readonly Transfer[]): Promise<ProofRow[]> {
  const list = {
    ...{ rows: new Map(transfers.map((one) => [one.id, one])), odd: [], asked_at },
    twice: new Set<string>(),
  };
  const span = { from: '2000-01-01T00:00:00.000Z', before: asked_at };
  const summary = createSummary();
  return atOneMoment(db, async (tx) => {
    const found: ProofRow[] = [];
    const rest = { tx, span, list, summary, horizon: null };
    for await (const row of provePosts(tx, span, list, summary)) found.push(row);
    for await (const row of proveRest(rest)) found.push(row);
    return found;
  });
}
