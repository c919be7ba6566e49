import * as z from 'zod/mini';
import { transferEvents } from '../../contract/api/transfer.ts';
import type { Transfer } from '../../contract/transfer.ts';
import type { Viewer } from '../auth/viewer.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { ownersOf } from '../ledger/owners.ts';
import { ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { Log } from '../service/log.ts';
import { createEventRing, type LiveEvent, writeEvent } from './event-ring.ts';
import type { RecipientReader } from './recipients.ts';
import { withFirstSeen } from './timeline.ts';
import type { LiveTracking } from './tracking.ts';
import type { ReadNews } from './transfer-book.ts';
import { withAlias } from './window.ts';

/** One open page: whose it is and how it is written to. */
export type Listener = Viewer & {
  /** The id of the session in the cookie. */
  session: string;
  write(text: string): void;
  end(): void;
  /** Whether the session still holds, with the same role. */
  mayStay(): Promise<boolean>;
};

export type Live = {
  /**
   * Tells a listener of changed transfers that they may see: those after an event, or told to read
   * again where these are forgotten; then each as it comes. Answers how to leave.
   * @throws ProblemError too-many-requests when the person has too many pages open
   */
  join(listener: Listener, after: string | undefined): () => void;
  /** The id of the last event. */
  eventId(): string;
  /** How many streams are open. */
  streams(): number;
  /** Ends the streams of a session that was ended. */
  endSession(session: string): void;
  close(): void;
};

type Deps = {
  tracking: Pick<LiveTracking, 'asOf' | 'onRead' | 'watch'>;
  recipients: Pick<RecipientReader, 'current' | 'known'>;
  db: LedgerDb;
  now: () => number;
  log: Log;
};

const eventsKept = 2_000;
const maxAtOnce = 500;
const maxForOne = 8;
const commentEvery = 15_000;
const sessionsCheckedEvery = 60_000;
/** Whoever was looked at longer ago is looked at again before an event is told. */
const maxSessionAgeMs = 5_000;
/** A transfer may be in the list before it is known whose it is. */
const maxWithoutOwner = 200;

/** Tells every open page of this instance what changed, as soon as the list shows it. */
export function createLive({ tracking, recipients, db, now, log }: Deps): Live {
  const ring = createEventRing(eventsKept);
  const listeners = createListeners(now, log);
  const withoutOwner = new Map<string, { row: Transfer; as_of: string }>();
  let telling: Promise<void> = Promise.resolve();

  tracking.onRead((news) => {
    telling = telling
      .then(() => tell(news))
      .catch((error: unknown) => {
        log.error({ err: error }, 'what changed could not be told');
        readAgain();
      });
  });

  async function tell({ changed, removed, readAt }: ReadNews) {
    if (removed > 0 || changed.length > maxAtOnce) readAgain();
    else await tellOf(changed, timestamp(readAt));
    const text = asOfText();
    if (text) listeners.writeAll(text);
  }

  async function tellOf(changed: readonly Transfer[], as_of: string) {
    for (const row of changed) withoutOwner.set(row.id, { row, as_of });
    if (withoutOwner.size === 0) return;
    const owners = await ownersOf(db, 'transfer', [...withoutOwner.keys()]);
    const isNew = new Set(changed);
    const news = [...withoutOwner.values()].filter(
      ({ row }) => isNew.has(row) || owners.has(row.id),
    );
    // While nobody listens the names of a moment ago are good enough.
    const isHeard = news.length > 0 && listeners.count() > 0;
    const known = isHeard ? await recipients.current() : recipients.known();
    const rows = news.map(({ row, as_of }) => ({ ...withAlias(row, known), as_of }));
    const told = await withFirstSeen(db, rows);
    if (told.length > 0) await listeners.endWhoMayNotStay(maxSessionAgeMs);
    for (const row of told) {
      const owner = owners.get(row.id) ?? null;
      if (owner !== null) withoutOwner.delete(row.id);
      listeners.writeEvent(ring.add('transfer', z.encode(transferEvents.transfer, row), owner));
    }
    for (const id of withoutOwner.keys()) {
      if (withoutOwner.size <= maxWithoutOwner) break;
      withoutOwner.delete(id);
    }
  }

  function readAgain() {
    ring.clear();
    listeners.writeAll(resetText());
  }

  const resetText = () => writeEvent('reset', {}, ring.id());
  const asOfText = () => {
    const asOf = tracking.asOf();
    return asOf && writeEvent('as_of', asOf, ring.id());
  };

  return {
    join(listener, after) {
      listeners.requireRoom(listener);
      const missed = after === undefined ? [] : ring.since(after);
      // At different times, should all of them lose their connection at once.
      listener.write(`retry: ${2_000 + Math.floor(Math.random() * 3_000)}\n\n`);
      if (missed === null) listener.write(resetText());
      for (const event of missed ?? []) if (isVisible(listener, event)) listener.write(event.text);
      listener.write(asOfText() ?? ':\n\n');
      const leave = listeners.add(listener);
      const unwatch = tracking.watch();
      return () => {
        leave();
        unwatch();
      };
    },
    eventId: ring.id,
    streams: listeners.count,
    endSession: listeners.endSession,
    close: listeners.close,
  };
}

/** The open pages, each as long as its person has its rights. */
function createListeners(now: () => number, log: Log) {
  // When each was last known to have its rights.
  const listeners = new Map<Listener, number>();
  const writeAll = (text: string) => {
    for (const one of listeners.keys()) one.write(text);
  };

  const comments = setInterval(() => writeAll(':\n\n'), commentEvery).unref();
  const checks = setInterval(() => {
    endWhoMayNotStay(0).catch((error: unknown) => {
      // A store that fails for a moment is no reason to end what was allowed.
      log.warn({ err: error }, 'a session could not be looked at');
    });
  }, sessionsCheckedEvery).unref();

  /** Rights end in the store, by whatever instance or command. @throws when the store can't be asked */
  async function endWhoMayNotStay(maxAge: number) {
    const looked = now();
    const due = [...listeners].filter(([, knownAt]) => looked - knownAt >= maxAge);
    await Promise.all(
      due.map(async ([one]) => {
        const stays = await one.mayStay();
        if (!stays) one.end();
        else if (listeners.has(one)) listeners.set(one, looked);
      }),
    );
  }

  return {
    /** @throws ProblemError too-many-requests when the person has too many pages open */
    requireRoom({ user_id }: Listener) {
      const theirs = [...listeners.keys()].filter((one) => one.user_id === user_id);
      if (theirs.length >= maxForOne) {
        throw new ProblemError('too-many-requests', { retryAfterSeconds: 60 });
      }
    },
    add(listener: Listener): () => void {
      listeners.set(listener, now());
      return () => void listeners.delete(listener);
    },
    count: () => listeners.size,
    writeAll,
    writeEvent(event: LiveEvent) {
      for (const one of listeners.keys()) if (isVisible(one, event)) one.write(event.text);
    },
    endWhoMayNotStay,
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

/** Support sees all, a team what is anybody's of it, a sender what is theirs. */
function isVisible({ canSee, user_id }: Viewer, { owner }: LiveEvent): boolean {
  if (canSee === 'everything') return true;
  return canSee === 'team' ? owner !== null : owner === user_id;
}
