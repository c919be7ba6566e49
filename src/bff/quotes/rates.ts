import type { Quote } from '../../contract/api/quote.ts';
import type { Rates, SeenRate } from '../../contract/api/rates.ts';
import { isLowerRate } from '../../money/rate.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { addRates, keyOf, type Pair, type RateRow, ratesOf } from '../ledger/transfers/rates.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { Log } from '../service/log.ts';

/** The history of estimated rates, without the person who asked. */
export type RateNotes = {
  /** Records the rate of an estimate. Written 2 s later, so that a failing store never fails a quote. */
  note(country_id: string, quote: Quote): void;
  /** The rates of a pair in the last 90 days. */
  of(pair: Pair): Promise<Rates>;
  /** Writes the remaining rates. */
  close(): Promise<void>;
};

type Deps = { db: LedgerDb; now: () => number; log: Log; writeAfter?: number };

const slotMs = 10 * 60_000;
const maxAgeMs = 90 * 24 * 60 * 60_000;
const maxPoints = 120;

/** Collects rates in memory and writes them to the ledger in batches. */
export function createRateNotes({ db, now, log, writeAfter = 2_000 }: Deps): RateNotes {
  let unwritten = new Map<string, RateRow>();
  let writing: Promise<unknown> = Promise.resolve();
  /** A write waits for these, so that nothing is both read and added. */
  const reading = new Set<Promise<unknown>>();
  let timer: NodeJS.Timeout | undefined;

  function note(country_id: string, { source_currency, destination_currency, ...quote }: Quote) {
    const { rate, taken_at: seen_at } = quote;
    const slot = timestamp(Math.floor(Date.parse(seen_at) / slotMs) * slotMs);
    const pair = { source_currency, destination_currency, country_id };
    const key = keyOf({ ...pair, slot });
    const estimates = (unwritten.get(key)?.estimates ?? 0) + 1;
    unwritten.set(key, { ...pair, slot, rate, seen_at, estimates });
    timer ??= setTimeout(() => void write(), writeAfter).unref();
  }

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const rows = [...unwritten.values()];
    unwritten = new Map();
    writing = Promise.allSettled([writing, ...reading]).then(async () => {
      if (rows.length === 0) return;
      await addRates(db, rows).catch((error: unknown) => {
        log.error({ err: error, rates: rows.length }, 'rates: not written to the ledger');
      });
    });
    await writing;
  }

  const oldest = () => timestamp(now() - maxAgeMs);

  return {
    note,
    async of(pair) {
      // Added here rather than written first: a page that shows rates would wait for the disk.
      const held = [...unwritten.values()].filter((row) => isOf(row, pair));
      const read = writing.then(() => ratesOf(db, pair, oldest()));
      reading.add(read);
      try {
        return summary(withHeld(await read, held));
      } finally {
        reading.delete(read);
      }
    },
    close: write,
  };
}

const isOf = (row: RateRow, pair: Pair) =>
  row.source_currency === pair.source_currency &&
  row.destination_currency === pair.destination_currency &&
  row.country_id === pair.country_id;

type Slot = SeenRate & { slot: string; estimates: number };

/** The slots as they are once these are written, too. */
function withHeld(rows: readonly Slot[], held: readonly Slot[]): Slot[] {
  const slots = new Map(rows.map((row) => [row.slot, row]));
  for (const own of held) {
    const kept = slots.get(own.slot);
    const latest = kept && kept.seen_at > own.seen_at ? kept : own;
    slots.set(own.slot, { ...latest, estimates: own.estimates + (kept?.estimates ?? 0) });
  }
  return [...slots.values()].sort((a, b) => (a.slot < b.slot ? -1 : 1));
}

function summary(rows: readonly (SeenRate & { estimates: number })[]): Rates {
  const [first] = rows;
  let [min, max] = [first, first];
  for (const row of rows) {
    if (min && isLowerRate(row.rate, min.rate)) min = row;
    if (max && isLowerRate(max.rate, row.rate)) max = row;
  }
  return {
    count: rows.reduce((sum, { estimates }) => sum + estimates, 0),
    since: first?.seen_at ?? null,
    min: min?.rate ?? null,
    max: max?.rate ?? null,
    points: thinned(rows, (row) => row === min || row === max).map(({ rate, seen_at }) => ({
      rate,
      seen_at,
    })),
  };
}

/** Thins rows to about `maxPoints`: the last of each equal time span, the first row, and `mustStay`. */
function thinned<T extends SeenRate>(rows: readonly T[], mustStay: (row: T) => boolean): T[] {
  if (rows.length <= maxPoints) return [...rows];
  const times = rows.map(({ seen_at }) => Date.parse(seen_at));
  const start = times[0] ?? 0;
  const span = (Number(times.at(-1)) - start) / (maxPoints - 3);
  const spanOf = (place: number) => Math.ceil((Number(times[place]) - start) / span);
  return rows.filter((row, place) => spanOf(place) !== spanOf(place + 1) || mustStay(row));
}
