import type { Selectable } from 'kysely';
import type { FactorProof, PasskeyChallengesTable, PasskeysTable } from '../store/people-schema.ts';
import type { LedgerDb } from '../store/schema.ts';

export type PasskeyRow = Omit<Selectable<PasskeysTable>, 'counter'> & { counter: number };
type PasskeyChallengeRow = Selectable<PasskeyChallengesTable>;

/** PostgreSQL returns the counter as text. */
const rowOf = (row: Selectable<PasskeysTable>): PasskeyRow => ({
  ...row,
  counter: Number(row.counter),
});

/** Adds a passkey. @returns false if somebody has it already */
export async function addPasskey(tx: LedgerDb, row: PasskeyRow): Promise<boolean> {
  const added = await tx
    .insertInto('passkeys')
    .values(row)
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** A person's passkeys, the oldest first. */
export async function passkeysOf(db: LedgerDb, user_id: string): Promise<PasskeyRow[]> {
  const rows = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(rowOf);
}

/** The passkey with this id, of anybody. */
export async function findPasskey(db: LedgerDb, id: string): Promise<PasskeyRow | undefined> {
  const row = await db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst();
  return row && rowOf(row);
}

/**
 * Notes a use of a passkey, by the counters before and after it.
 * @param now ISO 8601
 * @returns false if the passkey was used or removed since it was read
 */
export async function markPasskeyUsed(
  db: LedgerDb,
  { id, counter }: Pick<PasskeyRow, 'id' | 'counter'>,
  next: number,
  now: string,
): Promise<boolean> {
  const row = await db
    .updateTable('passkeys')
    .set({ counter: next, used_at: now })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Renames a person's passkey. @returns false if they have none with this id */
export async function renamePasskey(
  db: LedgerDb,
  { user_id, id, name }: Pick<PasskeyRow, 'user_id' | 'id' | 'name'>,
): Promise<boolean> {
  const row = await db
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes a person's passkey. @returns false if they have none with this id */
export async function removePasskey(
  tx: LedgerDb,
  { user_id, id }: Pick<PasskeyRow, 'user_id' | 'id'>,
): Promise<boolean> {
  const row = await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Removes every passkey of a person, and the challenges with which another could be added: for a reset of
 * their second factor. @returns how many passkeys
 */
export async function removePasskeysOf(tx: LedgerDb, user_id: string): Promise<number> {
  await tx.deleteFrom('passkey_challenges').where('user_id', '=', user_id).execute();
  const rows = await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', user_id)
    .returning('id')
    .execute();
  return rows.length;
}

/** Adds a challenge that a browser is to sign. */
export async function addPasskeyChallenge(db: LedgerDb, row: PasskeyChallengeRow) {
  await db.insertInto('passkey_challenges').values(row).execute();
}

/**
 * Deletes a challenge, so that it works once at any instance.
 * @param asked the challenge as it was added; `createdAfter` in ISO 8601
 * @returns what was proved to ask for it; null if there is none, or it was made for something else, or before
 *   `createdAfter`
 */
export async function takePasskeyChallenge(
  db: LedgerDb,
  asked: Omit<PasskeyChallengeRow, 'created_at' | 'added_by'> & { createdAfter: string },
): Promise<{ added_by: FactorProof | null } | null> {
  const { user_id } = asked;
  const row = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', asked.challenge_hash)
    .where('purpose', '=', asked.purpose)
    .where('holder_hash', '=', asked.holder_hash)
    .where('user_id', user_id === null ? 'is' : '=', user_id)
    .where('created_at', '>=', asked.createdAfter)
    .returning('added_by')
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes challenges from before a time (ISO 8601). */
export async function purgePasskeyChallenges(db: LedgerDb, createdBefore: string) {
  await db.deleteFrom('passkey_challenges').where('created_at', '<', createdBefore).execute();
}
