import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// A test that sleeps is slow on an idle machine and flaky on a busy one. Use fake timers
// (test/support/fake-timers.ts, vi.useFakeTimers), or wait for a visible result (expect.poll, eventually).

const sleep = /\bsetTimeout\(|\bsetInterval\(|node:timers\/promises|waitForTimeout|Atomics\.wait/;

/** The specs that need real time, and why. */
const allowed: Record<string, string> = {
  'bff/ledger/store/sturdy-dialect.spec.ts':
    'checks that the event loop keeps running while a file is locked',
  'bff/orders/approval-races.spec.ts': 'uses setImmediate only',
  'bff/routes/slow-clients.spec.ts': 'a client that sends its bytes slowly',
  'bff/service/fake-token-service.ts': 'answers after 50 ms of fake time',
  'bff/service/http.spec.ts': 'a service that sends its bytes slowly',
  'bff/service/token.spec.ts': 'uses fake timers only',
  'bff/service/with-timeout.spec.ts': 'uses setImmediate only',
  'development.spec.ts': 'waits between two saves of a file, as an editor does',
  'faults/kill.spec.ts': 'kills a process at a random moment',
  'faults/kill-orders.spec.ts': 'kills a process at a random moment',
  'faults/restore.spec.ts': 'kills a process at a random moment',
  'faults/lost-connections.spec.ts': 'waits between two lost connections, while calls continue',
  'journeys/early-typing.spec.ts': 'a person who types at some pace while scripts load',
  'journeys/quote-press.spec.ts': 'a person who pauses between two steps',
  'journeys/recipients.spec.ts': 'scrolls in steps until a row is in view',
  'journeys/transfers-list.spec.ts':
    'waits for the end of a scroll, for which Chromium has no event',
  'security/checks/browser.ts': 'a page with an event stream is never idle',
  'security/raw.ts': 'a client that sends its bytes slowly',
  'screenshots/run.ts': 'waits until Chromium has painted a resized window',
  'screenshots/browser.ts': 'waits until a page stops changing',
  'screenshots/fixtures.ts': 'polls until a send is unresolved',
  'support/event-source.ts': 'the delay of EventSource before it reconnects',
  'support/hydrated.ts': 'waits until Chromium is idle',
  'support/page-translator.ts': 'a translation takes a moment',
  'support/postgres-server.ts': 'polls until PostgreSQL is ready',
};

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  // Benchmarks measure real time.
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('bench/'))
  .filter((path) => path !== 'no-sleep.spec.ts');
const sleepers = files.filter((path) => sleep.test(readFileSync(`test/${path}`, 'utf8')));

test('no spec sleeps, except those listed with a reason', () => {
  expect(files.length).toBeGreaterThan(200);
  expect(sleepers.sort()).toEqual(Object.keys(allowed).sort());
});

test('no spec gives up after a second, as Vitest does by itself: `eventually` is patient', () => {
  const impatient = files.filter((path) =>
    /\bvi\.wait(For|Until)\(/.test(readFileSync(`test/${path}`, 'utf8')),
  );
  expect(impatient).toEqual(['support/eventually.ts']);
});
