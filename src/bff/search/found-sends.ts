import { type SqlBool, sql } from 'kysely';
import type { Viewer } from '../auth/viewer.ts';
import type { OrderRow } from '../ledger/orders/orders.ts';
import type { SendRow } from '../ledger/sends/sends.ts';
import { notesLike } from '../ledger/sends/transfer-notes.ts';
import { type Condition, isAmong } from '../ledger/store/is-among.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { all, any, type Term, type Ways } from '../ledger/transfers/transfer-filters.ts';
import { keyRange } from '../lib/key-range.ts';
import { rankIn, ranks } from './search-text.ts';

const minKeyPart = 8;

/**
 * The sends, in any state, whose keys begin with these parts: at least 8 characters, in lower case without hyphens.
 * @param user_id only this person's; null for everybody's
 */
export async function sendsByKeyParts(
  db: LedgerDb,
  parts: readonly string[],
  user_id: string | null,
): Promise<SendRow[]> {
  const long = parts.filter((part) => part.length >= minKeyPart);
  if (long.length === 0) return [];
  const rows = await db
    .selectFrom('sends')
    .selectAll()
    .where((eb) => eb.or(long.map((part) => eb.between('key', ...keyRange(part)))))
    .limit(100)
    .execute();
  return rows.filter((row) => user_id === null || row.user_id === user_id);
}

/**
 * The sends that ended without a transfer and match one of these ways, the newest first: refused, not sent, or sent with
 * a transfer that the mirror does not have.
 * @param user_id only this person's; null for everybody's
 */
export async function endedSends(
  db: LedgerDb,
  ways: Ways,
  user_id: string | null,
  limit: number,
): Promise<SendRow[]> {
  const found = any(ways.map((terms) => all(terms.map((term) => isSend(db, term)))));
  const isLost = sql<SqlBool>`state = 'sent' and not exists
    (select 1 from transfers where transfers.id = sends.transfer_id)`;
  const keys = ways.flat().flatMap(({ sends = [] }) => sends);
  return db
    .selectFrom('sends')
    .selectAll()
    .where(
      any([isAmong(db, sql.ref('state'), ['refused', 'not_sent']), all([byKey(db, keys), isLost])]),
    )
    .where(found)
    .$if(user_id !== null, (query) => query.where('user_id', '=', user_id ?? ''))
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
}

/**
 * The orders that match one of these ways and are no send: what waits, asks its person, or ended unsent. The newest first.
 * @param keys the beginnings of their ids, as typed: at least 8 characters, in lower case without hyphens
 */
export async function unsentOrders(
  db: LedgerDb,
  ways: Ways,
  keys: readonly string[],
  limit: number,
): Promise<OrderRow[]> {
  const asked = ways.map((terms) => all(terms.map((term) => any(isAskedFor(db, term)))));
  const long = keys.filter((part) => part.length >= minKeyPart).map(keyRange);
  return db
    .selectFrom('orders')
    .selectAll()
    .where('state', '<>', 'released')
    .where((eb) => eb.or([any(asked), ...long.map((range) => eb.between('id', ...range))]))
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
}

const byKey = (db: LedgerDb, keys: readonly string[]) => isAmong(db, sql.ref('key'), keys);

function isSend(db: LedgerDb, term: Term): Condition {
  return any([
    byKey(db, term.sends ?? []),
    ...isAskedFor(db, term),
    ...(term.state === 'rejected' ? [sql<SqlBool>`state = 'refused'`] : []),
  ]);
}

/** By what a send and an order are found alike. */
function isAskedFor(
  db: LedgerDb,
  { accounts = [], senders = [], amounts = [], currencies = [], seen = [] }: Term,
): Condition[] {
  const source = sql.ref('source_amount_currency');
  const pairs = amounts.map(({ currency, cents }) => `${currency} ${cents}`);
  return [
    isAmong(db, sql.ref('destination_account_id'), accounts),
    isAmong(db, sql.ref('user_id'), senders),
    isAmong(db, sql`(${source} || ' ' || source_amount_cents)`, pairs),
    isAmong(db, source, currencies),
    isAmong(db, sql.ref('destination_amount_currency'), currencies),
    ...seen.map(
      ({ from, before }) => sql<SqlBool>`created_at >= ${from} and created_at < ${before}`,
    ),
  ];
}

/** A text of one letter stands in nearly every note, and of a pasted page only so many texts are looked for. */
const minLength = 2;
const maxTexts = 12;

/**
 * How well the notes and references that a viewer may read match each text, by the id of their transfer and the key of
 * their send. A note is found by its sender alone.
 * @param texts in lower case, without accents
 */
export async function findNoted(
  db: LedgerDb,
  { user_id, canSee }: Pick<Viewer, 'user_id' | 'canSee'>,
  texts: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const wanted = [...new Set(texts)]
    .filter((text) => text.length >= minLength)
    .sort((a, b) => b.length - a.length)
    .slice(0, maxTexts);
  const rows = await notesLike(db, wanted, { user_id, seesReferences: canSee !== 'own' });
  const found = new Map(wanted.map((text) => [text, new Map<string, number>()]));
  for (const { subject, transfer_id, reference_words, note_words, ...row } of rows) {
    const read = [reference_words, row.user_id === user_id ? note_words : null];
    for (const [text, subjects] of found) {
      const rank = Math.max(...read.map((words) => rankIn(words ?? '', text)));
      if (rank === ranks.none) continue;
      subjects.set(subject, rank);
      if (transfer_id !== null) subjects.set(transfer_id, rank);
    }
  }
  return found;
}
