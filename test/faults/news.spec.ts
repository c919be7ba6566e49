import { copyFileSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import type * as z from 'zod/mini';
import { addNews } from '../../src/bff/ledger/news/news.ts';
import { writeNewsSettings } from '../../src/bff/ledger/news/news-settings.ts';
import { addPushDevice } from '../../src/bff/ledger/news/push-devices.ts';
import { findUserByEmail } from '../../src/bff/ledger/people/users.ts';
import { openLedger } from '../../src/bff/ledger/store/ledger.ts';
import { defaultChoices, type Sink } from '../../src/contract/api/news.ts';
import { hiddenTabHeader } from '../../src/contract/api/paths.ts';
import type { SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { someOf } from '../support/at-length.ts';
import { callerWith, cookieFor, type GiroProcess, startProcess } from '../support/giro-process.ts';
import { startMailServer } from '../support/mail-server.ts';
import type { newsProcess } from '../support/news-process.ts';
import { startPushService } from '../support/push-service.ts';
import { asShown } from '../support/recipients.ts';
import { createSenderFixture, sender, transferTo } from '../support/sender-fixture.ts';
import { type Store, sqlite, stores } from '../support/stores.ts';

/** A service, a store with a person who has a device, a mail server, a push service, and processes over them. */
async function createFixture(store: Store, options: SandboxOptions = {}, leaseMs = 2_000) {
  const fixture = await createSenderFixture(store, { scenarios: false, ...options });
  const mail = await startMailServer();
  const push = await startPushService();
  const db = await openLedger(fixture.databaseUrl);
  const started: GiroProcess[] = [];
  onTestFinished(async () => {
    for (const giro of started) await giro.kill();
    await db.destroy();
    await mail.stop();
    await push.close();
    await fixture.close();
  });
  const person = await findUserByEmail(db, sender.email);
  if (!person) throw new Error('no sender');
  const { id: user_id } = person;
  const now = () => new Date().toISOString();
  const device = push.subscribe('/phone');
  const { endpoint, keys } = device.subscription;
  await addPushDevice(db, { user_id, session_hash: 's', endpoint, ...keys }, now());
  const settings: z.infer<typeof newsProcess> = {
    ...{ pushHost: push.host, pushCertificate: push.certificate, leaseMs },
  };

  return {
    ...{ ...fixture, db, mail, push, device },
    async start() {
      const env = {
        ...fixture.env,
        SMTP_URL: `smtp://127.0.0.1:${mail.state.port}`,
        MAIL_FROM: 'news@giro.example',
      };
      const program = ['test/support/news-process.ts', JSON.stringify(settings)];
      const giro = await startProcess(env, '', program);
      started.push(giro);
      return giro;
    },
    completed: (transfer: string) =>
      addNews(db, [{ user_id, kind: 'completed', subject: `transfer ${transfer}` }], now()),
    /** Mails of a transfer, with their Message-ID. */
    mailed: (transfer: string) =>
      mail.received
        .filter(({ raw }) => raw.includes(`Transfer ${transfer} is completed.`))
        .map(({ headers }) => headers.get('message-id')),
    /** Notifications of a transfer, with their tag. */
    pushed: (transfer: string) =>
      device.messages().flatMap(({ tag, url }) => (url === `/transfers/${transfer}` ? [tag] : [])),
    /** The person wants to be told by this way alone. */
    wants: (sink: Sink) =>
      writeNewsSettings(db, user_id, {
        choices: JSON.stringify({
          ...defaultChoices,
          transfers: { mail: sink === 'mail', push: sink === 'push' },
        }),
      }),
    told: () => expect.poll(() => unfinished(db), { timeout: 60_000 }).toEqual([]),
  };
}

/** Subjects that were not told yet by all their ways. */
async function unfinished(db: Awaited<ReturnType<typeof openLedger>>) {
  const rows = await db
    .selectFrom('news')
    .leftJoin('deliveries', 'deliveries.news_number', 'news.number')
    .select(['subject', 'planned_at', 'sink', 'done_at'])
    .execute();
  return rows.filter(({ planned_at, done_at }) => planned_at === null || done_at === null);
}

/** Locks the deliveries, so that a process waits just before it notes one. Returns the unlock. */
async function lockDeliveries(databaseUrl: string): Promise<() => Promise<void>> {
  if (databaseUrl.startsWith('sqlite:')) {
    const database = new DatabaseSync(databaseUrl.slice('sqlite:'.length), { timeout: 2_000 });
    database.exec('begin immediate');
    return async () => database.close();
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin; lock table deliveries in share mode');
  return () => client.end();
}

type Fixture = Awaited<ReturnType<typeof createFixture>>;
type Step = {
  name: string;
  hold: (fixture: Fixture, kill: () => void) => void;
  sink: Sink;
  /** How often it was sent in the end: twice where the kill hid that it had been. */
  sent: 1 | 2;
};

const never = () => new Promise<never>(() => {});
/** What a tab shows that nobody looks at is told all the same. */
const unseen = { [hiddenTabHeader]: '1' };
let unlock = async () => {};

const steps: readonly Step[] = [
  {
    name: 'a push message before its answer',
    hold({ push }, kill) {
      push.state.status = () => {
        kill();
        return never();
      };
    },
    sink: 'push',
    sent: 2,
  },
  {
    name: 'a push message after its answer, before it is noted',
    hold({ push, databaseUrl }, kill) {
      push.state.status = async () => {
        unlock = await lockDeliveries(databaseUrl);
        return 201;
      };
      push.state.answered = kill;
    },
    sink: 'push',
    sent: 2,
  },
  {
    name: 'a mail that is claimed, before the server greets',
    hold({ mail }, kill) {
      mail.state.reached = (step) => {
        if (step !== 'connected') return;
        kill();
        return never();
      };
    },
    sink: 'mail',
    sent: 1,
  },
  {
    name: 'a mail after its data, before the answer 250',
    hold({ mail }, kill) {
      mail.state.reached = (step) => {
        if (step !== 'taken') return;
        kill();
        return never();
      };
    },
    sink: 'mail',
    sent: 2,
  },
  {
    name: 'a mail after the answer 250, before it is noted',
    hold({ mail, databaseUrl }, kill) {
      let isTaken = false;
      mail.state.reached = async (step) => {
        if (step === 'taken') {
          unlock = await lockDeliveries(databaseUrl);
          isTaken = true;
        }
        // The client closes the connection once it has read the answer. The mail before may close its own late.
        if (step === 'closed' && isTaken) kill();
      };
    },
    sink: 'mail',
    sent: 2,
  },
];

/** Kills the process once it has reached the step. */
async function killAt(fixture: Fixture, step: Step, giro: GiroProcess) {
  const { mail, push } = fixture;
  const reached = Promise.withResolvers<void>();
  step.hold(fixture, reached.resolve);
  await fixture.wants(step.sink);
  await fixture.completed(String(1_000 + steps.indexOf(step)));
  await reached.promise;
  await giro.kill();
  await unlock();
  unlock = async () => {};
  mail.state.reached = () => {};
  push.state.status = () => 201;
  push.state.answered = () => {};
}

describe.each(stores())('news on $name', (store) => {
  test('is told once as the person sees it, wherever the process is killed', {
    timeout: 180_000,
  }, async () => {
    const fixture = await createFixture(store);
    let giro = await fixture.start();
    for (const step of someOf(steps, 3)) {
      await killAt(fixture, step, giro);
      giro = await fixture.start();
      await fixture.told();
      const transfer = String(1_000 + steps.indexOf(step));
      const sent = { mail: fixture.mailed(transfer), push: fixture.pushed(transfer) };
      const other = step.sink === 'mail' ? 'push' : 'mail';
      expect(sent[step.sink], step.name).toHaveLength(step.sent);
      expect(sent[other]).toEqual([]);
      // The same id each time, by which a repeat is not shown.
      expect(new Set(sent[step.sink]).size).toBe(1);
    }
  });

  test('is told once by two processes', { timeout: 120_000 }, async () => {
    const fixture = await createFixture(store, {}, 60_000);
    await Promise.all([fixture.start(), fixture.start()]);
    const transfers = Array.from({ length: 12 }, (_, index) => String(2_000 + index));
    await Promise.all(transfers.map((one) => fixture.completed(one)));
    await fixture.told();
    const sent = transfers.map((one) => [fixture.mailed(one).length, fixture.pushed(one).length]);
    expect(sent).toEqual(transfers.map(() => [1, 1]));
  });

  test('waits for a mail server that hangs, and neither a send nor an observation does', {
    timeout: 120_000,
  }, async () => {
    const fixture = await createFixture(store, { assigned_after_ms: 500, settled_after_ms: 1_000 });
    const { mail, completed, mailed, pushed, db } = fixture;
    const hung = Promise.withResolvers<void>();
    const greeting = Promise.withResolvers<void>();
    mail.state.reached = (step) => {
      if (step !== 'connected') return;
      hung.resolve();
      return greeting.promise;
    };
    const giro = await fixture.start();
    await completed('3000');
    await hung.promise;
    const id = await send(fixture, giro);
    const observed = () =>
      db.selectFrom('news').select('subject').where('kind', '=', 'completed').execute();
    await expect.poll(observed, { timeout: 30_000 }).toContainEqual({ subject: `transfer ${id}` });
    // Nor does a notification of it.
    await expect.poll(() => pushed(id), { timeout: 30_000 }).toHaveLength(1);
    expect(mail.received).toEqual([]);
    mail.state.reached = () => {};
    greeting.resolve();
    await fixture.told();
    expect([mailed('3000').length, mailed(id).length]).toEqual([1, 1]);
  });
});

/** Sends money, and has the process read the list of transfers from then on. Answers the transfer's number. */
async function send({ account_id }: Fixture, giro: GiroProcess): Promise<string> {
  const caller = callerWith(giro, await cookieFor(giro, sender));
  const body = await asShown(caller, transferTo(account_id, 1_000));
  const key = { 'idempotency-key': crypto.randomUUID() };
  const { status, body: made } = await caller.call('POST', '/api/transfers', body, key);
  expect(status).toBe(201);
  await caller.call('GET', '/api/transfers', undefined, unseen);
  return idOf(made);
}

const idOf = (made: unknown) =>
  typeof made === 'object' && made !== null && 'id' in made ? String(made.id) : '';

test('news on SQLite that a restored copy of the ledger tells again is not seen twice', {
  timeout: 120_000,
}, async () => {
  const clock = { time: Date.now(), now: () => clock.time };
  const fixture = await createFixture(sqlite, { clock });
  const first = await fixture.start();
  const id = await send(fixture, first);
  const file = fixture.databaseUrl.slice('sqlite:'.length);
  const copy = `${file}.copy`;
  const live = new DatabaseSync(file);
  live.exec(`vacuum into '${copy}'`);
  live.close();
  clock.time += 60_000;
  await expect.poll(() => fixture.mailed(id).length, { timeout: 30_000 }).toBe(1);
  await fixture.told();
  await first.kill();
  await fixture.db.destroy();
  for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
  copyFileSync(copy, file);

  const second = await fixture.start();
  const caller = callerWith(second, await cookieFor(second, sender));
  await caller.call('GET', '/api/transfers', undefined, unseen);
  await expect.poll(() => fixture.mailed(id).length, { timeout: 30_000 }).toBe(2);
  await expect.poll(() => fixture.pushed(id).length).toBe(2);
  expect(new Set(fixture.mailed(id)).size).toBe(1);
  expect(new Set(fixture.pushed(id)).size).toBe(1);
});
