import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { LedgerDb } from './ledger.ts';
import type { PendingCreationsTable } from './schema.ts';

export type PendingCreationRow = Selectable<PendingCreationsTable>;

/** Writes down an account that is about to be created, and forgets those from before a time. `body` is the request as JSON. */
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

/** Those that others asked for with the same alias. */
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

/** Those of anybody with an alias. */
export function pendingCreationsOfAlias(
  db: LedgerDb,
  alias: string,
): Promise<PendingCreationRow[]> {
  return db.selectFrom('account_claims').selectAll().where('alias', '=', alias).execute();
}

export async function removePendingCreation(db: LedgerDb, id: string) {
  await db.deleteFrom('account_claims').where('id', '=', id).execute();
}
