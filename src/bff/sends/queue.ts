import {
  type CaseOrder,
  type CaseQueue,
  maxCases,
  type QueuedCase,
} from '../../contract/api/case-queue.ts';
import { sendersByIds, supporters } from '../ledger/people/users.ts';
import { caseAssignments } from '../ledger/sends/cases.ts';
import { openLookAlikes, sendsWithLookAlikes } from '../ledger/sends/look-alikes.ts';
import { proposedKeys } from '../ledger/sends/proposals.ts';
import { type SendRow, sendsInState } from '../ledger/sends/sends.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import type { StoreClock } from '../ledger/store/store-clock.ts';
import type { RecipientReader } from '../search/recipients.ts';
import { lastingWaits } from './case-waits.ts';
import { idleSince } from './cases.ts';
import { nameOf } from './listed.ts';

type Deps = { db: LedgerDb; recipients: RecipientReader; storeClock: Pick<StoreClock, 'now'> };

const hourMs = 60 * 60_000;

/**
 * The transfers that support has to decide about, in one order for everybody.
 * @param reviewWithin milliseconds after which a case is late
 */
export async function caseQueueOf(
  { db, recipients, storeClock }: Deps,
  order: CaseOrder,
  reviewWithin: number,
): Promise<CaseQueue> {
  const [rows, now, team] = await Promise.all([openRows(db), storeClock.now(), supporters(db)]);
  const waits = await lastingWaits(db, rows, now);
  const doesWait = ({ row }: OpenRow) => waits.has(row.key);
  const isLate = (one: OpenRow) => !doesWait(one) && Date.parse(one.since) < now - reviewWithin;
  const sorted = rows.sort(comparators[order]);
  const waiting = sorted.filter(doesWait);
  const shown = [...sorted.filter((one) => !doesWait(one)), ...waiting].slice(0, maxCases);
  return {
    items: await described({ db, recipients }, shown, now, (one) => {
      const wait = waits.get(one.row.key);
      return { is_late: isLate(one), waits: wait ? { until: wait.until } : null };
    }),
    total: rows.length,
    waiting: waiting.length,
    late: rows.filter(isLate).length,
    review_within_hours: reviewWithin / hourMs,
    colleagues: team.map((one) => ({ id: one.id, name: nameOf(one) })),
  };
}

/** A send with something to decide, and since when (ISO 8601). */
type OpenRow = { row: SendRow; look_alikes: string[]; since: string };

async function openRows(db: LedgerDb): Promise<OpenRow[]> {
  const [unresolved, doubtful, found] = await Promise.all([
    sendsInState(db, ['unresolved']),
    sendsWithLookAlikes(db),
    openLookAlikes(db),
  ]);
  const lookAlikes = Map.groupBy(found, ({ send_key }) => send_key);
  const rows = new Map([...doubtful, ...unresolved].map((row) => [row.key, row]));
  return [...rows.values()].flatMap((row) => {
    const own = lookAlikes.get(row.key) ?? [];
    const seen = own.map(({ seen_at }) => seen_at);
    // An unresolved send changes next when somebody decides.
    const times = row.state === 'unresolved' ? [row.updated_at, ...seen] : seen;
    const [since] = times.sort();
    // Resolved between the reads.
    if (since === undefined) return [];
    return [{ row, since, look_alikes: own.map(({ transfer_id }) => transfer_id) }];
  });
}

// Each order is total, so that every page and every instance shows the same next case.
const oldestFirst = (a: OpenRow, b: OpenRow) =>
  Date.parse(a.since) - Date.parse(b.since) || (a.row.key < b.row.key ? -1 : 1);

const comparators: Record<CaseOrder, (a: OpenRow, b: OpenRow) => number> = {
  oldest: oldestFirst,
  newest: (a, b) => -oldestFirst(a, b),
  amount(a, b) {
    const [one, other] = [a.row.source_amount_currency, b.row.source_amount_currency];
    if (one !== other) return one < other ? -1 : 1;
    const difference = BigInt(b.row.source_amount_cents) - BigInt(a.row.source_amount_cents);
    return difference === 0n ? oldestFirst(a, b) : difference > 0n ? 1 : -1;
  },
};

async function described(
  { db, recipients }: Omit<Deps, 'storeClock'>,
  shown: readonly OpenRow[],
  now: number,
  markOf: (one: OpenRow) => Pick<QueuedCase, 'is_late' | 'waits'>,
): Promise<QueuedCase[]> {
  if (shown.length === 0) return [];
  const keys = shown.map(({ row }) => row.key);
  const [proposed, assignments, known] = await Promise.all([
    proposedKeys(db),
    caseAssignments(db, keys, idleSince(now)),
    recipients.current(),
  ]);
  const people = await sendersByIds(db, [
    ...shown.map(({ row }) => row.user_id),
    ...assignments.map(({ user_id }) => user_id),
  ]);
  const held = new Map(assignments.map((one) => [one.send_key, one]));
  return shown.map((one) => {
    const { row, since, look_alikes } = one;
    const recipient = known.get(row.destination_account_id);
    const sender = people.get(row.user_id);
    const holder = held.get(row.key);
    const who = people.get(holder?.user_id ?? '');
    return {
      key: row.key,
      source_amount_cents: BigInt(row.source_amount_cents),
      source_amount_currency: row.source_amount_currency,
      destination_account_id: row.destination_account_id,
      alias: recipient?.alias ?? null,
      country_code: recipient?.country_code ?? null,
      ...(sender && { sender }),
      ...{ since, look_alikes, proposed: proposed.has(row.key), ...markOf(one) },
      assignee: holder && who ? { id: who.id, name: nameOf(who), since: holder.taken_at } : null,
    };
  });
}
