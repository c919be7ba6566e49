import type { LedgerDb } from '../store/schema.ts';

/** Adds a link of a person. @param token_hash of the token in the link, which the ledger never holds */
export async function addPasswordLink(
  tx: LedgerDb,
  link: { token_hash: string; user_id: string },
  created_at: string,
) {
  await tx
    .insertInto('password_links')
    .values({ ...link, created_at })
    .execute();
}

/** Whose link it is, or null if it was used or is older than `createdAfter` (ISO 8601). */
export async function findPasswordLink(
  db: LedgerDb,
  token_hash: string,
  createdAfter: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('password_links')
    .select('user_id')
    .where('token_hash', '=', token_hash)
    .where('created_at', '>=', createdAfter)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Deletes a link, so that it works once at any instance. @returns false if it was used before */
export async function takePasswordLink(tx: LedgerDb, token_hash: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('password_links')
    .where('token_hash', '=', token_hash)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes every link of a person, or all that are older than a time (ISO 8601). */
export async function removePasswordLinks(
  db: LedgerDb,
  which: { user_id: string } | { createdBefore: string },
) {
  const links = db.deleteFrom('password_links');
  await ('user_id' in which
    ? links.where('user_id', '=', which.user_id)
    : links.where('created_at', '<', which.createdBefore)
  ).execute();
}
