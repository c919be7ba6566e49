import type { Approval, ApprovalRow, Approvals, Oddity } from '../../contract/api/approvals.ts';
import type { AccountDetails } from '../../contract/api/destination-account.ts';
import { waitsForApproval } from '../../contract/api/order-states.ts';
import type { DestinationAccount } from '../../contract/destination-account.ts';
import { ordersToApprove } from '../ledger/orders/approvals.ts';
import { findOrder, type OrderRow } from '../ledger/orders/orders.ts';
import { sendersByIds } from '../ledger/people/users.ts';
import {
  countSentBefore,
  lastAmounts,
  lastPaidDetails,
  sameByOther,
} from '../ledger/sends/unusual.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { notFound } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import { accountFingerprint } from '../recipients/account-fingerprint.ts';
import type { RecipientReader } from '../search/recipients.ts';
import { nameOf } from '../sends/listed.ts';
import { needsStepUp, type StepUpAbove } from '../sends/step-up.ts';
import { isAboveAlone, othersWith, type SumRules, summedOf } from '../sends/sum-rules.ts';
import type { Log } from '../service/log.ts';
import { orderOf, requestOfOrder } from './order-row.ts';

// What an approver reads: the orders that wait, and each with all that is approved.

type ReadDeps = {
  db: LedgerDb;
  recipients: RecipientReader;
  stepUpAbove: StepUpAbove;
  showAccount: (id: string) => Promise<DestinationAccount>;
  log: Log;
  sumRules: SumRules;
};

/** The most orders of a list that others made, and that the viewer made. */
const most = 200;

/**
 * The orders that wait for a second person: what expires first comes first, the viewer's own last.
 * @param now milliseconds since 1970, by the store's clock
 * @returns `has_more` if there are more of others than a list has
 */
export async function listApprovals(
  deps: Pick<ReadDeps, 'db' | 'recipients'> & { most?: number },
  viewer_id: string,
  now: number,
): Promise<Approvals> {
  const limit = deps.most ?? most;
  const at = timestamp(now);
  const [found, own] = await Promise.all([
    ordersToApprove(deps.db, { by: 'others', viewer_id, limit: limit + 1 }, at),
    ordersToApprove(deps.db, { by: 'viewer', viewer_id, limit }, at),
  ]);
  const others = found.slice(0, limit);
  const items = await rowsOf(deps, [...others, ...own], viewer_id);
  const listed: ApprovalRow[] = [];
  for (const row of others) {
    const item = items.get(row.id);
    if (!item) continue;
    const { unusual } = await unusualOf(deps.db, row, now);
    listed.push({ ...item, oddities: unusual.length });
  }
  const ownItems = own.flatMap(({ id }) => items.get(id) ?? []);
  return { items: [...listed, ...ownItems], has_more: found.length > limit };
}

/**
 * An order with all that is approved, and its recipient read from the service.
 * @param now milliseconds since 1970, by the store's clock
 */
export async function showApproval(
  deps: ReadDeps,
  row: OrderRow,
  viewer_id: string,
  now: number,
): Promise<Approval> {
  const [items, account, { unusual, sent_before }] = await Promise.all([
    rowsOf(deps, [row], viewer_id),
    accountNow(deps, row),
    unusualOf(deps.db, row, now),
  ]);
  const item = items.get(row.id);
  if (!item) throw notFound();
  const { quote, floor, days, release_at } = orderOf(row, null);
  return {
    ...{ ...item, oddities: unusual.length, account, quote, floor, days, release_at },
    destination_account_fingerprint: row.fingerprint,
    ...{ reference: row.reference, unusual, sent_before },
    ...(await summedWith(deps, row, now)),
    needs_proof: needsStepUp(deps.stepUpAbove, requestOfOrder(row)),
  };
}

/** What is judged beside the amount, and whether that alone is above the figure. */
async function summedWith({ db, sumRules }: ReadDeps, row: OrderRow, now: number) {
  const request = requestOfOrder(row);
  const { id, user_id, kind, release_at } = row;
  // The sums of a day to come are not known yet.
  const isAlone = kind !== 'held' && release_at !== null && Date.parse(release_at) > now;
  const summed = { ...summedOf({ user_id, key: id }, request, { id, due: null }), isAlone };
  const others_cents = await othersWith(db, summed, now);
  return { others_cents, all_days: isAboveAlone(sumRules, summed) };
}

