import { randomUUID } from 'node:crypto';
import { isOpen } from '../../contract/api/send-states.ts';
import type { Transfer } from '../../contract/transfer.ts';
import { ownersOf } from '../ledger/people/owners.ts';
import {
  addFoundTransfer,
  addLostSend,
  type FoundTransfer,
  foundTransferIds,
  foundWithoutSend,
  knownBeforeRestore,
  loseRestoredIntents,
  sendsToCompare,
  takeFoundTransfer,
} from '../ledger/sends/restored-sends.ts';
import { guardScopeOf, type SendRow } from '../ledger/sends/sends.ts';
import type { Hold } from '../ledger/store/holds.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { answerOf, bodyHash, knownIds, writeAnswer } from './send-row.ts';

// The sends that a restored ledger lost: found again by the service's list.

type Lists = {
  /** The service's list, read now. */
  transfers: readonly Transfer[];
  /** How many of its rows can't be read. */
  odd: number;
};

export type Comparison = {
  /** Sends of the backup whose transfer the list has. */
  confirmed: number;
  /** Ids of transfers that sends of the backup became, and the list does not have. */
  missing: string[];
  /** Sends of the backup without an outcome: Giro looks for their transfers after the release. */
  open: number;
  /** Transfers for which a send was written. */
  bound: Transfer[];
  /** Transfers that support has to decide on: another system may have made them. */
  review: Transfer[];
  /** Transfers to recipients that nobody owns. */
  unowned: Transfer[];
};

/**
 * Compares a restored ledger with the service's list, and writes a send for each transfer that was made after the
 * backup. Nothing of what it finds is sent.
 * @param tx a transaction on a held ledger
 * @param now ISO 8601
 */
export async function findLostSends(
  tx: LedgerDb,
  hold: Pick<Hold, 'list_at'>,
  { transfers, odd }: Lists,
  sendersSee: 'own' | 'all',
  now: string,
): Promise<Comparison> {
  await loseRestoredIntents(tx, now);
  const sends = await sendsToCompare(tx);
  const found = await newTransfers(tx, sends, transfers);
  const owners = await ownersOf(tx, 'account', [
    ...new Set(found.map(({ destination_account_id }) => destination_account_id)),
  ]);
  const others = othersSendTo(sends, transfers, found);
  const openBodies = sends.filter(({ state }) => isOpen(state)).map(({ body_hash }) => body_hash);
  const byBody = Map.groupBy(transfers, bodyHash);
  const listed = new Set(transfers.map(({ id }) => id));
  const made = sends.flatMap(({ transfer_id }) => transfer_id ?? []);
  const result: Comparison = {
    confirmed: made.filter((id) => listed.has(id)).length,
    missing: made.filter((id) => !listed.has(id)),
    open: openBodies.length,
    ...{ bound: [], review: [], unowned: [] },
  };
  for (const [body_hash, alike] of Map.groupBy(found, bodyHash)) {
    const open = openBodies.filter((body) => body === body_hash).length;
    // As many as there are open sends may be theirs: those are found by the reconciler, or resolved by support.
    for (const transfer of alike.slice(open)) {
      const { destination_account_id } = transfer;
      const user_id = owners.get(destination_account_id);
      const answer = writeAnswer(transfer);
      const one = { transfer_id: transfer.id, body_hash, destination_account_id, answer };
      if (user_id === undefined) {
        await addFoundTransfer(tx, { ...one, send_key: null, found_at: now });
        result.unowned.push(transfer);
        continue;
      }
      const isCertain =
        open === 0 &&
        odd === 0 &&
        hold.list_at !== null &&
        sendersSee === 'own' &&
        !others.has(destination_account_id);
      const known = (byBody.get(body_hash) ?? []).filter((other) => !alike.includes(other));
      const row = await addLostSend(
        tx,
        {
          ...termsOf(transfer),
          ...{ key: randomUUID(), user_id, body_hash },
          guard_scope: guardScopeOf(sendersSee, user_id),
          known_transfer_ids: JSON.stringify(known.map(({ id }) => id)),
          outcome: isCertain ? { transfer_id: transfer.id, answer } : null,
        },
        now,
      );
      await addFoundTransfer(tx, { ...one, send_key: row.key, found_at: now });
      result[isCertain ? 'bound' : 'review'].push(transfer);
    }
  }
  return result;
}

/** Transfers of the list that the backup did not know, and that belong to nobody. */
async function newTransfers(tx: LedgerDb, sends: SendRow[], transfers: readonly Transfer[]) {
  const known = await knownBeforeRestore(tx);
  for (const id of await foundTransferIds(tx)) known.add(id);
  for (const row of sends) {
    if (row.transfer_id !== null) known.add(row.transfer_id);
    for (const id of knownIds(row)) known.add(id);
  }
  const left = transfers.filter(({ id }) => !known.has(id));
  const owned = await ownersOf(
    tx,
    'transfer',
    left.map(({ id }) => id),
  );
  return left.filter(({ id }) => !owned.has(id));
}

/** The accounts to which another system sent before the backup: what is new there may be its own, too. */
function othersSendTo(
  sends: SendRow[],
  transfers: readonly Transfer[],
  found: readonly Transfer[],
): Set<string> {
  const ours = new Set([
    ...sends.flatMap(({ transfer_id }) => transfer_id ?? []),
    ...found.map(({ id }) => id),
  ]);
  const open = Map.groupBy(
    sends.filter(({ state }) => isOpen(state)),
    ({ body_hash }) => body_hash,
  );
  // A candidate of an open send is no sign of another system.
  const mayBeOurs = (one: Transfer) =>
    (open.get(bodyHash(one)) ?? []).some((row) => !knownIds(row).has(one.id));
  const others = transfers.filter((one) => !ours.has(one.id) && !mayBeOurs(one));
  return new Set(others.map((one) => one.destination_account_id));
}

const termsOf = (transfer: Transfer) => ({
  destination_account_id: transfer.destination_account_id,
  source_amount_cents: `${transfer.source_amount_cents}`,
  source_amount_currency: transfer.source_amount_currency,
  destination_amount_currency: transfer.destination_amount_currency,
});

/**
 * Writes the send of a found transfer whose recipient had no owner at the release and has one now, before this
 * person sends the same: it may be what they lost. Support decides.
 * @param now ISO 8601
 */
export async function recoverFound(
  db: LedgerDb,
  sent: Pick<SendRow, 'user_id' | 'guard_scope' | 'body_hash'>,
  now: string,
): Promise<void> {
  for (const found of await foundWithoutSend(db, sent.body_hash)) {
    try {
      await db.transaction().execute((tx) => recover(tx, sent, found, now));
    } catch (error) {
      // Another call may have been first: what was written here went with the transaction.
      const left = await foundWithoutSend(db, sent.body_hash);
      if (left.some(({ transfer_id }) => transfer_id === found.transfer_id)) throw error;
    }
  }
}

async function recover(
  tx: LedgerDb,
  sent: Pick<SendRow, 'user_id' | 'guard_scope' | 'body_hash'>,
  found: FoundTransfer,
  now: string,
) {
  const transfer = answerOf(found);
  if (!transfer) return;
  const key = randomUUID();
  const lost = { ...termsOf(transfer), ...sent, key, known_transfer_ids: '[]', outcome: null };
  await addLostSend(tx, lost, now);
  if (!(await takeFoundTransfer(tx, found.transfer_id, key))) throw new Error('already taken');
}
