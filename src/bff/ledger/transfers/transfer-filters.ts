import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { TransferFilters } from '../../../contract/api/transfer.ts';
import { openTransfers } from '../../../contract/transfer-state.ts';
import { type Condition, isAmong } from '../store/is-among.ts';
import { isPostgres } from '../store/is-postgres.ts';
import type { LedgerDb } from '../store/schema.ts';
import { orderOf } from './mirror.ts';

/** Whose transfers: all, those that have an owner, or one person's. */
export type Whose = 'everything' | 'team' | { user_id: string };

/** What a transfer can be found by: it matches a term by any of these. */
export type Term = {
  ids?: readonly string[] | undefined;
  /** Ids of the accounts that it names. */
  accounts?: readonly string[] | undefined;
  /** Ids of the people who sent it. */
  senders?: readonly string[] | undefined;
  /** Exact amounts, of the source or the destination, in subunits. */
  amounts?: readonly { currency: string; cents: bigint }[] | undefined;
  /** Codes of the source's or the destination's currency. */
  currencies?: readonly string[] | undefined;
  state?: string | undefined;
  /** Times within which it was first seen, ISO 8601. */
  seen?: readonly { from: string; before: string }[] | undefined;
  /** Keys of sends, for `endedSends`: no transfer is found by them. */
  sends?: readonly string[] | undefined;
};

/** Ways to read a text: a transfer matches if it matches every term of one of them. */
export type Ways = readonly (readonly Term[])[];

export type TransferFilter = Omit<TransferFilters, 'q' | 'country_id'> & {
  whose: Whose;
  /** Only transfers to these accounts. */
  accounts?: readonly string[] | undefined;
  /** Only transfers that match. */
  ways?: Ways | undefined;
  /** None that match these. Whatever matches them also matches `ways`. */
  but?: Ways | undefined;
};

/** All of these. */
export const all = (conditions: readonly Condition[]): Condition =>
  sql<SqlBool>`(${sql.join([sql`true`, ...conditions], sql` and `)})`;
/** Any of these. */
export const any = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<SqlBool>`false` : sql`(${sql.join([...conditions], sql` or `)})`;

/** A column that is only tested: neither store looks an expression up in an index of the column. */
export const tested = (column: string) => sql`(${sql.ref(column)} || '')`;

const sides = ['source', 'destination'] as const;
export type Side = (typeof sides)[number];
/** Sorts as text like the amount; an index begins with its currency. */
export function orderColumn(side: Side): RawBuilder<string> {
  const cents = sql.ref(`${side}_amount_cents`);
  return sql`(case when length(${cents}) < 10 then '0' else '' end
    || cast(length(${cents}) as text) || ${cents})`;
}

/**
 * The tests of a filter that counts can answer too: by account, currency and owner. They are about the
 * columns that `transfers`, `account_counts` and `transfer_counts` have in common.
 */
export function keptTests(db: LedgerDb, filter: TransferFilter): Condition[] {
  const { destination_account_id, accounts, currency } = filter;
  const { source_amount_currency, destination_amount_currency } = filter;
  const found: Condition[] = [];
  const equal = (column: string, value: string | undefined) => {
    if (value !== undefined) found.push(sql`${tested(column)} = ${value}`);
  };
  equal('destination_account_id', destination_account_id);
  equal('source_amount_currency', source_amount_currency);
  equal('destination_amount_currency', destination_amount_currency);
  if (accounts) found.push(isAmong(db, tested('destination_account_id'), accounts));
  if (currency !== undefined) found.push(isIn(db, [currency]));
  return found;
}

/** The tests of a filter that only rows can answer. @param late ids of a team's transfers not marked as owned yet */
export function rowTests(
  db: LedgerDb,
  filter: TransferFilter,
  late: readonly string[],
): Condition[] {
  const { whose, state, ways, but } = filter;
  const found: Condition[] = [];
  if (typeof whose === 'object') found.push(hasOwner(sql`and user_id = ${whose.user_id}`));
  else if (whose === 'team') {
    found.push(late.length === 0 ? isOwned : any([isOwned, isAmong(db, tested('id'), late)]));
  }
  if (state === openTransfers) found.push(sql`ended + 0 = 0`);
  else if (state !== undefined) found.push(sql`${tested('state')} = ${state}`);
  if (ways) found.push(matches(db, ways, isTerm));
  if (but) found.push(sql`not ${matches(db, but, isTerm)}`);
  if (isDated(filter)) {
    found.push(isWithin(filter, firstSeen));
  }
  return found;
}

const firstSeen = sql`(select min(seen_at) from sightings where transfer_id = transfers.id)`;
const hasOwner = (whose: RawBuilder<unknown>): Condition =>
  sql`exists (select 1 from owners where kind = 'transfer' and owners.id = transfers.id ${whose})`;
// The mark only finds them: who may see what is decided by the owners themselves.
const isOwned: Condition = sql`(owned + 0 = 1 and ${hasOwner(sql``)})`;

