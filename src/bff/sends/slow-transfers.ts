import { randomUUID } from 'node:crypto';
import type { SlowReason } from '../../contract/api/arrival.ts';
import { addAudit } from '../ledger/people/audit.ts';
import { addTransferCase, endOwnCases } from '../ledger/sends/transfer-cases.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { type StoreClock, storeTimestamp } from '../ledger/store/store-clock.ts';
import { type UnderWay, underWayWithoutCase } from '../ledger/transfers/arrival-times.ts';
import { mirrorState } from '../ledger/transfers/mirror.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { Log } from '../service/log.ts';
import { type ArrivalTimes, maxUnseenMs } from '../tracking/arrival-times.ts';
import { auditedCase } from './case-subject.ts';

export type SlowTransfersOptions = {
  /** The pause before each look, in milliseconds. */
  everyMs?: number;
};

type Deps = SlowTransfersOptions & {
  db: LedgerDb;
  storeClock: StoreClock;
  log: Log;
  arrivalTimes: Pick<ArrivalTimes, 'slowTo'>;
  /** The longest usual pause between two reads of the list, in milliseconds. */
  backgroundMs: number;
};

type SlowTransfers = {
  start(): void;
  /** Opens and ends cases now. */
  look(): Promise<void>;
  stop(): Promise<void>;
};

const firstLookMs = 2_000;
const lookEveryMs = 60_000;
const readAtOnce = 1_000;

/**
 * Opens a case for each transfer that is slower than 95 in 100 of its like, once, and ends it when the transfer ends.
 * Every instance looks: the row of a case decides which of them opens it.
 */
export function createSlowTransfers(deps: Deps): SlowTransfers {
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();
  let isStopped = false;
  const { everyMs = lookEveryMs } = deps;

  function look(): Promise<void> {
    clearTimeout(timer);
    last = last
      .then(() => lookOnce(deps))
      .catch((error: unknown) => {
        deps.log.warn({ err: error }, 'cases: slow transfers not looked for');
      });
    void last.then(() => plan(everyMs));
    return last;
  }

  function plan(delay: number) {
    if (isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(() => void look(), delay).unref();
  }

  return {
    start: () => plan(Math.min(firstLookMs, everyMs)),
    look,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await last;
    },
  };
}

async function lookOnce(deps: Deps) {
  const { db, storeClock } = deps;
  const at = await storeTimestamp(storeClock);
  await db.transaction().execute(async (tx) => {
    for (const id of await endOwnCases(tx, at)) await note(tx, 'case-done', id, at);
  });
  const { as_of } = await mirrorState(db);
  if (as_of === null) return;
  // What is as young as an observation may be late is slow by nothing.
  const sentBefore = timestamp(Date.parse(at) - maxUnseenMs(deps.backgroundMs));
  let slowTo: Awaited<ReturnType<ArrivalTimes['slowTo']>> | null = null;
  let after = '';
  for (let more = true; more; ) {
    const part = await underWayWithoutCase(db, sentBefore, after, readAtOnce);
    if (part.length > 0) slowTo ??= await deps.arrivalTimes.slowTo();
    for (const one of part) {
      const slow = slowTo?.(one.destination_account_id);
      const reason = slow && reasonOf(one, slow, as_of, deps.backgroundMs);
      if (reason) await openCase(db, one, reason, at);
    }
    after = part.at(-1)?.id_order ?? after;
    more = part.length === readAtOnce;
  }
}

/**
 * How much slower it is; null if it is not, as far as Giro knows: the transfer was under way when it was last read,
 * and by as much as an observation may be late it may only seem slow.
 */
function reasonOf(
  { sent_at, read_at }: UnderWay,
  slow: Omit<SlowReason, 'after_seconds'>,
  as_of: string,
  backgroundMs: number,
): SlowReason | null {
  const known = Math.max(Date.parse(as_of), Date.parse(read_at)) - Date.parse(sent_at);
  if (known <= slow.within_seconds * 1_000 + maxUnseenMs(backgroundMs)) return null;
  return { ...slow, after_seconds: Math.floor(known / 1_000) };
}

async function openCase(db: LedgerDb, one: UnderWay, reason: SlowReason, at: string) {
  await db.transaction().execute(async (tx) => {
    const isFirst = await addTransferCase(tx, {
      transfer_id: one.id,
      destination_account_id: one.destination_account_id,
      source_amount_cents: one.source_amount_cents,
      source_amount_currency: one.source_amount_currency,
      ...{ opened_by: null, opened_at: at, slow: JSON.stringify(reason) },
    });
    if (isFirst) await note(tx, 'case-open', one.id, at);
  });
}

/** An entry of the audit by nobody: Giro itself. */
const note = (tx: LedgerDb, action: 'case-open' | 'case-done', id: string, at: string) =>
  addAudit(tx, {
    ...{ at, action, user_id: null, subject: auditedCase(id) },
    ...{ outcome: 'slow', request_id: randomUUID() },
  });
