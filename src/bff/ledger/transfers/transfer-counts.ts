import { sql } from 'kysely';
import type { Transfer } from '../../../contract/transfer.ts';
import { inParts } from '../store/in-parts.ts';
import type { LedgerDb } from '../store/schema.ts';

// Counts of the mirrored transfers, written with them, because counting 100,000 rows takes longer than a window may.

/** What is counted together: one state and pair of currencies, with an owner or without. */
type Kind = Pick<Transfer, 'state' | 'source_amount_currency' | 'destination_amount_currency'> & {
  isOwned: boolean;
};

/** How many transfers of a kind there are, and their exact sums. */
export type TransferCount = Kind & {
  count: number;
  source_amount_cents: bigint;
  destination_amount_cents: bigint;
};

type Counted = { row: Transfer; isOwned: boolean };
type AccountCount = Omit<Kind, 'isOwned'> & {
  destination_account_id: string;
  owned: number;
  count: number;
};

const kind = ['owned', 'state', 'source_amount_currency', 'destination_amount_currency'] as const;

const lastRead = new WeakMap<LedgerDb, { at: string; counts: readonly TransferCount[] }>();

/** The counts of all transfers: some hundred rows, which are read again only after a change. */
export async function transferCounts(db: LedgerDb): Promise<readonly TransferCount[]> {
  const numbers = db.selectFrom('mirror').select(['epoch', 'change']);
  const { epoch, change } = await numbers.executeTakeFirstOrThrow();
  const at = `${epoch} ${change}`;
  const last = lastRead.get(db);
  if (last?.at === at) return last.counts;
  const counts = await readCounts(db);
  lastRead.set(db, { at, counts });
  return counts;
}

async function readCounts(db: LedgerDb): Promise<TransferCount[]> {
  const rows = await db.selectFrom('transfer_counts').selectAll().execute();
  return rows.map(({ owned, count, ...row }) => ({
    ...row,
    isOwned: Number(owned) === 1,
    count: Number(count),
    source_amount_cents: BigInt(row.source_amount_cents),
    destination_amount_cents: BigInt(row.destination_amount_cents),
  }));
}

/** How many transfers there are. */
export async function transferCount(db: LedgerDb): Promise<number> {
  return (await transferCounts(db)).reduce((sum, { count }) => sum + count, 0);
}

/**
 * Takes rows out of the counts and adds others.
 * @param tx the transaction that changes the rows; it has locked the row of `mirror`
 */
export async function moveCounts(
  tx: LedgerDb,
  gone: readonly Counted[],
  come: readonly Counted[],
): Promise<void> {
  await moveTotals(tx, gone, come);
  const moved = new Map<string, AccountCount>();
  const note = (one: Counted, by: number) => {
    const { destination_account_id } = one.row;
    const key = `${destination_account_id} ${keyOf(kindOf(one))}`;
    const { isOwned, ...kind } = kindOf(one);
    const none = { destination_account_id, owned: isOwned ? 1 : 0, ...kind, count: 0 };
    const count = moved.get(key) ?? none;
    count.count += by;
    moved.set(key, count);
  };
  for (const one of gone) note(one, -1);
  for (const one of come) note(one, 1);
  const changed = [...moved.values()].filter(({ count }) => count !== 0);
  for (const part of inParts(changed)) await addCounts(tx, part);
  if (changed.some(({ count }) => count < 0)) {
    await tx.deleteFrom('account_counts').where('count', '=', sql.lit(0)).execute();
  }
}

async function addCounts(tx: LedgerDb, part: readonly AccountCount[]) {
  await tx
    .insertInto('account_counts')
    .values(part)
    .onConflict((oc) =>
      oc.columns(['destination_account_id', ...kind]).doUpdateSet({
        count: sql`account_counts.count + excluded.count`,
      }),
    )
    .execute();
}

async function moveTotals(tx: LedgerDb, gone: readonly Counted[], come: readonly Counted[]) {
  const totals = new Map((await readCounts(tx)).map((one) => [keyOf(one), one]));
  const moved = new Set<TransferCount>();
  const note = ({ row, isOwned }: Counted, by: 1n | -1n) => {
    const of = kindOf({ row, isOwned });
    const none = { ...of, count: 0, source_amount_cents: 0n, destination_amount_cents: 0n };
    const one = totals.get(keyOf(of)) ?? none;
    totals.set(keyOf(of), one);
    one.count += Number(by);
    one.source_amount_cents += by * row.source_amount_cents;
    one.destination_amount_cents += by * row.destination_amount_cents;
    moved.add(one);
  };
  for (const one of gone) note(one, -1n);
  for (const one of come) note(one, 1n);
  if (moved.size === 0) return;
  const values = [...moved].map(({ isOwned, ...one }) => ({
    ...one,
    owned: isOwned ? 1 : 0,
    source_amount_cents: `${one.source_amount_cents}`,
    destination_amount_cents: `${one.destination_amount_cents}`,
  }));
  await tx
    .insertInto('transfer_counts')
    .values(values)
    .onConflict((oc) =>
      oc.columns(kind).doUpdateSet(({ ref }) => ({
        count: ref('excluded.count'),
        source_amount_cents: ref('excluded.source_amount_cents'),
        destination_amount_cents: ref('excluded.destination_amount_cents'),
      })),
    )
    .execute();
  await tx.deleteFrom('transfer_counts').where('count', '=', 0).execute();
}

const keyOf = (one: Kind) =>
  JSON.stringify([
    ...[one.isOwned, one.state],
    ...[one.source_amount_currency, one.destination_amount_currency],
  ]);

function kindOf({ row, isOwned }: Counted): Kind {
  const { state, source_amount_currency, destination_amount_currency } = row;
  return { isOwned, state, source_amount_currency, destination_amount_currency };
}
