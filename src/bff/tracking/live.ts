import * as z from 'zod/mini';
import { transferEvents } from '../../contract/api/transfer.ts';
import type { Viewer } from '../auth/viewer.ts';
import { ownersOf } from '../ledger/people/owners.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { type Mirrored, mirroredSince } from '../ledger/transfers/mirror.ts';
import { ProblemError } from '../lib/problem.ts';
import type { RecipientReader } from '../search/recipients.ts';
import { withAlias } from '../search/window.ts';
import type { Log } from '../service/log.ts';
import { withFirstSeen } from './timeline.ts';
import type { LiveTracking } from './tracking.ts';
import type { MirrorNews } from './transfer-mirror.ts';

/** An open event stream: its viewer, and how to write to it. */
type Listener = Viewer & {
  /** The hash by which the ledger knows the session. */
  session: string;
  write(text: string): void;
  end(): void;
  /** True while the session is valid with the same role. */
  mayStay(): Promise<boolean>;
};

export type Live = {
  /**
   * Adds a listener. Writes the visible events after `after`, or a reset if they are too many or not
   * known, then each new one.
   * @returns a function that removes the listener
   * @throws ProblemError too-many-requests if the person has too many streams open
   */
  join(listener: Listener, after: string | undefined): () => void;
  /** The id of the last event: the same at every instance, also after a restart. */
  eventId(): string;
  /** The number of open streams. */
  streams(): number;
  /** Ends the streams of a session, by its hash. */
  endSession(session: string): void;
  close(): void;
};

type Deps = {
  tracking: Pick<LiveTracking, 'asOf' | 'onNews' | 'watch' | 'position' | 'follow'>;
  recipients: Pick<RecipientReader, 'current' | 'known'>;
  db: LedgerDb;
  now: () => number;
  log: Log;
};

/** More changes are told as a reset: the page refetches. */
const maxChanges = 500;
const maxStreamsPerPerson = 8;
const keepAliveEveryMs = 15_000;
const checkSessionsEveryMs = 60_000;
/** A session checked longer ago is checked again before an event is written. */
const maxSessionAgeMs = 5_000;

/** A change as it is written to a stream; `owner` is the person who owns its transfer. */
type LiveEvent = Pick<Mirrored, 'content_change' | 'change'> & {
  owner: string | null;
  text: string;
};

/** Writes each change of the mirror to every open stream of this instance. */
export function createLive(deps: Deps): Live {
  const { tracking, now, log } = deps;
  const listeners = createListeners(now, log);
  let last: Promise<void> = Promise.resolve();

  const idOf = (change: number) => eventId(tracking, change);

  /** One after the other, so that each stream gets the changes in the order of their numbers. */
  function inTurn(work: () => Promise<void>, failed: () => void) {
    last = last.then(work).catch((error: unknown) => {
      log.error({ err: error }, 'live: changes not published');
      failed();
    });
  }

  tracking.onNews((news) => {
    const { change } = tracking.position();
    inTurn(
      () => publish(news, change),
      () => reset(change),
    );
  });

  async function publish({ rows, isReset }: MirrorNews, change: number) {
    if (isReset || rows.length > maxChanges) return reset(change);
    const events = await eventsOf(deps, rows, listeners.count() > 0);
    if (events.length > 0) await listeners.endInvalidSessions(maxSessionAgeMs);
    listeners.writeEvents(events, change);
    listeners.writeEach(asOfAt);
  }

  function reset(change: number) {
    listeners.writeEvents([], change);
    listeners.writeEach((seen) => resetTo(tracking, seen) + asOfAt(seen));
  }

  function asOfAt(seen: number): string {
    const asOf = tracking.asOf();
    return asOf ? writeEvent('as_of', asOf, idOf(seen)) : ':\n\n';
  }

  return {
    join(listener, after) {
      listeners.requireRoom(listener);
      // Random, so that streams that lose their connection together don't reconnect together.
      listener.write(`retry: ${2_000 + Math.floor(Math.random() * 3_000)}\n\n`);
      const leave = listeners.add(listener);
      const unwatch = tracking.watch();
      inTurn(
        async () => {
          const seen = await catchUp(deps, listener, after);
          listener.write(asOfAt(seen));
          listeners.begin(listener, seen);
        },
        () => {
          const { change } = tracking.position();
          listener.write(resetTo(tracking, change));
          listeners.begin(listener, change);
        },
      );
      return () => {
        leave();
        unwatch();
      };
    },
    eventId: () => idOf(tracking.position().change),
    streams: listeners.count,
    endSession: listeners.endSession,
    close: listeners.close,
  };
}

/** Writes what a stream has missed. @returns the number of the last change that it has then */
async function catchUp(deps: Deps, listener: Listener, after: string | undefined): Promise<number> {
  const { tracking, db } = deps;
  const [, of, digits] = /^([\w-]+)\.(\d{1,15})$/.exec(after ?? '') ?? [];
  const since = Number(digits ?? 0);
  const known = tracking.position();
  // Another instance may have written what is not known here yet.
  if (known.epoch === '' || since > known.change) await tracking.follow();
  const { epoch, change, reset_change } = tracking.position();
  if (after === undefined) return change;
  const isKnown = of === epoch && since >= reset_change && since <= change;
  const missed = isKnown ? await mirroredSince(db, since, change, maxChanges + 1) : null;
  if (missed === null || missed.length > maxChanges) listener.write(resetTo(tracking, change));
  else {
    for (const event of await eventsOf(deps, missed, true)) {
      if (isVisible(listener, event, since)) listener.write(event.text);
    }
  }
  return change;
}

