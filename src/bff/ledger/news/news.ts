import { sql } from 'kysely';
import type { NewsKind } from '../../../contract/api/news.ts';
import type { SendEvent, SendState } from '../../../contract/api/send-states.ts';
import { isAmong } from '../store/is-among.ts';
import type { LedgerDb } from '../store/schema.ts';

/** One fact to tell. `user_id` null is for everybody of support; `now` is ISO 8601. */
type NewNews = { user_id: string | null; kind: NewsKind; subject: string };

/**
 * Writes news into the outbox, in the transaction of the fact itself: both are in the ledger or neither.
 * A fact that was written before is left as it is.
 */
export async function addNews(tx: LedgerDb, news: readonly NewNews[], now: string) {
  if (news.length === 0) return;
  await tx
    .insertInto('news')
    .values(news.map((one) => ({ ...one, created_at: now })))
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/**
 * Writes news of those of these transfers that were seen ended, for their owners. Only of transfers that
 * Giro sent or saw before they ended: an old one that a person is given later is no news.
 */
export async function addNewsOfEnded(tx: LedgerDb, transfer_ids: readonly string[], now: string) {
  if (transfer_ids.length === 0) return;
  await sql`
    insert into news (user_id, kind, subject, created_at)
    select owners.user_id,
      case seen.state when 'executed' then 'completed' else 'rejected' end,
      'transfer ' || seen.transfer_id,
      cast(${now} as text)
    from sightings as seen
    join owners on owners.kind = 'transfer' and owners.id = seen.transfer_id
    where ${isAmong(tx, sql.ref('seen.transfer_id'), transfer_ids)}
      and seen.state in ('executed', 'rejected')
      and (exists (select 1 from sends where sends.transfer_id = seen.transfer_id)
        or exists (select 1 from sightings as earlier
          where earlier.transfer_id = seen.transfer_id
            and earlier.state not in ('executed', 'rejected')))
    on conflict do nothing`.execute(tx);
}

/** Writes what a move of a send means to its sender and to support. */
export async function addNewsOfSend(
  tx: LedgerDb,
  send: { key: string; user_id: string; transfer_id: string | null },
  move: { from: SendState; to: SendState; event: SendEvent },
  now: string,
) {
  const { user_id } = send;
  const subject = `send ${send.key}`;
  if (move.to === 'unresolved') {
    await addNews(tx, [{ user_id, kind: 'unresolved', subject }], now);
    await addNews(tx, [{ user_id: null, kind: 'review', subject }], now);
  } else if (move.from === 'unresolved' || byPeople.has(move.event)) {
    const kind = move.to === 'sent' ? 'confirmed' : 'not-sent';
    await addNews(tx, [{ user_id, kind, subject }], now);
  }
  // Whoever pressed Send reads it there; who ordered it may be away. The page of a repeating order doesn't tell it.
  if (move.from === 'intended' && (move.to === 'refused' || move.to === 'not_sent')) {
    await sql`
      insert into news (user_id, kind, subject, created_at)
      select user_id, 'order-not-sent', cast(${subject} as text), cast(${now} as text)
      from order_releases where key = ${send.key}
      on conflict do nothing`.execute(tx);
  }
  // The transfer may have ended before it was known to be this person's.
  if (send.transfer_id !== null) await addNewsOfEnded(tx, [send.transfer_id], now);
}

const byPeople: ReadonlySet<SendEvent> = new Set([
  'resolved-sent',
  'resolved-not-sent',
  'resolved-by-words',
  'turned-up',
]);
