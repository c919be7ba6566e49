import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Viewer } from '../../../src/bff/auth/viewer.ts';
import { type LedgerDb, openLedger } from '../../../src/bff/ledger/ledger.ts';
import { own } from '../../../src/bff/ledger/owners.ts';
import { addUser } from '../../../src/bff/ledger/users.ts';
import { silentLog } from '../../../src/bff/service/log.ts';
import { createLive, type Live } from '../../../src/bff/tracking/live.ts';
import type { ReadNews } from '../../../src/bff/tracking/transfer-book.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
import { row } from './rows.ts';

let db: LedgerDb;
let live: Live;
let me: string;
let read: (news: ReadNews) => void;
let watching: number;
let clock: number;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  db = await openLedger('sqlite::memory:');
  const person = {
    email: 'a@giro.example',
    name: '',
    role: 'sender',
    password_hash: null,
  } as const;
  me = (await addUser(db, person, '2026-01-01T00:00:00Z'))?.id ?? '';
  watching = 0;
  clock = 0;
  const tracking = {
    asOf: () => ({ as_of: '2026-01-01T12:00:00.000Z', service: 'ok' }) as const,
    onRead(listener: typeof read) {
      read = listener;
    },
    watch() {
      watching += 1;
      return () => {
        watching -= 1;
      };
    },
  };
  const recipients = { current: async () => new Map(), known: () => new Map() };
  live = createLive({ tracking, recipients, db, now: () => clock, log: silentLog });
});
afterEach(async () => {
  live.close();
  vi.useRealTimers();
  await db.destroy();
});

function join(canSee: Viewer['canSee'], user_id = me, after?: string) {
  const texts: string[] = [];
  const page = { stays: true, fails: false, ended: false, looks: 0 };
  const leave = live.join(
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
  const told = () =>
    texts.flatMap((text) => {
      const name = /^event: (transfer|reset)$/m.exec(text)?.[1];
      return name ? [`${name} ${/"id":"(\d+)"/.exec(text)?.[1] ?? ''}`.trim()] : [];
    });
  return { page, texts, told, leave };
}

/** A read that brings these, told to the end. */
async function brings(changed: Transfer[], removed = 0) {
  const probe = join('everything', `probe ${Math.random()}`);
  const before = probe.texts.length;
  read({ changed, removed, readAt: Date.now() });
  await vi.waitFor(() => expect(probe.texts.slice(before).join('')).toContain('event: as_of'));
  probe.leave();
}

test('a transfer whose owner is known later is told to them then', async () => {
  const [mine, team, all] = [join('own'), join('team', 'another'), join('everything', 'help')];
  await brings([row('7')]);
  expect([mine.told(), team.told(), all.told()]).toEqual([[], [], ['transfer 7']]);
  await own(db, 'transfer', '7', me, '2026-01-01T00:00:00Z');
  await brings([]);
  expect(mine.told()).toEqual(['transfer 7']);
  expect(team.told()).toEqual(['transfer 7']);
  await brings([]);
  await brings([row('7', { state: 'assigned' })]);
  expect(mine.told()).toEqual(['transfer 7', 'transfer 7']);
});

test('who resumes is told what they may see, and nothing twice', async () => {
  await own(db, 'transfer', '7', me, '2026-01-01T00:00:00Z');
  await brings([row('6')]);
  const after = live.eventId();
  await brings([row('7'), row('8')]);
  expect(join('own', me, after).told()).toEqual(['transfer 7']);
  expect(join('everything', me, after).told()).toEqual(['transfer 7', 'transfer 8']);
  expect(join('everything', me, live.eventId()).told()).toEqual([]);
});

test.each([
  ['rows that are gone', [], 1],
  ['more changes than are worth telling', Array.from({ length: 501 }, (_, id) => row(`${id}`)), 0],
])('after %s a page is to read again', async (_what, changed, removed) => {
  const before = live.eventId();
  const page = join('own');
  await brings(changed, removed);
  expect(page.told()).toEqual(['reset']);
  expect(join('own', me, before).told()).toEqual(['reset']);
  expect(join('own', me, live.eventId()).told()).toEqual([]);
});

test('a page that says nothing is kept alive, and watched only while it is there', () => {
  const { texts, leave } = join('own');
  const before = texts.length;
  vi.advanceTimersByTime(45_000);
  expect(texts.slice(before)).toEqual([':\n\n', ':\n\n', ':\n\n']);
  expect(watching).toBe(1);
  leave();
  expect(watching).toBe(0);
});

test('a session that ended elsewhere ends its page within a minute', async () => {
  const [mine, other] = [join('own'), join('own', 'another')];
  mine.page.stays = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([mine.page.ended, other.page.ended]).toEqual([true, false]);
  live.close();
  expect(other.page.ended).toBe(true);
});

test('a session that ended elsewhere is told of nothing that happens from 5 s on', async () => {
  const [mine, other] = [join('everything'), join('everything', 'another')];
  mine.page.stays = false;
  clock = 4_999;
  await brings([row('7')]);
  clock = 5_000;
  await brings([row('8')]);
  expect([mine.told(), other.told()]).toEqual([['transfer 7'], ['transfer 7', 'transfer 8']]);
  expect([mine.page.ended, other.page.ended]).toEqual([true, false]);
  clock = 9_999;
  await brings([row('9')]);
  expect(other.page.looks).toBe(1);
});

test('while sessions can not be looked at a page is told of nothing but to read again', async () => {
  const page = join('everything');
  page.page.fails = true;
  clock = 5_000;
  read({ changed: [row('7')], removed: 0, readAt: Date.now() });
  await vi.waitFor(() => expect(page.told()).toEqual(['reset']));
  expect(page.page.ended).toBe(false);
});