const resetTo = (tracking: Deps['tracking'], change: number) =>
  writeEvent('reset', {}, eventId(tracking, change));
const eventId = (tracking: Deps['tracking'], change: number) =>
  `${tracking.position().epoch}.${change}`;

/** @param isHeard without it the last known aliases are enough */
async function eventsOf(
  { tracking, recipients, db }: Deps,
  rows: readonly Mirrored[],
  isHeard: boolean,
): Promise<LiveEvent[]> {
  if (rows.length === 0) return [];
  const { as_of = '' } = tracking.asOf() ?? {};
  const owners = await ownersOf(
    db,
    'transfer',
    rows.map(({ row }) => row.id),
  );
  const known = isHeard ? await recipients.current() : recipients.known();
  const shown = await withFirstSeen(
    db,
    rows.map(({ row, read_at, ...numbers }) => ({
      ...{ ...withAlias(row, known), numbers },
      as_of: read_at > as_of ? read_at : as_of,
    })),
  );
  return shown.map(({ numbers, ...row }) => {
    const data = z.encode(transferEvents.transfer, row);
    const text = writeEvent('transfer', data, eventId(tracking, numbers.change));
    return { ...numbers, text, owner: owners.get(row.id) ?? null };
  });
}

/** The open streams; each ends when its session does. */
function createListeners(now: () => number, log: Log) {
  /**
   * By listener: when its session was last valid, in milliseconds since 1970, and the last change that it
   * has; null while it is still told what it missed.
   */
  const listeners = new Map<Listener, { checkedAt: number; seen: number | null }>();

  const comments = setInterval(() => {
    for (const one of listeners.keys()) one.write(':\n\n');
  }, keepAliveEveryMs).unref();
  const checks = setInterval(() => {
    endInvalidSessions(0).catch((error: unknown) => {
      // A transient failure of the store must not end valid streams.
      log.warn({ err: error }, 'live: sessions not checked');
    });
  }, checkSessionsEveryMs).unref();

  /**
   * Ends the streams whose session or role has changed in the store, also by another instance.
   * @param maxAge skips sessions checked within this time, in milliseconds
   * @throws Error of the store
   */
  async function endInvalidSessions(maxAge: number) {
    const checkedAt = now();
    const due = [...listeners].filter(([, one]) => checkedAt - one.checkedAt >= maxAge);
    await Promise.all(
      due.map(async ([one, known]) => {
        if (await one.mayStay()) known.checkedAt = checkedAt;
        else one.end();
      }),
    );
  }

  return {
    /** @throws ProblemError too-many-requests if the person has too many streams open */
    requireRoom({ user_id }: Listener) {
      const theirs = [...listeners.keys()].filter((one) => one.user_id === user_id);
      if (theirs.length >= maxStreamsPerPerson) {
        throw new ProblemError('too-many-requests', { retryAfterSeconds: 60 });
      }
    },
    add(listener: Listener): () => void {
      listeners.set(listener, { checkedAt: now(), seen: null });
      return () => void listeners.delete(listener);
    },
    /** Lets the listener have what is published from now on, beyond `seen`. */
    begin(listener: Listener, seen: number) {
      const known = listeners.get(listener);
      if (known) known.seen = seen;
    },
    count: () => listeners.size,
    /** Writes the events that a listener may see and has not had; after them it has all up to `change`. */
    writeEvents(events: readonly LiveEvent[], change: number) {
      for (const [one, known] of listeners) {
        const { seen } = known;
        if (seen === null) continue;
        for (const event of events) if (isVisible(one, event, seen)) one.write(event.text);
        known.seen = Math.max(seen, change);
      }
    },
    /** Writes a text that depends on the last change that a listener has. */
    writeEach(textAt: (seen: number) => string) {
      for (const [one, { seen }] of listeners) if (seen !== null) one.write(textAt(seen));
    },
    endInvalidSessions,
    endSession(session: string) {
      for (const one of listeners.keys()) if (one.session === session) one.end();
    },
    close() {
      clearInterval(comments);
      clearInterval(checks);
      for (const one of listeners.keys()) one.end();
    },
  };
}

/**
 * Support sees every change, a team those with an owner, a sender their own. An owner who became known
 * later is news to these two only.
 */
function isVisible({ canSee, user_id }: Viewer, event: LiveEvent, seen: number): boolean {
  if (canSee === 'everything') return event.content_change > seen;
  if (event.change <= seen) return false;
  return canSee === 'team' ? event.owner !== null : event.owner === user_id;
}

/** Serializes a server-sent event. JSON.stringify writes no line break, which would end the data. */
function writeEvent(name: string, data: unknown, id: string): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
