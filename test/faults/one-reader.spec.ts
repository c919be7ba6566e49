import pg from 'pg';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { openStream } from '../support/event-stream.ts';
import { callerWith, cookieFor, type GiroProcess, startProcess } from '../support/giro-process.ts';
import { isListTransfers, startHoldingProxy } from '../support/holding-proxy.ts';
import { asShown } from '../support/recipients.ts';
import { createSenderFixture, sender, transferTo } from '../support/sender-fixture.ts';
import { type Store, stores } from '../support/stores.ts';

const clock = { time: 0, now: () => clock.time };
const change = z.object({ transfer: z.optional(z.unknown()), id: z.string(), state: z.string() });
const made = z.object({ id: z.string() });
const takeoverMs = 15_000;

/** A service, a store and its sender; each instance has its own way to the service, to count its reads. */
async function createInstances(store: Store, env: Record<string, string> = {}) {
  clock.time = Date.now();
  const fixture = await createSenderFixture(store, { clock });
  const started: { giro: GiroProcess; proxy: Awaited<ReturnType<typeof startHoldingProxy>> }[] = [];
  let cookie = '';
  let amount = 1_000;

  async function start() {
    const proxy = await startHoldingProxy(fixture.env.REMITTANCE_BASE_URL);
    let lists = 0;
    const count = {
      matches: isListTransfers,
      async beforeCall() {
        lists += 1;
      },
    };
    proxy.hold(count);
    const giro = await startProcess({ ...fixture.env, ...env, REMITTANCE_BASE_URL: proxy.url });
    started.push({ giro, proxy });
    cookie ||= await cookieFor(giro, sender);
    return {
      giro,
      lists: () => lists,
      /** Holds the answers of the list until the returned function is called. */
      holdLists() {
        const { promise, resolve } = Promise.withResolvers<void>();
        const held = { ...count, beforeAnswer: () => promise };
        proxy.hold(held);
        return () => {
          proxy.hold(count);
          resolve();
        };
      },
      stream: (lastId?: string) => openStream(giro.url, cookie.split('=')[1] ?? '', lastId),
    };
  }

  return {
    ...fixture,
    start,
    async send({ giro }: { giro: GiroProcess }) {
      const caller = callerWith(giro, cookie);
      amount += 1;
      const body = await asShown(caller, transferTo(fixture.account_id, amount));
      const key = { 'idempotency-key': crypto.randomUUID() };
      const { status, body: answer } = await caller.call('POST', '/api/transfers', body, key);
      expect(status).toBe(201);
      return z.parse(made, answer).id;
    },
    window: async ({ giro }: { giro: GiroProcess }) =>
      (await callerWith(giro, cookie).call('GET', '/api/transfers')).body,
    async close() {
      for (const { giro, proxy } of started) {
        await giro.kill();
        await proxy.close();
      }
      await fixture.close();
    },
  };
}

type Stream = Awaited<ReturnType<typeof openStream>>;
const changesOf = (stream: Stream) =>
  stream.named('transfer').map(({ data }) => {
    const { id, state } = z.parse(change, data);
    return `${id} ${state}`;
  });
const until = (stream: Stream, text: string) =>
  stream.until(() => changesOf(stream).includes(text));

describe.each(stores())(
  'an instance on $name that is killed and started again',
  ({ create, name }) => {
    test('goes on after the last event of a stream, without a gap or a repeat', {
      retry: 0,
    }, async () => {
      const set = await createInstances({ name, create });
      onTestFinished(set.close);
      const first = await set.start();
      const stream = await first.stream();
      const id = await set.send(first);
      await until(stream, `${id} pending`);
      const lastId = stream.lastId();
      const later = await set.send(first);
      await until(stream, `${later} pending`);
      await first.giro.kill();
      clock.time += 5_000;
      const second = await set.start();
      const resumed = await second.stream(lastId);
      await until(resumed, `${later} assigned`);
      expect(resumed.named('reset')).toEqual([]);
      expect(changesOf(resumed)).toEqual(
        [`${later} pending`, `${id} assigned`, `${later} assigned`].filter((one) =>
          changesOf(resumed).includes(one),
        ),
      );
      expect(changesOf(resumed)).not.toContain(`${id} pending`);
      resumed.drop();
    });
  },
);