/** Transfers that match one of these ways. @param test how a term is tested */
export const matches = (db: LedgerDb, ways: Ways, test: typeof isTerm): Condition =>
  any(ways.map((terms) => all(terms.map((term) => test(db, term)))));

/** True if a row matches the term by what counts know too. */
export function isKeptTerm(db: LedgerDb, { accounts, currencies, state }: Term): Condition {
  return any([
    ...(accounts ? [isAmong(db, tested('destination_account_id'), accounts)] : []),
    ...(currencies ? [isIn(db, currencies)] : []),
    ...(state === undefined ? [] : [sql<SqlBool>`${tested('state')} = ${state}`]),
  ]);
}

function isTerm(db: LedgerDb, term: Term): Condition {
  const { ids, senders, amounts, seen = [] } = term;
  const parts = [isKeptTerm(db, term)];
  if (ids) parts.push(isAmong(db, tested('id'), ids));
  parts.push(...seen.map((times) => isWithin(datesOf(times), firstSeen)));
  if (senders) parts.push(isAmong(db, sql`coalesce(owner_id, '')`, senders));
  if (amounts) {
    const pairs = amounts.map(({ currency, cents }) => `${currency} ${cents}`);
    for (const side of sides) {
      const pair = sql`${sql.ref(`${side}_amount_currency`)} || ' ' || ${sql.ref(`${side}_amount_cents`)}`;
      parts.push(isAmong(db, sql`(${pair})`, pairs));
    }
  }
  return any(parts);
}

const isIn = (db: LedgerDb, currencies: readonly string[]): Condition =>
  any(sides.map((side) => isAmong(db, tested(`${side}_amount_currency`), currencies)));

/** A term by what `account_counts` does not know. */
export const withoutCounted = ({ ids, senders, amounts, seen }: Term): Term => ({
  ...{ ids, senders, amounts, seen },
});

/** The rows that match one of these terms, each part found by its index; null if none can match. */
export function candidates(db: LedgerDb, terms: readonly Term[]): Condition | null {
  const found = terms.flatMap(
    ({ ids, accounts, senders, amounts, currencies, state, seen = [] }) => [
      ...(ids ? [isAmong(db, sql.ref('id'), ids)] : []),
      ...(state === undefined ? [] : [sql<SqlBool>`state = ${state}`]),
      ...seen.map((times) => isSeenWithin(datesOf(times))),
      ...(accounts ? [isAmong(db, sql.ref('destination_account_id'), accounts)] : []),
      ...(senders ? [isAmong(db, sql.ref('owner_id'), senders)] : []),
      ...sides.flatMap((side) => {
        const currency = sql.ref(`${side}_amount_currency`);
        // By one currency each: SQLite finds no pairs by an index of an expression.
        const ofAmounts = [...Map.groupBy(amounts ?? [], (one) => one.currency)].map(
          ([code, some]) => {
            const orders = some.map(({ cents }) => orderOf(`${cents}`));
            return sql<SqlBool>`${currency} = ${code} and ${isAmong(db, orderColumn(side), orders)}`;
          },
        );
        return [...ofAmounts, ...(currencies ? [isAmong(db, currency, currencies)] : [])];
      }),
    ],
  );
  if (found.length <= 1) return found[0] ?? null;
  // PostgreSQL looks each part up in its index and reads the rows of all once; SQLite needs to be told.
  if (isPostgres(db)) return any(found);
  const selects = found.map((one) => sql`select id_order from transfers where ${one}`);
  return sql`id_order in (select id_order from (${sql.join(selects, sql` union `)}) as found)`;
}

/** The transfers of a person, found by their owner. On PostgreSQL a row may not say yet whose it is. */
export const isSentBy = (db: LedgerDb, { user_id }: { user_id: string }): Condition =>
  isPostgres(db)
    ? sql`id in (select id from owners where kind = 'transfer' and user_id = ${user_id})`
    : sql`owner_id = ${user_id}`;

type Dated = Pick<TransferFilter, 'first_seen_from' | 'first_seen_before'>;
/** True if the filter is about when a transfer was first seen. */
export const isDated = ({ first_seen_from, first_seen_before }: Dated) =>
  first_seen_from !== undefined || first_seen_before !== undefined;

/** When a transfer was first seen is its first state observation; one without any never matches. */
function isWithin(
  { first_seen_from: from, first_seen_before: before }: Dated,
  time: RawBuilder<unknown>,
): Condition {
  return all([
    ...(from === undefined ? [] : [sql<SqlBool>`${time} >= ${instantOf(from)}`]),
    ...(before === undefined ? [] : [sql<SqlBool>`${time} < ${instantOf(before)}`]),
  ]);
}

const datesOf = ({ from, before }: { from: string; before: string }): Dated => ({
  ...{ first_seen_from: from, first_seen_before: before },
});
const instantOf = (time: string) => new Date(time).toISOString();

/** The transfers that were seen in the filter's times, maybe not for the first time. */
export const isSeenWithin = (filter: Dated): Condition =>
  sql`id in (select transfer_id from sightings where ${isWithin(filter, sql.ref('seen_at'))})`;
