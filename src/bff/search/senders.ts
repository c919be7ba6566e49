import { everySender } from '../ledger/people/users.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { asWords } from './search-text.ts';

/** Name and e-mail of everybody, by `asWords`, by the id of the person. */
export type Senders = ReadonlyMap<string, string>;

/** Whom support searches as the sender of a transfer. */
export async function readSenders(db: LedgerDb): Promise<Senders> {
  const people = await everySender(db);
  return new Map(people.map(({ id, name, email }) => [id, asWords(`${name} ${email}`)]));
}
