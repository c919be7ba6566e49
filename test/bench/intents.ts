import { randomUUID } from 'node:crypto';
import { addUser } from '../../src/bff/ledger/people/users.ts';
import { intend } from '../../src/bff/ledger/sends/sends.ts';
import { openLedger } from '../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../src/bff/ledger/store/schema.ts';
import { withStore } from './bench-stores.ts';
import { type Line, median, ratio } from './section.ts';

const rounds = 11;
const slice = 300;

type Opened = { db: LedgerDb; user_id: string };

/** Measures intents committed per second, 1 and 16 at once. */
export async function intents(): Promise<Line[]> {
  return withStore('SQLite', async (url) => {
    const sqlite = await open(url);
    const both = withStore('PostgreSQL', async (otherUrl) => {
      const postgres = await open(otherUrl);
      return measure(sqlite, postgres).finally(() => postgres.db.destroy());
    });
    return both.finally(() => sqlite.db.destroy());
  });
}

async function measure(sqlite: Opened, postgres: Opened): Promise<Line[]> {
  const lines: Line[] = [];
  for (const atOnce of [1, 16]) {
    const what = (name: string) => `intents committed per second, ${atOnce} at once, ${name}`;
    const rates = { sqlite: [] as number[], postgres: [] as number[] };
    // Alternating, so that a slow moment of the machine affects both. The first round warms up.
    for (let round = 0; round <= rounds; round += 1) {
      const mine = await rateOf(sqlite, atOnce);
      const other = await rateOf(postgres, atOnce);
      if (round === 0) continue;
      rates.sqlite.push(mine);
      rates.postgres.push(other);
    }
    const [base, other] = [median(rates.sqlite), median(rates.postgres)];
    lines.push(
      { what: what('SQLite'), value: base.toFixed(0) },
      { what: what('PostgreSQL'), value: other.toFixed(0), ratio: ratio(other, base, 'SQLite') },
    );
  }
  return lines;
}

async function open(url: string): Promise<Opened> {
  const db = await openLedger(url);
  const person = {
    email: 'a@giro.example',
    name: '',
    role: 'sender',
    password_hash: null,
  } as const;
  const user = await addUser(db, person, new Date().toISOString());
  return { db, user_id: user?.id ?? '' };
}

async function rateOf({ db, user_id }: Opened, atOnce: number): Promise<number> {
  const began = performance.now();
  let committed = 0;
  const one = async () => {
    while (performance.now() - began < slice) {
      const key = randomUUID();
      const intent = {
        ...{ key, user_id, guard_scope: user_id, body_hash: key, destination_account_id: '501' },
        ...{ source_amount_cents: '5000', source_amount_currency: 'USD' },
        ...{ destination_amount_currency: 'COP', quote: null, known_transfer_ids: '[]' },
        after_unresolved: null,
      };
      if (await intend(db, intent, new Date().toISOString())) committed += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return (committed / (performance.now() - began)) * 1_000;
}
