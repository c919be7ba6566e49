import type { Arrival, SlowReason } from '../../contract/api/arrival.ts';
import type { DestinationAccount } from '../../contract/destination-account.ts';
import type { Viewer } from '../auth/viewer.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { type ArrivalCursor, seenArrivals } from '../ledger/transfers/arrival-times.ts';
import { timestamp } from '../lib/timestamp.ts';
import { createYield } from '../lib/yield-to-event-loop.ts';
import type { Log } from '../service/log.ts';

type Scope = Arrival['scope'];
/** The latest observations of one bank, country or asset. */
type Group = {
  scope: Scope;
  /** Seconds from Send to when Giro saw it completed, ascending. */
  took: readonly number[];
  /** Ids of the people who sent them. */
  senders: ReadonlySet<string>;
};

export type ArrivalTimes = {
  /** To the bank of an account, or else to its country; null if too few are known, or too few people's. */
  to(viewer: Viewer, place: Place): Arrival | null;
  /** The same for an account that was there when the figures were read. */
  toAccount(viewer: Viewer, account_id: string): Arrival | null;
  /** To a country or digital asset, by its id. */
  toCountry(viewer: Viewer, country_id: string): Arrival | null;
  /** What a transfer to an account is slow by; null if too few are known. Reads first. */
  slowTo(): Promise<(account_id: string) => Omit<SlowReason, 'after_seconds'> | null>;
  /** Reads the figures again if they are old. Never rejects. */
  refresh(): Promise<void>;
};

type Place = Pick<DestinationAccount, 'category' | 'bank_id' | 'country'>;

type Deps = {
  db: LedgerDb;
  accounts: { everything(): Promise<readonly (Place & { id: string })[]> };
  now: () => number;
  log: Log;
  /** The longest usual pause between two reads of the list, in milliseconds. */
  backgroundMs: number;
  maxAgeMs?: number;
};

const dayMs = 24 * 60 * 60_000;
/** Older ones say nothing of today. */
const countedForMs = 180 * dayMs;
/** The latest of each bank, country or asset. */
const maxCounted = 200;
/** Nothing is said of fewer. */
const minCounted = 20;
/** If others' transfers are among them, they are of so many people at least, so that no figure tells of one. */
const minOthers = 3;
const maxAgeMs = 10 * 60_000;
const readAtOnce = 200;
/** All of them, at the size that Giro is built for. */
const maxRead = 100_000;

/**
 * The number that `percent` in 100 of these are not above, by the nearest rank.
 * @param sorted ascending, at least one
 * @param percent a whole number from 1 to 100
 */
export function nearestRank(sorted: readonly number[], percent: number): number {
  const rank = Math.floor((sorted.length * percent + 99) / 100);
  const value = sorted[rank - 1];
  if (value === undefined) throw new Error(`there is no ${percent} in 100 of nothing`);
  return value;
}

/** How long an observation may have been late: Giro reads every `backgroundMs`, and one read may fail. */
export const maxUnseenMs = (backgroundMs: number) => 2 * backgroundMs;

/**
 * How long transfers took, from what Giro itself saw. The figures are in memory and are read again in the background
 * when they are old, so no request waits for them.
 */
export function createArrivalTimes(deps: Deps): ArrivalTimes {
  const { now, log, backgroundMs } = deps;
  const every_seconds = Math.ceil(backgroundMs / 1_000);
  let groups: ReadonlyMap<string, Group> = new Map();
  let places: ReadonlyMap<string, Place> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  async function read() {
    try {
      ({ groups, places } = await readGroups(deps));
    } catch (error) {
      // A page is useful without them.
      log.warn({ err: error }, 'arrival: times of transfers not read');
    } finally {
      readAt = now();
      reading = null;
    }
  }

  function refresh(): Promise<void> {
    const age = now() - readAt;
    // A clock that was set back makes them no younger.
    if (age >= 0 && age < (deps.maxAgeMs ?? maxAgeMs)) return reading ?? Promise.resolve();
    reading ??= read();
    return reading;
  }

  const found = (keys: readonly string[], isShown: (group: Group) => boolean) =>
    keys
      .map((key) => groups.get(key))
      .find((group) => group && group.took.length >= minCounted && isShown(group));

  function shown(keys: readonly string[], viewer: Viewer): Arrival | null {
    void refresh();
    const group = found(keys, ({ senders }) => mayBeShown(senders, viewer));
    if (!group) return null;
    return {
      ...{ scope: group.scope, count: group.took.length, every_seconds },
      half_seconds: nearestRank(group.took, 50),
      most_seconds: nearestRank(group.took, 90),
    };
  }

  return {
    refresh,
    to: (viewer, place) => shown(keysOf(place), viewer),
    toAccount(viewer, account_id) {
      const place = places.get(account_id);
      return shown(place ? keysOf(place) : [], viewer);
    },
    toCountry: (viewer, country_id) => shown([countryKey(country_id)], viewer),
    async slowTo() {
      await refresh();
      return (account_id) => {
        const place = places.get(account_id);
        const group = place && found(keysOf(place), () => true);
        if (!group) return null;
        return {
          ...{ scope: group.scope, count: group.took.length },
          within_seconds: nearestRank(group.took, 95),
        };
      };
    },
  };
}

