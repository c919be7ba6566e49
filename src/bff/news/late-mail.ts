import type { LateMail } from '../../contract/api/people.ts';
import { linkMails } from '../ledger/news/deliveries.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';

/** A mail that was not tried after so many milliseconds waits for a mail server that is out of order. */
const lateAfterMs = 2 * 60_000;

/**
 * The mail with a link that a person should have and does not: the oldest that is still tried, or the latest invitation
 * if the server refused its address for good.
 * @param now milliseconds since 1970
 */
export async function lateMail(
  db: LedgerDb,
  user_id: string,
  now: number,
): Promise<LateMail | null> {
  const mails = await linkMails(db, user_id);
  const latest = mails.findLast(({ kind }) => kind === 'invitation');
  if (latest?.outcome === 'refused') {
    return { kind: 'invitation', since: latest.created_at, why: 'address', code: null };
  }
  const late = mails.find(
    ({ done_at, attempts, created_at }) =>
      done_at === null && (attempts > 0 || now - Date.parse(created_at) > lateAfterMs),
  );
  if (!late) return null;
  // Of what `attemptOf` wrote: the server's reply code, with the one of RFC 3463.
  const code = /\b[45]\d\d\b.*$/.exec(late.error ?? '')?.[0] ?? null;
  const kind = late.kind === 'invitation' ? 'invitation' : 'password-link';
  return { kind, since: late.created_at, why: code === null ? 'no-answer' : 'refused', code };
}
