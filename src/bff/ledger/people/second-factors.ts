import type { Selectable } from 'kysely';
import type { FactorProof, TotpFactorsTable } from '../store/people-schema.ts';
import type { LedgerDb } from '../store/schema.ts';

export type TotpRow = Selectable<TotpFactorsTable>;

/** A person's authenticator app, confirmed or pending; null if they have neither. */
export async function findTotp(db: LedgerDb, user_id: string): Promise<TotpRow | null> {
  const row = await db
    .selectFrom('totp_factors')
    .selectAll()
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return row ?? null;
}

/** Writes a pending authenticator app beside the confirmed one; it replaces another pending one. */
export async function writePendingTotp(
  db: LedgerDb,
  user_id: string,
  pending: { pending_sealed: string; pending_at: string; pending_added_by: FactorProof },
) {
  await db
    .insertInto('totp_factors')
    .values({ user_id, ...pending })
    .onConflict((oc) => oc.column('user_id').doUpdateSet(pending))
    .execute();
}

/**
 * Makes the pending app the confirmed one.
 * @param pending the row as it was read: the app to confirm, and the one it takes the place of
 * @param step of the code that confirmed it, which signs nobody in
 * @returns false if either has changed since
 */
export async function confirmPendingTotp(
  tx: LedgerDb,
  {
    user_id,
    pending_sealed,
    sealed,
    pending_added_by,
  }: Pick<TotpRow, 'user_id' | 'pending_sealed' | 'sealed' | 'pending_added_by'>,
  step: number,
  confirmed_at: string,
): Promise<boolean> {
  const row = await tx
    .updateTable('totp_factors')
    .set({
      ...{ sealed: pending_sealed, confirmed_at, last_step: step, added_by: pending_added_by },
      ...{ pending_sealed: null, pending_at: null, pending_added_by: null },
    })
    .where('user_id', '=', user_id)
    .where('pending_sealed', '=', pending_sealed)
    .where('sealed', sealed === null ? 'is' : '=', sealed)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Notes the step of an accepted code, so that neither it nor an earlier one is accepted again at any instance.
 * @param sealed the app as it was read
 * @returns false if this step or a later one was accepted before
 */
export async function acceptTotpStep(
  db: LedgerDb,
  { user_id, sealed }: { user_id: string; sealed: string },
  step: number,
): Promise<boolean> {
  const row = await db
    .updateTable('totp_factors')
    .set({ last_step: step })
    .where('user_id', '=', user_id)
    .where('sealed', '=', sealed)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a person's authenticator app, and a pending one. @returns true if one was confirmed */
export async function removeTotp(tx: LedgerDb, user_id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('totp_factors')
    .where('user_id', '=', user_id)
    .returning('sealed')
    .executeTakeFirst();
  return row !== undefined && row.sealed !== null;
}

/** Deletes pending apps from before a time (ISO 8601). */
export async function purgePendingTotp(db: LedgerDb, before: string) {
  await db
    .updateTable('totp_factors')
    .set({ pending_sealed: null, pending_at: null, pending_added_by: null })
    .where('pending_at', '<', before)
    .execute();
  await db
    .deleteFrom('totp_factors')
    .where('sealed', 'is', null)
    .where('pending_sealed', 'is', null)
    .execute();
}

/** How many recovery codes a person has left. */
export async function countRecoveryCodes(db: LedgerDb, user_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Replaces a person's recovery codes by these; none deletes them. */
export async function writeRecoveryCodes(
  tx: LedgerDb,
  user_id: string,
  hashes: readonly string[],
  created_at: string,
) {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute();
  if (hashes.length === 0) return;
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ code_hash, user_id, created_at })))
    .execute();
}

/** Deletes a recovery code, so that it works once at any instance. @returns false if there is none */
export async function takeRecoveryCode(
  tx: LedgerDb,
  user_id: string,
  code_hash: string,
): Promise<boolean> {
  const row = await tx
    .deleteFrom('recovery_codes')
    .where('code_hash', '=', code_hash)
    .where('user_id', '=', user_id)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}
