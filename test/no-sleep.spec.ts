import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// A test that sleeps is slow on a quiet machine and wrong on a busy one: let time pass by a clock of the
// test's (test/support/fake-timers.ts, vi.useFakeTimers), or wait for what can be seen (expect.poll, waitFor).

const sleep = /\bsetTimeout\(|\bsetInterval\(|node:timers\/promises|waitForTimeout|Atomics\.wait/;

/** Where real time has to pass, and why. */
const allowed: Record<string, string> = {
  'bff/ledger/sturdy-dialect.spec.ts': 'whether the loop turns while a file is held',
  'bff/routes/slow-clients.spec.ts': 'a client that drips its bytes',
  'bff/service/fake-token-service.ts': 'answers after 50 ms of the fake timers of its specs',
  'bff/service/http.spec.ts': 'a service that drips its bytes',
  'bff/service/token.spec.ts': 'all of it under fake timers',
  'bff/service/with-timeout.spec.ts': 'setImmediate, no time',
  'development.spec.ts': 'between two saves of a file, as an editor makes them',
  'faults/kill.spec.ts': 'a kill at a random moment of a process',
  'faults/lost-connections.spec.ts': 'between two losses of the store, while calls go on',
  'journeys/quote-press.spec.ts': 'a person who waits between two steps',
  'journeys/recipients.spec.ts': 'between two turns of a wheel, until a row is in view',
  'journeys/transfers-list.spec.ts':
    'until a scroll of Chromium stands still, which tells no event',
  'security/checks/browser.ts': 'a page with a stream of events is never idle',
  'security/raw.ts': 'a client that drips its bytes',
  'screenshots/run.ts': 'until Chromium has drawn a window that has grown',
  'screenshots/browser.ts': 'until a page stands still',
  'screenshots/fixtures.ts': 'between two questions whether a sending is unresolved',
  'support/event-source.ts': "an EventSource's own wait before it connects again",
  'support/postgres-server.ts': 'between two questions whether PostgreSQL is ready',
};

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  // Benchmarks measure real time.
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('bench/'))
  .filter((path) => path !== 'no-sleep.spec.ts');
const sleepers = files.filter((path) => sleep.test(readFileSync(`test/${path}`, 'utf8')));

test('no spec sleeps, but where its reason is written here', () => {
  expect(files.length).toBeGreaterThan(200);
  expect(sleepers.sort()).toEqual(Object.keys(allowed).sort());
});
