import { everySender } from '../ledger/people/users.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { asWords } from './search-text.ts';

/** Everybody, with name and e-mail by `asWords`, by the id of the person. */
export type Senders = ReadonlyMap<string, { name: string; words: string }>;

/** Whom support searches as the sender of a transfer. */
export async function readSenders(db: LedgerDb): Promise<Senders> {
  const people = await everySender(db);
  return new Map(
    people.map(({ id, name, email }) => [id, { name, words: asWords(`${name} ${email}`) }]),
  );
}
