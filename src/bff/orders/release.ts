import { askingReasons, missedAfterMs } from '../../contract/api/order-states.ts';
import { addNews } from '../ledger/news/news.ts';
import {
  isApproved,
  isProven,
  type OrderRow,
  releaseKey,
  releaseLeaseMs,
  releaseLeaseOf,
} from '../ledger/orders/orders.ts';
import {
  addNewsOfOrder,
  beginRelease,
  endRelease,
  hasSend,
  lastReleasedAt,
  lastReleases,
  postponeRelease,
  refuseRelease,
} from '../ledger/orders/releases.ts';
import { nextOf } from '../ledger/orders/schedule.ts';
import { ownersOf } from '../ledger/people/owners.ts';
import { boundTransfers, findSend, guardScopeOf } from '../ledger/sends/sends.ts';
import { keepLease, releaseLease, takeLease } from '../ledger/store/leases.ts';
import { isLedgerFailure } from '../ledger/store/ledger.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { mirroredByIds } from '../ledger/transfers/mirror.ts';
import { firstSeenOf } from '../ledger/transfers/state-observations.ts';
import { ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import { traced } from '../lib/traced.ts';
import { requireNotHeld } from '../sends/latest-records.ts';
import { recipientNow } from '../sends/recipient-check.ts';
import { type Release, releaseOnce, type SendDeps } from '../sends/send-once.ts';
import { knownIds, refusalReason } from '../sends/send-row.ts';
import { needsStepUp } from '../sends/step-up.ts';
import { ServiceError } from '../service/errors.ts';
import { serviceProblem } from '../service/service-problem.ts';
import { askApproval } from './judge-order.ts';
import { dueOrder, noteRelease } from './missed.ts';
import { orderHash, requestOfOrder } from './order-row.ts';

/** How long a release that could not be tried waits for the next try. */
const retryMs = { least: 2_000, most: releaseLeaseMs };
const estimateTimeoutMs = 5_000;
/** So long after its checks a release still posts; else it is tried again, with new ones. */
const maxReleaseMs = 60_000;

/** How a try ended: `taken` by another call, or not as it was seen any more. */
type Released = 'released' | 'asks' | 'later' | 'changed' | 'taken';

/** Why an order is not sent before its person has seen it. */
class Refusal extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** The order was stopped or changed: nothing was posted, and nothing is left of the intent. */
class ChangedError extends Error {}

const asking: ReadonlySet<string> = new Set(askingReasons);

/**
 * Tries the release of an order that is due, or that another instance left: everything is asked again as it is now,
 * then it is sent as a press would send it, with the key of its occurrence.
 */
export async function releaseOrder(deps: SendDeps, seen: OrderRow): Promise<Released> {
  const { db, storeClock, log } = deps;
  const lease = releaseLeaseOf(seen.id);
  const now = await storeClock.now();
  const holder = await takeLease(db, lease, now, releaseLeaseMs);
  if (holder === null) return 'taken';
  const key = releaseKey(seen.id, seen.occurrence);
  const outcome = await traced({ name: 'release order', kind: 'internal', key }, async (work) => {
    const ended = await releaseUnderLease(deps, seen, now);
    work.outcome = ended;
    return ended;
  }).catch((error: unknown): Released => {
    // The store failed: what is in it decides. The lease ends by itself.
    if (!isLedgerFailure(error) && !(error instanceof ProblemError))
      log.error({ key, err: error }, 'order: release failed');
    return 'later';
  });
  if (outcome === 'later') {
    // Kept, so that no instance tries again before.
    await keepLease(db, lease, holder, timestamp(now + retryAfter(seen, now)));
  } else await releaseLease(db, lease, holder);
  return outcome;
}

/** The longer it is late, the longer it waits. */
function retryAfter({ release_at }: OrderRow, now: number): number {
  const late = release_at === null ? 0 : now - Date.parse(release_at);
  return Math.min(Math.max(late / 2, retryMs.least), retryMs.most);
}

async function releaseUnderLease(deps: SendDeps, seen: OrderRow, now: number): Promise<Released> {
  const { db } = deps;
  // A restored ledger may not know that it was sent, stopped or changed since.
  await requireNotHeld(deps);
  const begun = await db.transaction().execute(async (tx) => {
    await requireNotHeld(deps, tx);
    // By a clock that is ahead, days that are still to come would be missed.
    if (deps.storeClock.differs()) throw new ProblemError('clock-differs');
    // What was sent is not missed, whatever day it is by now.
    const due = (await hasSend(tx, seen)) ? seen : await dueOrder(tx, seen, now);
    return due && beginRelease(tx, due, timestamp(now));
  });
  if (!begun) return 'changed';
  try {
    await sendOrder(deps, begun, now);
    return 'released';
  } catch (error) {
    return afterFailure(deps, begun, error);
  }
}

async function sendOrder(deps: SendDeps, begun: OrderRow, now: number) {
  const { db, stepUpAbove, sendersSee } = deps;
  const { id, user_id, occurrence } = begun;
  // Nothing is asked any more, and nothing posted: how it ended is the send's to tell.
  if (await hasSend(db, begun)) return endSent(deps, begun);
  if (begun.release_at !== null && now - Date.parse(begun.release_at) > missedAfterMs) {
    throw new Refusal('late');
  }
  await requireRate(deps, begun);
  const request = requestOfOrder(begun);
  const key = releaseKey(id, occurrence);
  const end: Release['end'] = async (tx, at) => {
    // The process was asleep since its day, its lateness and its rate were looked at.
    if (at - now > maxReleaseMs) throw new ProblemError('send-not-made');
    const next = await nextOf(tx, begun);
    if (!(await endRelease(tx, begun, next, timestamp(at)))) throw new ChangedError();
    if (!isProven(begun) && needsStepUp(stepUpAbove, request)) {
      throw new ProblemError('step-up-required');
    }
    await noteRelease(tx, begun, `send ${key}`, at);
  };
  const sender = { user_id, key, guard_scope: guardScopeOf(sendersSee, user_id) };
  // Its maker has seen nothing since: an identical one may have gone out while it was held.
  const since = begun.kind === 'held' ? (begun.resumed_at ?? begun.created_at) : null;
  const requireKnown: Release['requireKnown'] = (ids) => requireNoneUnknown(db, begun, ids);
  const order = { id, due: begun.release_at, isApproved: isApproved(begun) };
  const release = { end, requireKnown, since, order };
  await releaseOnce(deps, { ...sender, body_hash: orderHash(begun) }, request, release);
  await endSent(deps, begun);
}

/**
 * Asks if the service has a transfer like it that is no known send's, and that Giro has seen only since the order was
 * made, released or resumed last: a database that was put back from before its release does not know of that one.
 * @throws ProblemError sent-before
 */
async function requireNoneUnknown(db: LedgerDb, begun: OrderRow, ids: readonly string[]) {
  if (ids.length === 0) return;
  const { id, created_at, resumed_at } = begun;
  const [bound, owned, seen, mirrored, released_at, known] = await Promise.all([
    boundTransfers(db, ids),
    ownersOf(db, 'transfer', ids),
    firstSeenOf(db, ids),
    mirroredByIds(db, ids),
    lastReleasedAt(db, id),
    knownToLast(db, id),
  ]);
  const since = [created_at, released_at ?? '', resumed_at ?? ''].reduce((a, b) => (a > b ? a : b));
  const listed = new Set(mirrored.map(({ row }) => row.id));
  const isKnown = (one: string) => {
    const at = seen.get(one);
    if (at !== undefined) return at <= since;
    // One of the first list was never seen as new. A row that can't be read is in neither: asked about once.
    return listed.has(one) || since === resumed_at || known.has(one);
  };
  const isUnknown = ids.some((one) => !bound.has(one) && !owned.has(one) && !isKnown(one));
  if (isUnknown) throw new ProblemError('sent-before');
}

/** The ids of the transfers like it that the service had before the last release of an order that the ledger knows. */
async function knownToLast(db: LedgerDb, order_id: string): Promise<Set<string>> {
  const key = (await lastReleases(db, [order_id])).get(order_id);
  const send = key && (await findSend(db, key));
  return send ? knownIds(send) : new Set();
}

/** Ends an order whose send is there without it. Changes nothing if it has ended with its intent. */
async function endSent({ db, storeClock }: SendDeps, begun: OrderRow) {
  const at = await storeClock.now();
  await db.transaction().execute(async (tx) => {
    const next = await nextOf(tx, begun);
    if (!(await endRelease(tx, begun, next, timestamp(at)))) return;
    await noteRelease(tx, begun, `send ${releaseKey(begun.id, begun.occurrence)}`, at);
  });
}

/** @throws Refusal worse-rate, rate-not-available, quote-refused; ProblemError of the recipient; ServiceError */
async function requireRate(deps: SendDeps, begun: OrderRow) {
  if (begun.floor === null) return;
  const floor = BigInt(begun.floor_once ?? begun.floor);
  const { destination_account_id, ...amounts } = requestOfOrder(begun);
  const account = await recipientNow(deps, destination_account_id);
  // Without a country nothing can be estimated (contract 4.2), and the floor is not to be passed unseen.
  if (!account.country) throw new Refusal('quote-refused');
  const { source_amount_cents, source_amount_currency, destination_amount_currency } = amounts;
  try {
    const { destination_amount_cents } = await deps.simulate(
      {
        ...{ source_amount_cents, source_amount_currency, destination_amount_currency },
        country_id: account.country.id,
      },
      { signal: AbortSignal.timeout(estimateTimeoutMs) },
    );
    if (destination_amount_cents < floor) throw new Refusal('worse-rate');
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'refused') throw error;
    const reason = refusalReason(error.message);
    throw new Refusal(reason === 'rate-not-available' ? reason : 'quote-refused');
  }
}

