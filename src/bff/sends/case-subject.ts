import { isOfTransfer } from '../../contract/api/case.ts';
import type { ProblemName } from '../../contract/api/problem.ts';
import { isOpen } from '../../contract/api/send-states.ts';
import { openLookAlikes } from '../ledger/sends/look-alikes.ts';
import { findSend, type SendRow } from '../ledger/sends/sends.ts';
import {
  findTransferCase,
  isCaseOpen,
  type TransferCaseRow,
} from '../ledger/sends/transfer-cases.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { notFound, ProblemError } from '../lib/problem.ts';

/** What a case is about: a send, or the transfer that support opened it for. */
export type CaseSubject = {
  /** The key of the send, or the id of the transfer. */
  key: string;
  /** Of the send, or of the transfer. */
  state: string;
  /** The ids of the open look-alikes of a send. */
  look_alikes: readonly string[];
  /** Why nobody works on it any more; null while it is open. */
  ended: ProblemName | null;
  /** Its name in the audit. */
  audited: string;
};

/** The name of a case in the audit, by its key. */
export const auditedCase = (key: string) => `${isOfTransfer(key) ? 'transfer' : 'send'} ${key}`;

/** @throws ProblemError send-settled if nothing is left to decide; case-changed if it is done, or never was opened */
export function requireOpen({ ended }: CaseSubject): void {
  if (ended !== null) throw new ProblemError(ended);
}

/** The case of a send. */
export async function sendSubject(db: LedgerDb, { key, state }: SendRow): Promise<CaseSubject> {
  const look_alikes = (await openLookAlikes(db, key)).map(({ transfer_id }) => transfer_id);
  const isCase = isOpen(state) || look_alikes.length > 0;
  return {
    ...{ key, state, look_alikes, audited: auditedCase(key) },
    ended: isCase ? null : 'send-settled',
  };
}

/** The state of a transfer that has a case: as last read, or as it was when the case was done. */
export const transferStateOf = ({ transfer_state, done_state }: TransferCaseRow) =>
  transfer_state ?? done_state ?? '';

/** The case of a transfer; also one that was never opened. */
export function transferSubject(id: string, row: TransferCaseRow | undefined): CaseSubject {
  return {
    ...{ key: id, state: row ? transferStateOf(row) : '', look_alikes: [] },
    audited: auditedCase(id),
    ended: row && isCaseOpen(row) ? null : 'case-changed',
  };
}

/** @throws ProblemError not-found without such a send, or such a case of a transfer */
export async function subjectOfKey(db: LedgerDb, key: string): Promise<CaseSubject> {
  if (isOfTransfer(key)) {
    const row = await findTransferCase(db, key);
    if (row) return transferSubject(key, row);
  } else {
    const row = await findSend(db, key);
    if (row) return sendSubject(db, row);
  }
  throw notFound();
}