/**
 * An order that waits for a second person, or that one decided about, with the revision that was put to them.
 * @throws ProblemError not-found for any other
 */
export async function orderToApprove(db: LedgerDb, id: string): Promise<OrderRow> {
  const row = await findOrder(db, id);
  if (!row) throw notFound();
  const isExpired = row.state === 'expired' && row.reason === 'approval';
  const isStopped = row.state === 'stopped' && row.waits_for === 'approval';
  // What was changed after the decision is not theirs to see.
  const isDecided = row.state === 'declined' || row.approved_revision === row.revision;
  if (waitsForApproval(row) || isExpired || isStopped || isDecided) return row;
  throw notFound();
}

async function rowsOf(
  { db, recipients }: Pick<ReadDeps, 'db' | 'recipients'>,
  rows: readonly OrderRow[],
  viewer_id: string,
): Promise<Map<string, ApprovalRow>> {
  if (rows.length === 0) return new Map();
  const makers = await sendersByIds(db, [...new Set(rows.map(({ user_id }) => user_id))]);
  const known = await recipients.current();
  return new Map(
    rows.flatMap((row) => {
      const maker = makers.get(row.user_id);
      const { id, kind, revision, created_at, expires_at } = row;
      if (!maker || expires_at === null) return [];
      const { source_amount_cents, source_amount_currency, destination_amount_currency } =
        requestOfOrder(row);
      const recipient = known.get(row.destination_account_id);
      const item = {
        ...{ id, revision, kind, created_at, expires_at, oddities: 0 },
        maker: { id: maker.id, name: nameOf(maker), email: maker.email },
        is_own: row.user_id === viewer_id,
        destination_account_id: row.destination_account_id,
        ...{ alias: recipient?.alias ?? null, country_code: recipient?.country_code ?? null },
        ...{ source_amount_cents, source_amount_currency, destination_amount_currency },
      };
      return [[id, item] as const];
    }),
  );
}

/** Without a cache: what is approved is what the service has now. */
async function accountNow(
  { showAccount, log }: Pick<ReadDeps, 'showAccount' | 'log'>,
  row: OrderRow,
): Promise<AccountDetails | null> {
  try {
    const account = await showAccount(row.destination_account_id);
    return { ...account, editable: false, fingerprint: accountFingerprint(account) };
  } catch (error) {
    log.warn({ key: row.id, err: error }, 'approval: the recipient could not be read');
    return null;
  }
}

/** An amount is unusual from so many times the usual one on, if that is of so many transfers at least. */
const far = { times: 10n, count: 3 };
const sameWithinMs = 86_400_000;

/** What is unusual about an order, each with its evidence, and how often its recipient was paid before. */
async function unusualOf(
  db: LedgerDb,
  row: OrderRow,
  now: number,
): Promise<{ unusual: Oddity[]; sent_before: number }> {
  const [sent_before, paid, amounts, same] = await Promise.all([
    countSentBefore(db, row),
    lastPaidDetails(db, row),
    lastAmounts(db, row),
    sameByOther(db, row, timestamp(now - sameWithinMs)),
  ]);
  const unusual: Oddity[] = [];
  if (sent_before === 0) unusual.push({ what: 'first-payment' });
  if (paid && paid.fingerprint !== row.fingerprint) {
    const paid_tail = paid.account_tail === '' ? null : paid.account_tail;
    unusual.push({ what: 'changed-details', paid_at: paid.at, paid_tail });
  }
  const usual_cents = medianOf(amounts);
  const cents = BigInt(row.source_amount_cents);
  if (amounts.length >= far.count && usual_cents > 0n && cents >= far.times * usual_cents) {
    const times = Number(cents / usual_cents);
    unusual.push({ what: 'far-more', usual_cents, times, count: amounts.length });
  }
  if (same) {
    const other = (await sendersByIds(db, [same.user_id])).get(same.user_id);
    if (other) unusual.push({ what: 'same-as-colleague', name: nameOf(other), at: same.at });
  }
  return { unusual, sent_before };
}

/** Of an even number the mean of the two in the middle, rounded down. */
function medianOf(amounts: readonly bigint[]): bigint {
  const sorted = amounts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
  const sum = middle.reduce((all, one) => all + one, 0n);
  return middle.length === 0 ? 0n : sum / BigInt(middle.length);
}
