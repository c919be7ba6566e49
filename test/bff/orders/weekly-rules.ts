import { findOrder, type OrderRow, releaseKey } from '../../../src/bff/ledger/orders/orders.ts';
import { releasesOf } from '../../../src/bff/ledger/orders/releases.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { expectUnique } from './killable-work.ts';

/** How often each thing happened, over all runs. */
export const newWeeklyCounts = () => ({
  ...{ runs: 0, orders: 0, sends: 0, posts: 0, skipped: 0, missed: 0, asked: 0, passed: 0 },
  ...{ pauses: 0, edits: 0, resumes: 0, stops: 0, late: 0, kills: 0 },
});
export type WeeklyCounts = ReturnType<typeof newWeeklyCounts>;

type Numbers = Map<string, Set<number>>;

const maxOccurrence = 60;

/**
 * What must hold of orders that repeat, whatever happens to them: an occurrence is sent once, never after its person
 * was told that it is not, and none is lost without a word.
 * @param ids of the orders; those that take the place of a day are added
 */
export function createWeeklyRules(
  db: LedgerDb,
  posts: readonly string[],
  ids: string[],
  counts: WeeklyCounts,
) {
  const skippedOf: Numbers = new Map();
  /** Days that went by while their person had the order paused. */
  const passedOf: Numbers = new Map();
  /** From which number on nothing may be sent, as its person was told that it is stopped, or paused. */
  const stoppedFrom = new Map<string, number>();
  const pausedFrom = new Map<string, number>();
  /** What there was to see of an order at each of its revisions. */
  const rows = new Map<string, Map<number, OrderRow>>();
  const sent = new Set<string>();
  let occurrences = new Map<string, { id: string; number: number }>();

  const numbersOf = (all: Numbers, id: string) => {
    const of = all.get(id) ?? new Set<number>();
    all.set(id, of);
    return of;
  };
  function learn(id: string) {
    for (let number = 1; number < maxOccurrence; number += 1) {
      occurrences = occurrences.set(releaseKey(id, number), { id, number });
    }
  }
  for (const id of ids) learn(id);

  /** A change that was decided on another revision than it changed, or ended what had ended. */
  function expectNext(seen: OrderRow, changed: OrderRow) {
    if (changed.revision !== seen.revision + 1) {
      throw new Error(`${seen.id}: changed from r${seen.revision} to r${changed.revision}`);
    }
    // Its person sees it with the answer, and it may be due before the next look.
    rowsOf(changed).set(changed.revision, changed);
  }

  function rowsOf({ id }: OrderRow): Map<number, OrderRow> {
    const of = rows.get(id) ?? new Map<number, OrderRow>();
    rows.set(id, of);
    return of;
  }

  function passOver(id: string, from: number, to: number) {
    for (let number = from; number < to; number += 1) {
      if (numbersOf(skippedOf, id).has(number)) continue;
      numbersOf(passedOf, id).add(number);
      counts.passed += 1;
    }
  }

  /** Throws if the same revision shows something else than before. */
  function checkRevision(row: OrderRow, skipped: readonly number[]) {
    const seen = rowsOf(row);
    const before = seen.get(row.revision);
    const shownOf = (one: OrderRow) =>
      [
        ...[one.occurrence, one.release_at, one.waits_for, one.source_amount_cents, one.first_day],
        one.state === 'releasing' ? 'waiting' : one.state,
      ].join(' ');
    if (before && shownOf(before) !== shownOf(row)) {
      throw new Error(`r${row.revision} is ${shownOf(row)}, and was ${shownOf(before)}`);
    }
    seen.set(row.revision, row);
    const key = `${row.id} r${row.revision}`;
    const left = skipped.join(' ');
    if ((skippedAt.get(key) ?? left) !== left) throw new Error(`${key} skips other days`);
    skippedAt.set(key, left);
  }
  const skippedAt = new Map<string, string>();

  /** When the occurrence was due by what its person saw last. */
  function dueAtOf(id: string, number: number): string | undefined {
    const all = [...(rows.get(id)?.values() ?? [])];
    const last = all.findLast(({ occurrence }) => occurrence === number);
    return last?.release_at ?? undefined;
  }

  async function checkSends() {
    const sends = await db.selectFrom('sends').select(['key', 'state', 'created_at']).execute();
    for (const { key, state, created_at } of sends) {
      const one = occurrences.get(key);
      if (!one) throw new Error(`${key} is a send of no order`);
      const { id, number } = one;
      const what = `${id} ${number} is ${state}`;
      const isNew = !sent.has(key);
      if (isNew && number >= (stoppedFrom.get(id) ?? maxOccurrence)) {
        throw new Error(`${what}, and was stopped`);
      }
      if (isNew && number >= (pausedFrom.get(id) ?? maxOccurrence)) {
        throw new Error(`${what}, and was paused`);
      }
      if (numbersOf(skippedOf, id).has(number)) throw new Error(`${what}, and was skipped`);
      const due = dueAtOf(id, number);
      if (isNew && due !== undefined && due > created_at) throw new Error(`${what} too early`);
      if (posts.includes(key) && (state === 'refused' || state === 'not_sent')) {
        throw new Error(`${what}, and posted`);
      }
      sent.add(key);
    }
    const unknown = posts.find((key) => !sent.has(key));
    if (unknown) throw new Error(`${unknown} was posted without an intent`);
  }

  /** Throws if an occurrence that the order is past has neither a send, nor was left out by its person, nor told. */
  async function checkLost(row: OrderRow, news: ReadonlySet<string>) {
    const releases = new Map((await releasesOf(db, row.id)).map((one) => [one.occurrence, one]));
    for (const { occurrence, state, reason, at } of releases.values()) {
      const isSent = sent.has(releaseKey(row.id, occurrence));
      if (isSent !== (state === 'released')) {
        throw new Error(`${row.id} ${occurrence} is ${state}, and ${isSent ? '' : 'not '}sent`);
      }
      const isAsked = state === 'refused' && reason !== 'stopped';
      if (isAsked && !news.has(`order-asks ${row.id} ${at}`)) {
        throw new Error(`${row.id} ${occurrence} asks, and nobody was told`);
      }
      if (state === 'missed' && !news.has(`order-missed ${row.id} ${at}`)) {
        throw new Error(`${row.id} ${occurrence} was missed, and nobody was told`);
      }
    }
    const isAllOver = row.state === 'released' || row.state === 'expired';
    const end = isAllOver ? row.occurrence + 1 : row.occurrence;
    for (let number = 1; number < end; number += 1) {
      const state = releases.get(number)?.state ?? 'gone';
      const isPassed = numbersOf(passedOf, row.id).has(number);
      if (!isPassed && !['released', 'skipped', 'missed'].includes(state)) {
        throw new Error(`${row.id} waits for ${row.occurrence}, and its ${number} is ${state}`);
      }
    }
  }

  async function readNews() {
    const all = await db.selectFrom('news').select(['kind', 'subject']).execute();
    return new Set(
      all.map(({ kind, subject }) => {
        const [, id, , at] = subject.split(' ');
        return `${kind} ${id} ${at}`;
      }),
    );
  }

  const openOnes = async () => {
    const all = await Promise.all(ids.map((id) => findOrder(db, id)));
    const open = ['waiting', 'releasing', 'needs_you'];
    return all.filter((row) => row !== undefined).filter(({ state }) => open.includes(state));
  };

  return {
    /** The order as it was seen before its last change; null if that was its first. */
    before({ id, revision }: OrderRow): OrderRow | null {
      const all = [...(rows.get(id)?.values() ?? [])];
      return all.findLast((row) => row.revision < revision) ?? null;
    },
    add(id: string) {
      ids.push(id);
      learn(id);
    },
    skipped(seen: OrderRow, number: number, changed: OrderRow) {
      expectNext(seen, changed);
      numbersOf(skippedOf, seen.id).add(number);
      counts.skipped += 1;
      if (changed.state === 'stopped') stoppedFrom.set(seen.id, number);
    },
    paused(seen: OrderRow, changed: OrderRow) {
      if (changed.revision === seen.revision) return;
      expectNext(seen, changed);
      pausedFrom.set(seen.id, changed.occurrence);
      counts.pauses += 1;
    },
    wentOn(seen: OrderRow, changed: OrderRow) {
      if (changed.revision === seen.revision) return;
      expectNext(seen, changed);
      passOver(seen.id, seen.occurrence, changed.occurrence);
      pausedFrom.delete(seen.id);
    },
    edited(seen: OrderRow, changed: OrderRow) {
      expectNext(seen, changed);
      if (pausedFrom.has(seen.id)) passOver(seen.id, seen.occurrence, changed.occurrence);
      pausedFrom.delete(seen.id);
      counts.edits += 1;
      // Other days, also from the first one on: what was skipped of the old ones is no day any more.
      if (changed.first_day === seen.first_day) return;
      const left = [...numbersOf(skippedOf, seen.id)].filter((number) => number < seen.occurrence);
      skippedOf.set(seen.id, new Set(left));
    },
    resumed(seen: OrderRow, changed: OrderRow) {
      expectNext(seen, changed);
      counts.resumes += 1;
    },
    stopped(seen: OrderRow, changed: OrderRow) {
      // A repeated press is answered with what it did.
      if (!stoppedFrom.has(seen.id)) counts.stops += 1;
      expectNext(seen, changed);
      stoppedFrom.set(seen.id, changed.occurrence);
    },
    async check() {
      expectUnique(posts);
      await checkSends();
      const news = await readNews();
      for (const id of ids) {
        const row = await findOrder(db, id);
        if (!row) continue;
        if (stoppedFrom.has(id) && row.state !== 'stopped') throw new Error(`${id} was stopped`);
        await checkLost(row, news);
        const skipped = await db
          .selectFrom('order_releases')
          .select('occurrence')
          .where('order_id', '=', id)
          .where('state', '=', 'skipped')
          .orderBy('occurrence')
          .execute();
        checkRevision(
          row,
          skipped.map(({ occurrence }) => occurrence),
        );
      }
    },
    open: openOnes,
    /** Throws if an order still waits for its time, or for an answer that never comes. */
    async expectEnded() {
      for (const { id, state, waits_for, reason } of await openOnes()) {
        // Paused, with no day left to go on with.
        if (state === 'waiting' && waits_for === 'person') continue;
        throw new Error(`${id} is ${state} for ever: ${reason}`);
      }
      const all = await Promise.all(ids.map((id) => findOrder(db, id)));
      const outcomes = await db.selectFrom('order_releases').select(['state', 'reason']).execute();
      const asks = await db
        .selectFrom('news')
        .select('number')
        .where('kind', '=', 'order-asks')
        .execute();
      counts.orders += all.filter((row) => row !== undefined).length;
      counts.missed += outcomes.filter(({ state }) => state === 'missed').length;
      counts.asked += asks.length;
      counts.sends += sent.size;
      counts.posts += posts.length;
    },
  };
}
