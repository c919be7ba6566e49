import { sql } from 'kysely';
import type { Sender } from '../../../contract/api/sender.ts';
import { compiledOnce } from '../store/compiled-once.ts';
import { isAmong } from '../store/is-among.ts';
import type { LedgerDb, OwnersTable } from '../store/schema.ts';
import { sendersByIds } from './users.ts';

export type OwnedKind = OwnersTable['kind'];

/** Makes a person the owner of an account or transfer. @returns false if it has an owner already */
export async function own(
  db: LedgerDb,
  kind: OwnedKind,
  id: string,
  user_id: string,
  now: string,
): Promise<boolean> {
  const result = await db
    .insertInto('owners')
    .values({ kind, id, user_id, created_at: now })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Removes the owner of an account or transfer. */
export async function disown(db: LedgerDb, kind: OwnedKind, id: string) {
  await db.deleteFrom('owners').where('kind', '=', kind).where('id', '=', id).execute();
}

const ownerQuery = (kind: OwnedKind) =>
  compiledOnce((db, id) =>
    db
      .selectFrom('owners')
      .select('user_id')
      .where('kind', '=', sql.lit(kind))
      .where('id', '=', id),
  );
const accountOwner = ownerQuery('account');
const transferOwner = ownerQuery('transfer');

/** The id of the owner, or null. */
export async function ownerOf(db: LedgerDb, kind: OwnedKind, id: string): Promise<string | null> {
  const [row] = await (kind === 'account' ? accountOwner : transferOwner)(db, id);
  return row?.user_id ?? null;
}

/** The ids that one person owns, or that anybody owns if `user_id` is null. */
export async function ownedIds(
  db: LedgerDb,
  kind: OwnedKind,
  user_id: string | null,
): Promise<Set<string>> {
  let query = db.selectFrom('owners').select('id').where('kind', '=', kind);
  if (user_id !== null) query = query.where('user_id', '=', user_id);
  const rows = await query.execute();
  return new Set(rows.map((row) => row.id));
}

/** What one person owns, and since when (ISO 8601), the newest first. */
export function ownedBy(db: LedgerDb, kind: OwnedKind, user_id: string) {
  return db
    .selectFrom('owners')
    .select(['id', 'created_at'])
    .where('kind', '=', kind)
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** True if the person owns an account or a transfer. */
export async function ownsAny(db: LedgerDb, user_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('owners')
    .select('id')
    .where('user_id', '=', user_id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Owners by id of the account or transfer; those without an owner are missing. */
export async function ownersOf(
  db: LedgerDb,
  kind: OwnedKind,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const chunk = 500;
  const owners = new Map<string, string>();
  for (let start = 0; start < ids.length; start += chunk) {
    const rows = await db
      .selectFrom('owners')
      .select(['id', 'user_id'])
      .where('kind', '=', kind)
      .where(isAmong(db, sql.ref('id'), ids.slice(start, start + chunk)))
      .execute();
    for (const { id, user_id } of rows) owners.set(id, user_id);
  }
  return owners;
}

/** Adds its sender to each account or transfer that has an owner. Only for support. */
export async function withSenders<T extends { id: string }>(
  db: LedgerDb,
  kind: OwnedKind,
  owned: readonly T[],
): Promise<(T & { sender?: Sender })[]> {
  const owners = await ownersOf(
    db,
    kind,
    owned.map(({ id }) => id),
  );
  const senders = await sendersByIds(db, [...owners.values()]);
  return owned.map((one) => {
    const sender = senders.get(owners.get(one.id) ?? '');
    return { ...one, ...(sender && { sender }) };
  });
}