/** A person's own figures tell them nothing new, and those of a team are the team's. */
function mayBeShown(senders: ReadonlySet<string>, { canSee, user_id }: Viewer): boolean {
  if (canSee !== 'own') return true;
  const others = senders.size - (senders.has(user_id) ? 1 : 0);
  return others === 0 || others >= minOthers;
}

const countryKey = (id: string) => `country ${id}`;

/** What an account's transfers count for, the nearest first. */
const keysOf = ({ category, bank_id, country }: Place): string[] => [
  ...(category === 'bank' && bank_id ? [`bank ${country?.id ?? ''} ${bank_id}`] : []),
  ...(country ? [countryKey(country.id)] : []),
];

function scopeOf(key: string, { category }: Place): Scope {
  if (key.startsWith('bank')) return 'bank';
  return category === 'wallet' ? 'asset' : 'country';
}

type Read = { groups: ReadonlyMap<string, Group>; places: ReadonlyMap<string, Place> };

async function readGroups({ db, accounts, now, backgroundMs }: Deps): Promise<Read> {
  const since = timestamp(now() - countedForMs);
  const yieldToLoop = createYield();
  const nothing = { groups: new Map(), places: new Map() };
  let places: ReadonlyMap<string, Place> | null = null;
  const collected = new Map<string, { scope: Scope; took: number[]; senders: Set<string> }>();
  let before: ArrivalCursor | null = null;
  for (let read = 0; read < maxRead; read += readAtOnce) {
    const { rows, next }: Awaited<ReturnType<typeof seenArrivals>> = await seenArrivals(
      db,
      since,
      before,
      readAtOnce,
    );
    // The service is not asked for its accounts for nothing.
    if (next === null && collected.size === 0 && rows.length < minCounted) return nothing;
    places ??= new Map((await accounts.everything()).map((one) => [one.id, one]));
    for (const one of rows) {
      await yieldToLoop();
      const took = tookOf(one, maxUnseenMs(backgroundMs));
      const place = places.get(one.destination_account_id);
      if (took === null || !place) continue;
      for (const key of keysOf(place)) {
        const scope = scopeOf(key, place);
        const group = collected.get(key) ?? { scope, took: [], senders: new Set<string>() };
        collected.set(key, group);
        if (group.took.length === maxCounted) continue;
        group.took.push(took);
        group.senders.add(one.user_id);
      }
    }
    before = next;
    if (next === null) break;
  }
  for (const { took } of collected.values()) took.sort((a, b) => a - b);
  return { groups: collected, places: places ?? new Map() };
}

type Seen = Awaited<ReturnType<typeof seenArrivals>>['rows'][number];

/**
 * The seconds from Send to when the transfer was seen completed, rounded up. Null if nobody had looked for longer than
 * `maxUnseen` milliseconds, because then it may have been completed much earlier; or if clocks disagree.
 */
function tookOf({ sent_at, seen_at, unseen_ms }: Seen, maxUnseen: number): number | null {
  const took = Date.parse(seen_at) - Date.parse(sent_at);
  // Without an earlier look, nobody had looked since Send.
  if (took < 0 || Math.min(unseen_ms ?? took, took) > maxUnseen) return null;
  return Math.ceil(took / 1_000);
}
