import {
  limitSpans,
  type PersonLimitRequest,
  type PersonLimits,
  raisedAfterMs,
} from '../../contract/api/limits.ts';
import type { Currency } from '../../contract/currency.ts';
import { addNews } from '../ledger/news/news.ts';
import {
  type Limits,
  ownFigure,
  personLimitOf,
  personLimits,
  raiseOf,
  writePersonLimit,
} from '../ledger/people/person-limits.ts';
import { lockUser } from '../ledger/people/users.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { notFound, ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import { findAsAdmin, findPerson } from './people.ts';

/**
 * A sender's limits as an admin sees them: each span of each currency that the operator limits.
 * @param currencies of the service, as far as they are known
 * @param now milliseconds since 1970
 * @throws ProblemError not-found, also for who is no sender
 */
export async function readPersonLimits(
  db: LedgerDb,
  operators: Limits,
  user_id: string,
  now: number,
  currencies: readonly Currency[],
): Promise<PersonLimits> {
  const { role } = await findPerson(db, user_id);
  if (role !== 'sender') throw notFound();
  const rows = await personLimits(db, user_id);
  const at = timestamp(now);
  const items = [...operators].flatMap(([currency, figures]) =>
    limitSpans.map((span) => {
      const row = personLimitOf(rows, { currency, span });
      const next = raiseOf(row, at);
      return {
        subunit_to_unit: currencies.find(isCode(currency))?.subunit_to_unit ?? null,
        ...{ currency, span, operators: figures[span] ?? null },
        own: figureOf(ownFigure(row, at)),
        next: next && { ...next, amount: figureOf(next.amount) },
      };
    }),
  );
  return { items };
}

/**
 * Changes a sender's limit. What is lower than the one in force counts at once, and takes a raise back that waits; what
 * is higher counts after 24 hours and is mailed to the person, so that nobody who took over an account sends more with
 * an admin's help before its person knows. Repeated, it changes nothing.
 * @param actor id of the admin
 * @param now milliseconds since 1970, by the store's clock
 * @returns what it did, for the audit
 * @throws ProblemError forbidden for oneself and by somebody who is no longer an admin; not-found, also for who is no
 *   sender; invalid-fields for a currency without limits
 */
export function changePersonLimit(
  db: LedgerDb,
  operators: Limits,
  actor: string,
  user_id: string,
  { currency, span, amount }: PersonLimitRequest,
  now: number,
): Promise<string> {
  const figures = operators.get(currency);
  if (!figures) {
    throw new ProblemError('invalid-fields', { errors: { currency: ['has no limits'] } });
  }
  return db.transaction().execute(async (tx) => {
    const person = await findAsAdmin(tx, actor, user_id);
    if (person.role !== 'sender') throw notFound();
    // What they send at the same time is judged before it, or by it.
    await lockUser(tx, user_id);
    const row = personLimitOf(await personLimits(tx, user_id), { currency, span });
    const at = timestamp(now);
    const own = ownFigure(row, at);
    const inForce = figureOf(own) ?? figures[span];
    const asked = amount ?? figures[span];
    const next_amount = amount?.toString() ?? null;
    const changed = { user_id, currency, span, next_amount: null, next_at: null };
    const what = `${currency} ${span} ${next_amount ?? 'as the operator says'}`;
    if (!isHigher(asked, inForce)) {
      await writePersonLimit(tx, { ...changed, amount: next_amount }, at);
      return what;
    }
    const before = raiseOf(row, at);
    const isWaiting = before?.amount === next_amount;
    const next_at = isWaiting ? before.at : timestamp(now + raisedAfterMs);
    if (!isWaiting) {
      await writePersonLimit(tx, { ...changed, amount: own, next_amount, next_at }, at);
      const subject = `limit ${currency} ${span} from ${next_at}`;
      await addNews(tx, [{ user_id, kind: 'limit-raised', subject }], at);
    }
    return `${what}, from ${next_at}`;
  });
}

const isCode =
  (code: string) =>
  ({ iso_code }: Currency) =>
    iso_code === code;

const figureOf = (text: string | null) => (text === null ? null : BigInt(text));

/** Undefined is without a limit. */
function isHigher(one: bigint | undefined, other: bigint | undefined): boolean {
  if (other === undefined) return false;
  return one === undefined || one > other;
}
