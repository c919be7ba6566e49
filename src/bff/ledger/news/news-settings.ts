import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { LedgerDb, NewsSettingsTable } from '../store/schema.ts';

export type NewsSettingsRow = Selectable<NewsSettingsTable>;

type Change = Partial<Omit<NewsSettingsRow, 'user_id' | 'unsubscribe_token'>>;

/** Writes these columns of a person's settings, and the row if there is none. */
export async function writeNewsSettings(db: LedgerDb, user_id: string, change: Change) {
  await db
    .insertInto('news_settings')
    // Random: who has the token can stop this person's mail, and nothing else.
    .values({ user_id, unsubscribe_token: randomBytes(24).toString('base64url'), ...change })
    .onConflict((oc) => oc.column('user_id').doUpdateSet({ user_id, ...change }))
    .execute();
}

/** The settings of a person, if anything was written for them. */
export function findNewsSettings(
  db: LedgerDb,
  user_id: string,
): Promise<NewsSettingsRow | undefined> {
  return db
    .selectFrom('news_settings')
    .selectAll()
    .where('user_id', '=', user_id)
    .executeTakeFirst();
}

/** The settings with this token of a List-Unsubscribe header. */
export function findByUnsubscribeToken(
  db: LedgerDb,
  token: string,
): Promise<NewsSettingsRow | undefined> {
  return db
    .selectFrom('news_settings')
    .selectAll()
    .where('unsubscribe_token', '=', token)
    .executeTakeFirst();
}
