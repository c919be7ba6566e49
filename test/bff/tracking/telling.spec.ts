import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Viewer } from '../../../src/bff/auth/viewer.ts';
import { own } from '../../../src/bff/ledger/people/owners.ts';
import { addUser } from '../../../src/bff/ledger/people/users.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { silentLog } from '../../../src/bff/service/log.ts';
import { createLive, type Live } from '../../../src/bff/tracking/live.ts';
import { createTracking, type LiveTracking } from '../../../src/bff/tracking/tracking.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
import { eventually } from '../../support/eventually.ts';
import { openTestLedger } from '../../support/stores.ts';
import { accounts, answerOf, row } from './rows.ts';

let db: LedgerDb;
let live: Live;
let tracking: LiveTracking;
let me: string;
let listed: Map<string, Transfer>;
let watching: number;
let clock: number;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  db = await openTestLedger();
  const person = {
    email: 'a@giro.example',
    name: '',
    role: 'sender',
    password_hash: null,
  } as const;
  me = (await addUser(db, person, '2026-01-01T00:00:00Z'))?.id ?? '';
  [watching, clock, listed] = [0, 0, new Map()];
  const client = {
    listTransfersText: async () => answerOf([...listed.values()]),
    showTransfer: async (id: string) => listed.get(id) ?? row(id),
  };
  // The first list is no news.
  tracking = createTracking({ client, db, now: () => Date.now() });
  await tracking.current();
  live = liveOf(tracking);
});
afterEach(async () => {
  live.close();
  await tracking.close();
  vi.useRealTimers();
  await db.destroy();
});

function liveOf(of: LiveTracking): Live {
  const watch = () => {
    watching += 1;
    return () => {
      watching -= 1;
    };
  };
  const recipients = { current: async () => new Map(), known: () => new Map() };
  return createLive({
    ...{ tracking: { ...of, watch }, recipients },
    ...{ db, now: () => clock, log: silentLog },
  });
}

async function join(canSee: Viewer['canSee'], user_id = me, after?: string, at = live) {
  const texts: string[] = [];
  const page = { stays: true, fails: false, ended: false, looks: 0 };
  const leave = at.join(
    {
      user_id,
      canSee,
      session: 'session',
      write: (text) => void texts.push(text),
      end() {
        page.ended = true;
        leave();
      },
      async mayStay() {
        page.looks += 1;
        if (page.fails) throw new Error('the store is away');
        return page.stays;
      },
    },
    after,
  );
  await eventually(() => expect(texts.at(-1)).toContain('event: as_of'));
  const written = () =>
    texts
      .join('')
      .split('\n\n')
      .flatMap((text) => {
        const name = /^event: (transfer|reset)$/m.exec(text)?.[1];
        return name ? [`${name} ${/"id":"(\d+)"/.exec(text)?.[1] ?? ''}`.trim()] : [];
      });
  return { page, texts, written, leave };
}

function list(changed: Transfer[], removed: string[]) {
  for (const one of changed) listed.set(one.id, one);
  for (const id of removed) listed.delete(id);
}

/** Publishes a read with these changes, and waits until it is written to every stream. */
async function publish(changed: Transfer[], removed: string[] = []) {
  const probe = await join('everything', `probe ${Math.random()}`);
  const before = probe.texts.length;
  list(changed, removed);
  await tracking.list(0, accounts);
  await eventually(() => expect(probe.texts.slice(before).join('')).toContain('event: as_of'));
  probe.leave();
}

test('writes a change to its owner once the owner is known', async () => {
  const [mine, team] = [await join('own'), await join('team', 'another')];
  const all = await join('everything', 'help');
  await publish([row('7')]);
  expect([mine.written(), team.written(), all.written()]).toEqual([[], [], ['transfer 7']]);
  await own(db, 'transfer', '7', me, new Date().toISOString());
  await publish([]);
  expect(mine.written()).toEqual(['transfer 7']);
  expect(team.written()).toEqual(['transfer 7']);
  expect(all.written()).toEqual(['transfer 7']);
  await publish([]);
  await publish([row('7', { state: 'assigned' })]);
  expect(mine.written()).toEqual(['transfer 7', 'transfer 7']);
});

