import { addNews } from '../ledger/news/news.ts';
import { removePasswordLinks } from '../ledger/people/password-links.ts';
import { endSessions, replaceSession } from '../ledger/people/sessions.ts';
import { changeUserPassword, type UserRow } from '../ledger/people/users.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { ProblemError } from '../lib/problem.ts';

/**
 * Changes the password that a person has just proved to know. All their sessions end except the one that asks,
 * which gets a new id, and no link for a new password works any more: who knew the old id, or the old password, is out. The person is told by mail.
 * @param session hashes of the id in the cookie and of the one that takes its place
 * @param now ISO 8601
 * @returns hashes of the sessions that ended
 * @throws ProblemError wrong-password if the password has changed since `user` was read; not-signed-in if the
 *   session has ended since
 */
export function changePassword(
  db: LedgerDb,
  user: Pick<UserRow, 'id' | 'password_hash'>,
  { password_hash, session }: { password_hash: string; session: { from: string; to: string } },
  now: string,
): Promise<string[]> {
  const { id: user_id } = user;
  return db.transaction().execute(async (tx) => {
    if (!(await changeUserPassword(tx, user, password_hash))) {
      throw new ProblemError('wrong-password');
    }
    if (!(await replaceSession(tx, session))) throw new ProblemError('not-signed-in');
    await removePasswordLinks(tx, { user_id });
    const ended = await endSessions(tx, user_id, { but: session.to });
    await addNews(tx, [{ user_id, kind: 'password-changed', subject: `password ${now}` }], now);
    return [...ended, session.from];
  });
}
