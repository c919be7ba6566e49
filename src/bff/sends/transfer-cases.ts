import * as z from 'zod/mini';
import { slowReason } from '../../contract/api/arrival.ts';
import type { DoneCaseRequest, OpenCaseRequest, TransferCase } from '../../contract/api/case.ts';
import type { Transfer } from '../../contract/transfer.ts';
import { endCaseWait } from '../ledger/sends/case-waits.ts';
import { findCaseNote, keepCase } from '../ledger/sends/cases.ts';
import {
  addTransferCase,
  endTransferCase,
  findTransferCase,
  isCaseOpen,
  reopenTransferCase,
} from '../ledger/sends/transfer-cases.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { type StoreClock, storeTimestamp } from '../ledger/store/store-clock.ts';
import { ProblemError } from '../lib/problem.ts';
import { transferSubject } from './case-subject.ts';
import { workOn, writeNote } from './cases.ts';

type Deps = { db: LedgerDb; storeClock: StoreClock };

/** The case of a transfer as support works on it; also one that was never opened. */
export async function transferCaseOf(deps: Deps, id: string): Promise<TransferCase> {
  const row = await findTransferCase(deps.db, id);
  const { work, named } = await workOn(deps, transferSubject(id, row), [
    ...[row?.opened_by ?? '', row?.done_by ?? ''],
  ]);
  if (!row) return { ...work, state: 'none', opened: null, done: null, slow: null };
  const { opened_by, done_by, done_at, done_state } = row;
  const isDone = done_at !== null && done_state !== null;
  const by = (id: string | null) => (id === null ? null : named(id));
  return {
    ...work,
    state: isCaseOpen(row) ? 'open' : 'done',
    opened: { by: by(opened_by), at: row.opened_at },
    done: isDone ? { by: by(done_by), at: done_at, transfer_state: done_state } : null,
    slow: row.slow === null ? null : z.parse(slowReason, JSON.parse(row.slow)),
  };
}

/**
 * Opens a case for a transfer, with the reason as its first note. Repeating the same request changes nothing.
 * @throws ProblemError case-changed, without a change, if there is one
 */
export async function openTransferCase(
  { db, storeClock }: Deps,
  transfer: Transfer,
  by: string,
  { id, text }: OpenCaseRequest,
): Promise<void> {
  const at = await storeTimestamp(storeClock);
  await db.transaction().execute(async (tx) => {
    const isFirst = await addTransferCase(tx, {
      transfer_id: transfer.id,
      destination_account_id: transfer.destination_account_id,
      source_amount_cents: String(transfer.source_amount_cents),
      source_amount_currency: transfer.source_amount_currency,
      ...{ opened_by: by, opened_at: at },
    });
    // Repeated after a lost answer.
    const isKnown = (await findCaseNote(tx, id.toLowerCase())) !== undefined;
    if (!isFirst && !isKnown) throw new ProblemError('case-changed');
    await writeNote(tx, transfer.id, by, { id, text }, at);
  });
}

/**
 * Ends the case of a transfer, and its wait, with the reason as a note. It comes back when the transfer's state is
 * another than the page showed.
 * @throws ProblemError case-changed, without a change, if it is done, was never opened, or somebody else ended it
 */
export async function endCaseOf(
  { db, storeClock }: Deps,
  transfer_id: string,
  by: string,
  { id, text, transfer_state }: DoneCaseRequest,
): Promise<void> {
  const at = await storeTimestamp(storeClock);
  await db.transaction().execute(async (tx) => {
    // Repeated after a lost answer.
    if ((await findCaseNote(tx, id.toLowerCase())) !== undefined) {
      return writeNote(tx, transfer_id, by, { id, text }, at);
    }
    const row = await findTransferCase(tx, transfer_id);
    const isEnded =
      row && isCaseOpen(row) && (await endTransferCase(tx, row, { by, at, transfer_state }));
    if (!isEnded) throw new ProblemError('case-changed');
    await writeNote(tx, transfer_id, by, { id, text }, at);
    await endCaseWait(tx, transfer_id);
  });
}

/** @throws ProblemError case-changed if it is not done */
export async function reopenCaseOf({ db, storeClock }: Deps, transfer_id: string, by: string) {
  const at = await storeTimestamp(storeClock);
  if (!(await reopenTransferCase(db, transfer_id, { by, at }))) {
    throw new ProblemError('case-changed');
  }
  await keepCase(db, transfer_id, by, at);
}