const shared = stores().find(({ name }) => name === 'PostgreSQL');

describe.skipIf(!shared)('two instances on one PostgreSQL', () => {
  let set: Awaited<ReturnType<typeof createInstances>>;
  let reader: Awaited<ReturnType<typeof set.start>>;
  let other: Awaited<ReturnType<typeof set.start>>;
  let streams: [Stream, Stream];

  beforeEach(async () => {
    if (!shared) throw new Error('no PostgreSQL');
    set = await createInstances(shared);
    reader = await set.start();
    other = await set.start();
    const atReader = await reader.stream();
    await expect.poll(reader.lists).toBeGreaterThan(0);
    streams = [atReader, await other.stream()];
  });
  afterEach(async () => {
    for (const stream of streams) stream.drop();
    await set.close();
  });

  /** Sends at the other instance, which reads the list once for that, and waits for both streams. */
  async function sendAndSee() {
    const id = await set.send(other);
    await Promise.all(streams.map((stream) => until(stream, `${id} pending`)));
    return id;
  }

  test('have one reader, and both tell each change', { retry: 0 }, async () => {
    const id = await sendAndSee();
    const before = other.lists();
    const reads = reader.lists();
    clock.time += 5_000;
    await Promise.all(streams.map((stream) => until(stream, `${id} assigned`)));
    clock.time += 60_000;
    await Promise.all(streams.map((stream) => until(stream, `${id} executed`)));
    expect(reader.lists()).toBeGreaterThan(reads);
    expect(other.lists()).toBe(before);
    expect(streams.map(changesOf)).toEqual([changesOf(streams[0]), changesOf(streams[0])]);
    // A stream that moves from one to the other misses nothing and repeats nothing.
    const moved = await other.stream(streams[0].named('transfer')[0]?.id);
    await until(moved, `${id} executed`);
    expect(changesOf(moved)).toEqual([`${id} executed`]);
    moved.drop();
  });

  test('replace a reader that was killed within 15 s', { retry: 0 }, async () => {
    const id = await sendAndSee();
    const before = other.lists();
    await reader.giro.kill();
    clock.time += 5_000;
    await expect.poll(other.lists, { timeout: takeoverMs }).toBeGreaterThan(before);
    await until(streams[1], `${id} assigned`);
  });

  test('take nothing from a reader that was stopped for longer than its lease', {
    retry: 0,
  }, async () => {
    const id = await sendAndSee();
    const release = reader.holdLists();
    const reads = reader.lists();
    await expect.poll(reader.lists, { timeout: 60_000 }).toBeGreaterThan(reads);
    // The answer that it waits for says 'pending'.
    process.kill(reader.giro.pid, 'SIGSTOP');
    clock.time += 60_000;
    const before = other.lists();
    await expect.poll(other.lists, { timeout: takeoverMs }).toBeGreaterThan(before);
    await until(streams[1], `${id} executed`);
    const told = changesOf(streams[1]);
    release();
    process.kill(reader.giro.pid, 'SIGCONT');
    await until(streams[0], `${id} executed`);
    // What the stopped one had read would bring the earlier state back.
    const reread = other.lists();
    await expect.poll(other.lists, { timeout: 60_000 }).toBeGreaterThan(reread);
    expect(await set.window(reader)).toMatchObject({ items: [{ id, state: 'executed' }] });
    expect(changesOf(streams[1])).toEqual(told);
  });

  test('tell each change also while notices of PostgreSQL are lost', { retry: 0 }, async () => {
    const admin = new pg.Client({ connectionString: set.env.DATABASE_URL });
    await admin.connect();
    const listeners = async () => {
      const { rows } = await admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'giro-listen' and datname = current_database()",
      );
      return rows.length;
    };
    await expect.poll(listeners).toBe(2);
    const id = await sendAndSee();
    clock.time += 5_000;
    await listeners();
    await Promise.all(streams.map((stream) => until(stream, `${id} assigned`)));
    // They listen again.
    await expect.poll(listeners).toBe(2);
    await admin.end();
  });
});
