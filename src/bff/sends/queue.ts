import {
  type CaseOrder,
  type CaseQueue,
  maxCases,
  type QueuedCase,
} from '../../contract/api/case-queue.ts';
import { ownersOf } from '../ledger/people/owners.ts';
import { sendersByIds, supporters } from '../ledger/people/users.ts';
import { caseAssignments } from '../ledger/sends/cases.ts';
import { openLookAlikes, sendsWithLookAlikes } from '../ledger/sends/look-alikes.ts';
import { proposedKeys } from '../ledger/sends/proposals.ts';
import { type SendRow, sendsInState } from '../ledger/sends/sends.ts';
import {
  cameBack,
  openTransferCases,
  type TransferCaseRow,
} from '../ledger/sends/transfer-cases.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import type { StoreClock } from '../ledger/store/store-clock.ts';
import type { RecipientReader } from '../search/recipients.ts';
import { transferStateOf } from './case-subject.ts';
import { lastingWaits } from './case-waits.ts';
import { idleSince } from './cases.ts';
import { nameOf } from './listed.ts';

type Deps = { db: LedgerDb; recipients: RecipientReader; storeClock: Pick<StoreClock, 'now'> };

const hourMs = 60 * 60_000;

/**
 * The transfers that support has to decide about, or opened a case for, in one order for everybody.
 * @param reviewWithin milliseconds after which a case is late
 */
export async function caseQueueOf(
  { db, recipients, storeClock }: Deps,
  order: CaseOrder,
  reviewWithin: number,
): Promise<CaseQueue> {
  const [sends, opened, now, team] = await Promise.all([
    openSends(db),
    openedCases(db),
    storeClock.now(),
    supporters(db),
  ]);
  const rows = [...sends, ...opened];
  const waits = await lastingWaits(db, rows, now);
  const doesWait = ({ key }: OpenCase) => waits.has(key);
  const isLate = (one: OpenCase) => !doesWait(one) && Date.parse(one.since) < now - reviewWithin;
  const sorted = rows.sort(comparators[order]);
  const waiting = sorted.filter(doesWait);
  const shown = [...sorted.filter((one) => !doesWait(one)), ...waiting].slice(0, maxCases);
  return {
    items: await described({ db, recipients }, shown, now, (one) => {
      const wait = waits.get(one.key);
      return { is_late: isLate(one), waits: wait ? { until: wait.until } : null };
    }),
    total: rows.length,
    waiting: waiting.length,
    late: rows.filter(isLate).length,
    review_within_hours: reviewWithin / hourMs,
    colleagues: team.map((one) => ({ id: one.id, name: nameOf(one) })),
  };
}

/** A case with something to do, and since when (ISO 8601). */
type OpenCase = Pick<
  SendRow,
  'key' | 'destination_account_id' | 'source_amount_cents' | 'source_amount_currency'
> & {
  state: string;
  /** The id of the sender; null if nobody here sent the transfer. */
  user_id: string | null;
  opened: QueuedCase['opened'];
  look_alikes: string[];
  since: string;
};

async function openedCases(db: LedgerDb): Promise<OpenCase[]> {
  const rows = await openTransferCases(db);
  const ids = rows.map(({ transfer_id }) => transfer_id);
  const owners = await ownersOf(db, 'transfer', ids);
  return rows.map((row) => ({
    ...row,
    key: row.transfer_id,
    state: transferStateOf(row),
    user_id: owners.get(row.transfer_id) ?? null,
    opened: { came_back: cameBack(row), slow: row.opened_by === null },
    look_alikes: [],
    since: sinceOf(row),
  }));
}

/** A case that came back is open since then. */
function sinceOf({ opened_at, done_at, state_seen_at }: TransferCaseRow): string {
  if (done_at === null) return opened_at;
  return state_seen_at !== null && state_seen_at > done_at ? state_seen_at : done_at;
}

async function openSends(db: LedgerDb): Promise<OpenCase[]> {
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
    const look_alikes = own.map(({ transfer_id }) => transfer_id);
    return [{ ...row, opened: null, since, look_alikes }];
  });
}

// Each order is total, so that every page and every instance shows the same next case.
const oldestFirst = (a: OpenCase, b: OpenCase) =>
  Date.parse(a.since) - Date.parse(b.since) || (a.key < b.key ? -1 : 1);

const comparators: Record<CaseOrder, (a: OpenCase, b: OpenCase) => number> = {
  oldest: oldestFirst,
  newest: (a, b) => -oldestFirst(a, b),
  amount(a, b) {
    const [one, other] = [a.source_amount_currency, b.source_amount_currency];
    if (one !== other) return one < other ? -1 : 1;
    const difference = BigInt(b.source_amount_cents) - BigInt(a.source_amount_cents);
    return difference === 0n ? oldestFirst(a, b) : difference > 0n ? 1 : -1;
  },
};

async function described(
  { db, recipients }: Omit<Deps, 'storeClock'>,
  shown: readonly OpenCase[],
  now: number,
  markOf: (one: OpenCase) => Pick<QueuedCase, 'is_late' | 'waits'>,
): Promise<QueuedCase[]> {
  if (shown.length === 0) return [];
  const keys = shown.map(({ key }) => key);
  const [proposed, assignments, known] = await Promise.all([
    proposedKeys(db),
    caseAssignments(db, keys, idleSince(now)),
    recipients.current(),
  ]);
  const people = await sendersByIds(db, [
    ...shown.map(({ user_id }) => user_id ?? ''),
    ...assignments.map(({ user_id }) => user_id),
  ]);
  const held = new Map(assignments.map((one) => [one.case_key, one]));
  return shown.map((one) => {
    const { key, opened, since, look_alikes } = one;
    const recipient = known.get(one.destination_account_id);
    const sender = people.get(one.user_id ?? '');
    const holder = held.get(key);
    const who = people.get(holder?.user_id ?? '');
    return {
      ...{ key, opened },
      source_amount_cents: BigInt(one.source_amount_cents),
      source_amount_currency: one.source_amount_currency,
      destination_account_id: one.destination_account_id,
      alias: recipient?.alias ?? null,
      country_code: recipient?.country_code ?? null,
      ...(sender && { sender }),
      ...{ since, look_alikes, proposed: proposed.has(key), ...markOf(one) },
      assignee: holder && who ? { id: who.id, name: nameOf(who), since: holder.taken_at } : null,
    };
  });
}
