import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { LedgerDb, PendingCreationsTable } from '../store/schema.ts';

/** An account that the service does not list within this time was not created. */
export const creationLifeMs = 7 * 24 * 60 * 60_000;

export type PendingCreationRow = Selectable<PendingCreationsTable>;

/**
 * Records an account that is about to be created, and deletes records older than `since` (ISO 8601).
 * @param creation `body` is the request as JSON
 * @returns the id of the record
 */
export async function addPendingCreation(
  db: LedgerDb,
  creation: { user_id: string; alias: string; body: string },
  now: string,
  since: string,
): Promise<string> {
  const id = randomUUID();
  await db.deleteFrom('account_claims').where('created_at', '<', since).execute();
  await db
    .insertInto('account_claims')
    .values({ ...creation, id, created_at: now })
    .execute();
  return id;
}

/** The pending creations of a person since a time. */
export function pendingCreationsOf(
  db: LedgerDb,
  user_id: string,
  since: string,
): Promise<PendingCreationRow[]> {
  return db
    .selectFrom('account_claims')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('created_at', '>=', since)
    .execute();
}

/** The pending creations of other people with the same alias since a time. */
export function rivalCreations(
  db: LedgerDb,
  creation: PendingCreationRow,
  since: string,
): Promise<PendingCreationRow[]> {
  return db
    .selectFrom('account_claims')
    .selectAll()
    .where('user_id', '!=', creation.user_id)
    .where('alias', '=', creation.alias)
    .where('created_at', '>=', since)
    .execute();
}

/** The pending creations of anybody with this alias. */
export function pendingCreationsOfAlias(
  db: LedgerDb,
  alias: string,
): Promise<PendingCreationRow[]> {
  return db.selectFrom('account_claims').selectAll().where('alias', '=', alias).execute();
}

/** Deletes a pending creation. */
export async function removePendingCreation(db: LedgerDb, id: string) {
  await db.deleteFrom('account_claims').where('id', '=', id).execute();
}
