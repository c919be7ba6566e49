import { randomUUID } from 'node:crypto';
import { passwordLinkMinutes } from '../../contract/api/own-account.ts';
import { addNews } from '../ledger/news/news.ts';
import {
  addPasswordLink,
  findPasswordLink,
  removePasswordLinks,
  takePasswordLink,
} from '../ledger/people/password-links.ts';
import { endSessions } from '../ledger/people/sessions.ts';
import { changeUserPassword, findUser, findUserByEmail } from '../ledger/people/users.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { hashOfToken, type LinkToken } from '../lib/link-token.ts';
import { notFound } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';

export type PasswordLinks = ReturnType<typeof createPasswordLinks>;

const livesForMs = passwordLinkMinutes * 60_000;

/** Links by which people set a forgotten password anew, once and for 20 minutes. */
export function createPasswordLinks(db: LedgerDb, linkToken: LinkToken) {
  const oldest = (now: number) => timestamp(now - livesForMs);

  return {
    /**
     * Makes a link for the person with this e-mail and writes the news that mails it.
     * @param now milliseconds since 1970
     * @returns whose it is; null if nobody has it, or they are disabled or of an OpenID provider
     */
    async add(email: string, now: number): Promise<string | null> {
      const user = await findUserByEmail(db, email);
      if (!user || user.disabled_at !== null || user.password_hash === null) return null;
      const { id: user_id } = user;
      const subject = `link ${randomUUID()}`;
      await db.transaction().execute(async (tx) => {
        const link = { token_hash: hashOfToken(linkToken('password-link', subject)), user_id };
        await addPasswordLink(tx, link, timestamp(now));
        await addNews(tx, [{ user_id, kind: 'password-link', subject }], timestamp(now));
      });
      return user_id;
    },
    /** Whose link has this token. @throws ProblemError not-found if none works now */
    async find(token: string, now: number): Promise<string> {
      const user_id = await findPasswordLink(db, hashOfToken(token), oldest(now));
      if (user_id === null) throw notFound();
      return user_id;
    },
    /**
     * Sets a new password by a link: all sessions and links of the person end, and they are told by mail.
     * @returns the person's e-mail, and hashes of the sessions that ended
     * @throws ProblemError not-found if the link was used, or the password changed, since it was found
     */
    use(token: string, user_id: string, password_hash: string, now: number) {
      return db.transaction().execute(async (tx) => {
        const user = await findUser(tx, user_id);
        if (!user || user.disabled_at !== null) throw notFound();
        // Before the link: it locks the person, so that two links at once wait for each other in one order.
        if (!(await changeUserPassword(tx, user, password_hash))) throw notFound();
        if (!(await takePasswordLink(tx, hashOfToken(token)))) throw notFound();
        await removePasswordLinks(tx, { user_id });
        const at = timestamp(now);
        await addNews(tx, [{ user_id, kind: 'password-changed', subject: `password ${at}` }], at);
        return { email: user.email, ended: await endSessions(tx, user_id, { but: null }) };
      });
    },
    purgeExpired: (now: number) => removePasswordLinks(db, { createdBefore: oldest(now) }),
  };
}
