import { type Selectable, sql } from 'kysely';
import type { SavedViewsTable } from '../store/people-schema.ts';
import type { LedgerDb } from '../store/schema.ts';
import { lockUser } from './users.ts';

type SavedViewRow = Selectable<SavedViewsTable>;

/** A view with the name of the person who saved it. */
export type NamedViewRow = SavedViewRow & { owner: string };

/**
 * The views that a person may open, in the order in which they were saved.
 * @param seesShared true to include what others share
 */
export function viewsFor(
  db: LedgerDb,
  user_id: string,
  seesShared: boolean,
): Promise<NamedViewRow[]> {
  return db
    .selectFrom('saved_views')
    .innerJoin('users', 'users.id', 'saved_views.user_id')
    .selectAll('saved_views')
    .select('users.name as owner')
    .where((eb) =>
      eb.or([
        eb('saved_views.user_id', '=', user_id),
        // Written out, so that the index of shared views serves it.
        ...(seesShared ? [sql<boolean>`saved_views.shared = 1`] : []),
      ]),
    )
    .orderBy('saved_views.created_at')
    .orderBy('saved_views.id')
    .execute();
}

/**
 * Saves a view. Repeating the same one changes nothing.
 * @param max how many one person may have
 * @returns why not: `full`, or `taken` if the id is of another view; null if it is saved
 */
export function addView(
  db: LedgerDb,
  view: SavedViewRow,
  max: number,
): Promise<'full' | 'taken' | null> {
  return db.transaction().execute(async (tx) => {
    // Two saved at once would each count the other out.
    await lockUser(tx, view.user_id);
    const known = await tx
      .selectFrom('saved_views')
      .selectAll()
      .where('id', '=', view.id)
      .executeTakeFirst();
    if (known) return isSame(known, view) ? null : 'taken';
    const { count } = await tx
      .selectFrom('saved_views')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('user_id', '=', view.user_id)
      .executeTakeFirstOrThrow();
    if (Number(count) >= max) return 'full';
    await tx.insertInto('saved_views').values(view).execute();
    return null;
  });
}

const isSame = (one: SavedViewRow, other: SavedViewRow) =>
  (['user_id', 'name', 'shared', 'filters'] as const).every(
    (column) => one[column] === other[column],
  );

/** Renames and shares a view of this person. @returns false if they have none with this id */
export async function changeView(
  db: LedgerDb,
  { id, user_id, name, shared }: Pick<SavedViewRow, 'id' | 'user_id' | 'name' | 'shared'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('saved_views')
    .set({ name, shared })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Deletes a view of this person.
 * @param mayDeleteShared true to delete what others share too: a person who left can't do it any more
 * @returns false if there is none that they may delete
 */
export async function deleteView(
  db: LedgerDb,
  id: string,
  user_id: string,
  mayDeleteShared: boolean,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_views')
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('user_id', '=', user_id), ...(mayDeleteShared ? [eb('shared', '=', 1)] : [])]),
    )
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