test('writes only visible missed events to a resumed stream, each once', async () => {
  await own(db, 'transfer', '7', me, '2026-01-01T00:00:00Z');
  await publish([row('6')]);
  const after = live.eventId();
  await publish([row('7'), row('8')]);
  expect((await join('own', me, after)).written()).toEqual(['transfer 7']);
  expect((await join('everything', me, after)).written()).toEqual(['transfer 7', 'transfer 8']);
  expect((await join('everything', me, live.eventId())).written()).toEqual([]);
});

test('resumes at another instance and after a restart, without a gap or a repeat', async () => {
  await publish([row('6')]);
  const after = live.eventId();
  await publish([row('7'), row('8')]);
  const client = { listTransfersText: vi.fn(), showTransfer: vi.fn() };
  const other = createTracking({ client, db, now: () => Date.now(), alone: false });
  onTestFinished(() => other.close());
  const there = liveOf(other);
  onTestFinished(there.close);
  // This instance has not read anything yet, and then knows less than the stream that comes.
  const page = await join('everything', me, after, there);
  expect(page.written()).toEqual(['transfer 7', 'transfer 8']);
  await publish([row('9')]);
  const next = await join('everything', 'another', live.eventId(), there);
  await other.follow();
  await eventually(() => expect(page.written()).toContain('transfer 9'));
  expect(page.written()).toEqual(['transfer 7', 'transfer 8', 'transfer 9']);
  expect(next.written()).toEqual([]);
  expect(there.eventId()).toBe(live.eventId());
});

test.each([
  ['of another ledger', 'another.0'],
  ['from the future', null],
  ['without a number', ''],
])('resets a stream that resumes after an event %s', async (_what, id) => {
  const after = id ?? `${live.eventId()}9`;
  expect((await join('everything', me, after)).written()).toEqual(['reset']);
});

test.each([
  ['removed rows', [], ['1']],
  ['more than 500 changes', Array.from({ length: 501 }, (_, id) => row(`${id + 10}`)), []],
])('resets all streams after %s', async (_what, changed, removed) => {
  await publish([row('1')]);
  const before = live.eventId();
  const page = await join('own');
  await publish(changed, removed);
  expect(page.written()).toEqual(['reset']);
  expect((await join('own', me, before)).written()).toEqual(['reset']);
  expect((await join('own', me, live.eventId())).written()).toEqual([]);
});

test('keeps a quiet stream alive, and watches the list only while one is open', async () => {
  const { texts, leave } = await join('own');
  const before = texts.length;
  vi.advanceTimersByTime(45_000);
  expect(texts.slice(before)).toEqual([':\n\n', ':\n\n', ':\n\n']);
  expect(watching).toBe(1);
  leave();
  expect(watching).toBe(0);
});

test('ends the stream of a session that ended elsewhere within a minute', async () => {
  const [mine, other] = [await join('own'), await join('own', 'another')];
  mine.page.stays = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([mine.page.ended, other.page.ended]).toEqual([true, false]);
  live.close();
  expect(other.page.ended).toBe(true);
});

test('writes nothing to a session that ended elsewhere more than 5 s ago', async () => {
  const [mine, other] = [await join('everything'), await join('everything', 'another')];
  mine.page.stays = false;
  clock = 4_999;
  await publish([row('7')]);
  clock = 5_000;
  await publish([row('8')]);
  expect([mine.written(), other.written()]).toEqual([['transfer 7'], ['transfer 7', 'transfer 8']]);
  expect([mine.page.ended, other.page.ended]).toEqual([true, false]);
  clock = 9_999;
  await publish([row('9')]);
  expect(other.page.looks).toBe(1);
});

test('writes only a reset while sessions can not be checked', async () => {
  const page = await join('everything');
  page.page.fails = true;
  clock = 5_000;
  list([row('7')], []);
  await tracking.list(0, accounts);
  await eventually(() => expect(page.written()).toEqual(['reset']));
  expect(page.page.ended).toBe(false);
});
