import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { openStream } from '../support/event-stream.ts';
import { startProcess } from '../support/giro-process.ts';
import { isListTransfers } from '../support/holding-proxy.ts';
import { asShown } from '../support/recipients.ts';
import { addAccountDirectly } from '../support/service-account.ts';
import { withStore } from './bench-stores.ts';
import { environmentOf, type Person, signedIn } from './measured-giro.ts';
import { type Line, median } from './section.ts';

const counts = [1, 3];
const watchersOfEach = 200;
const streamsOfPerson = 8;
const transfers = 10_000;
const sends = 10;
const watchedForMs = 60_000;

/** Measures 1 and 3 instances on one PostgreSQL, with 200 open pages at each. */
export async function instances(): Promise<Line[]> {
  const lines: Line[] = [];
  for (const count of counts) {
    lines.push(...(await withStore('PostgreSQL', (database) => measure(database, count))));
  }
  return lines;
}

async function measure(database: string, count: number): Promise<Line[]> {
  const sandbox = createSandbox({ transfers, scenarios: false });
  const listening = await sandbox.listen();
  const account = await addAccountDirectly(sandbox, listening.url);
  const service = {
    ...{ baseUrl: listening.url, clientId: sandbox.client_id },
    ...{ clientSecret: sandbox.client_secret, stop: () => {} },
  };
  const support = Array.from(
    { length: Math.ceil(watchersOfEach / streamsOfPerson) },
    (): Person => {
      return { role: 'support' };
    },
  );
  const [payer = '', ...watchers] = await signedIn(database, [
    { role: 'sender', recipients: [account] },
    ...support,
  ]);
  const started = await Promise.all(
    Array.from({ length: count }, () => startProcess(environmentOf(service, database))),
  );
  try {
    // The first list, so that it is not part of what is measured.
    for (const giro of started) {
      const { status } = await giro.call('GET', '/api/transfers', undefined, {
        cookie: watchers[0],
      });
      if (status !== 200) throw new Error(`no transfers: ${status}`);
    }
    const pages = await Promise.all(started.map(({ url }) => openPages(url, watchers)));
    const before = sandbox.requests.length;
    await pause(watchedForMs);
    const requests = sandbox.requests.slice(before);
    const lists = requests.filter(({ method, path }) => isListTransfers(method, path)).length;
    const [first] = started;
    if (!first) throw new Error('no instance');
    const call: typeof first.call = (method, path, body, headers) =>
      first.call(method, path, body, { cookie: payer, ...headers });
    const told = pages.map((): number[] => []);
    for (let turn = 0; turn < sends; turn += 1) {
      const body = await asShown(
        { call },
        {
          ...{ destination_account_id: account, source_amount_cents: String(100_000 + turn) },
          ...{ source_amount_currency: 'USD', destination_amount_currency: 'COP' },
        },
      );
      const key = { 'idempotency-key': randomUUID() };
      const answer = await call('POST', '/api/transfers', body, key);
      const sent = performance.now();
      const { id } = z.parse(z.object({ id: z.string() }), answer.body);
      await Promise.all(
        pages.map(async (streams, place) => {
          await Promise.all(
            streams.map((one) => one.until(() => one.named('transfer').some(isOf(id)))),
          );
          told[place]?.push(performance.now() - sent);
        }),
      );
    }
    for (const stream of pages.flat()) stream.drop();
    const of = `${count} ${count === 1 ? 'instance' : 'instances'}, ${watchersOfEach} pages each`;
    return [
      {
        what: `requests to the service a minute, ${of}`,
        value: `${(requests.length * 60_000) / watchedForMs}, ${lists} of them the list`,
      },
      {
        what: `from the answer of a send at the first to all pages of each, ${of}`,
        value: told.map((times) => `${median(times).toFixed(1)} ms`).join(' / '),
      },
    ];
  } finally {
    await Promise.all(started.map((giro) => giro.kill()));
    await listening.close();
  }
}

const changed = z.object({ id: z.string() });
const isOf = (id: string) => (event: { data: unknown }) =>
  z.safeParse(changed, event.data).data?.id === id;

const openPages = (url: string, cookies: readonly string[]) =>
  Promise.all(
    Array.from({ length: watchersOfEach }, (_, index) =>
      openStream(url, cookies[index % cookies.length]?.split('=')[1] ?? ''),
    ),
  );
