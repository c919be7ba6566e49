import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LedgerDb } from '../ledger/ledger.ts';
import { countTransferOwners, transferOwnersAfter, transferOwnersSince } from '../ledger/owners.ts';
import { everySender } from '../ledger/users.ts';
import { createSharedRead } from '../lib/shared-read.ts';
import { timestamp } from '../lib/timestamp.ts';
import { asWords } from './search-text.ts';

/** Who sent each transfer, as support searches it. Another object after each change. */
export type Senders = {
  /** Name and e-mail by the sender's number, by `asWords`; '' for the number 0, which is nobody's. */
  words: readonly string[];
  /** The sender's number by the id of the transfer; one without an owner is missing. */
  owners: ReadonlyMap<string, number>;
};

export type SenderReader = {
  /** Reads what is new; the first call reads everything. */
  current(): Promise<Senders>;
};

/** People who change their name, and owners that are taken back, are noticed within this time. */
const checkEveryMs = 10_000;
/** An owner may be committed later than one with a later time. */
const overlapMs = 10_000;
const readAtOnce = 1_000;

/** Keeps the owners of all transfers in memory, so that a search reads only those since the last one. */
export function createSenders(db: LedgerDb): SenderReader {
  const numbers = new Map<string, number>();
  let words = [''];
  let owners = new Map<string, number>();
  /** The latest time of an owner, ISO 8601; '' before the first read. */
  let latest = '';
  let checkedAt = Number.NEGATIVE_INFINITY;
  let senders: Senders = { words, owners };

  function numberOf(user_id: string): number {
    const number = numbers.get(user_id) ?? words.length;
    if (number === words.length) words.push('');
    numbers.set(user_id, number);
    return number;
  }

  /** @returns true if anybody is new or has another name */
  async function readPeople(): Promise<boolean> {
    const before = words;
    words = [...words];
    for (const { id, name, email } of await everySender(db)) {
      words[numberOf(id)] = asWords(`${name} ${email}`);
    }
    return words.length !== before.length || words.some((one, number) => one !== before[number]);
  }

  async function readAll() {
    const all = new Map<string, number>();
    for (let after: string | null = ''; after !== null; ) {
      const part = await transferOwnersAfter(db, after, readAtOnce);
      for (const { id, user_id, created_at } of part) {
        all.set(id, numberOf(user_id));
        if (created_at > latest) latest = created_at;
      }
      after = part.length === readAtOnce ? (part.at(-1)?.id ?? null) : null;
      await nextTurn();
    }
    owners = all;
  }

  /** @returns true if a transfer has another owner than before */
  async function readNew(): Promise<boolean> {
    let isNew = false;
    const since = latest && timestamp(Date.parse(latest) - overlapMs);
    for (const { id, user_id, created_at } of await transferOwnersSince(db, since)) {
      const number = numberOf(user_id);
      if (owners.get(id) !== number) isNew = true;
      owners.set(id, number);
      if (created_at > latest) latest = created_at;
    }
    return isNew;
  }

  async function refresh(): Promise<Senders> {
    const isFirst = checkedAt === Number.NEGATIVE_INFINITY;
    if (isFirst) await readAll();
    let isNew = (await readNew()) || isFirst;
    if (isNew || performance.now() - checkedAt >= checkEveryMs) {
      if (await readPeople()) isNew = true;
      // Also when an owner was taken back, or recorded by a clock that is behind.
      if ((await countTransferOwners(db)) !== owners.size) {
        await readAll();
        isNew = true;
      }
      checkedAt = performance.now();
    }
    if (isNew) senders = { words, owners };
    return senders;
  }

  const read = createSharedRead(refresh, () => performance.now());
  return { current: async () => (await read.get(0)).value };
}