/** What stands in the ledger decides what a failure means: with an intent the send tells the rest. */
async function afterFailure(deps: SendDeps, begun: OrderRow, error: unknown): Promise<Released> {
  const { db, storeClock, log } = deps;
  const reason = reasonOf(error);
  const now = await storeClock.now();
  const at = timestamp(now);
  const fields = { key: releaseKey(begun.id, begun.occurrence), reason };
  if (reason === 'approval-required') {
    const put = await db.transaction().execute(async (tx) => {
      const row = await askApproval(tx, deps, begun, now);
      if (!row) return null;
      await addNewsOfOrder(tx, 'order-waits', row, at);
      await noteRelease(tx, begun, reason, now);
      return row;
    });
    return put ? 'asks' : 'changed';
  }
  if (!asking.has(reason)) {
    const isUnknown = reason === 'internal' && !(error instanceof ChangedError);
    if (isUnknown) log.error({ ...fields, err: error }, 'order: release failed');
    const later = { release_at: begun.release_at ?? at, reason };
    return (await postponeRelease(db, begun, later, at)) ? 'later' : 'changed';
  }
  const asked = await db.transaction().execute(async (tx) => {
    const row = await refuseRelease(tx, begun, reason, at);
    if (!row) return null;
    await addNewsOfOrder(tx, 'order-asks', row, at);
    if (withoutSender.has(reason)) await tellSupport(tx, row, at);
    await noteRelease(tx, begun, reason, now);
    return row;
  });
  if (!asked) return 'changed';
  log.warn(fields, 'order: not sent, its person is asked');
  return 'asks';
}

/** Its maker is disabled, or no sender any more: they can't answer. */
const withoutSender: ReadonlySet<string> = new Set(['not-signed-in', 'forbidden']);

/** Once for each order, which asks again on each of its days. */
function tellSupport(tx: LedgerDb, { id, user_id, unsure_since }: OrderRow, at: string) {
  const kind = unsure_since === null ? 'order-without-sender' : 'order-without-sender-unsure';
  return addNews(tx, [{ user_id: null, kind, subject: `order ${id} of ${user_id}` }], at);
}

function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.reason;
  if (error instanceof ProblemError) return error.problem;
  return error instanceof ServiceError ? serviceProblem(error).problem : 'internal';
}
