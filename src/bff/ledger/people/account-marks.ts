import type { Selectable } from 'kysely';
import type { AccountMarksTable, LedgerDb } from '../store/schema.ts';

/** A mark with the name of the person who made it. */
export type AccountMarkRow = Selectable<AccountMarksTable> & { name: string };

type MarkChange = { pinned?: boolean | undefined; archived?: boolean | undefined };

/**
 * Pins or archives an account for a person. An account is archived while anybody's archiving stands, so
 * bringing it back ends everybody's.
 * @param now ISO 8601
 */
export async function markAccount(
  db: LedgerDb,
  user_id: string,
  account_id: string,
  { pinned, archived }: MarkChange,
  now: string,
) {
  const kept = { pinned_at: pinned ? now : null, archived_at: archived ? now : null };
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('account_marks')
      .values({ user_id, account_id, ...kept })
      .onConflict((oc) =>
        oc.columns(['user_id', 'account_id']).doUpdateSet((eb) => ({
          pinned_at:
            pinned === undefined ? eb.ref('account_marks.pinned_at') : eb.ref('excluded.pinned_at'),
          archived_at: archived
            ? eb.fn.coalesce('account_marks.archived_at', 'excluded.archived_at')
            : eb.ref('account_marks.archived_at'),
        })),
      )
      .execute();
    if (archived === false) {
      await tx
        .updateTable('account_marks')
        .set({ archived_at: null })
        .where('account_id', '=', account_id)
        .execute();
    }
    await tx
      .deleteFrom('account_marks')
      .where('account_id', '=', account_id)
      .where('pinned_at', 'is', null)
      .where('archived_at', 'is', null)
      .execute();
  });
}

/**
 * The marks that concern a person: their own, and everybody's archivings, the earliest first.
 * @param owned_by archivings only of this person's accounts; null for all
 * @param account_id only of this account
 */
export function accountMarks(
  db: LedgerDb,
  user_id: string,
  owned_by: string | null,
  account_id?: string,
): Promise<AccountMarkRow[]> {
  let query = db
    .selectFrom('account_marks')
    .innerJoin('users', 'users.id', 'account_marks.user_id')
    .selectAll('account_marks')
    .select('users.name')
    .where((eb) =>
      eb.or([eb('account_marks.user_id', '=', user_id), eb('archived_at', 'is not', null)]),
    );
  if (owned_by !== null) {
    query = query.where('account_id', 'in', ({ selectFrom }) =>
      selectFrom('owners')
        .select('id')
        .where('kind', '=', 'account')
        .where('user_id', '=', owned_by),
    );
  }
  if (account_id !== undefined) query = query.where('account_id', '=', account_id);
  return query.orderBy('archived_at').orderBy('account_marks.user_id').execute();
}

/** True while anybody's archiving of this account stands. */
export async function isArchived(db: LedgerDb, account_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('account_marks')
    .select('account_id')
    .where('account_id', '=', account_id)
    .where('archived_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
