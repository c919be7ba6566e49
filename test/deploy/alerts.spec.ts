import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { writeHold } from '../../src/bff/ledger/store/holds.ts';
import { createBrowser } from '../support/browser.ts';
import { openStream } from '../support/event-stream.ts';
import { addOverdueOrder } from '../support/orders.ts';
import { evaluate, metricsIn, readRules, readScrape, type Scrape } from '../support/prometheus.ts';
import { addRecipient, sendMoney } from '../support/recipients.ts';
import { startBff } from '../support/start-bff.ts';
import { startLoggedBff } from '../support/start-logged-bff.ts';
import type { Only } from '../support/stores.ts';

// The rules run over the real /metrics of a BFF with the fault, and of a healthy one.

const rules = readRules(readFileSync('deploy/alerts.yml', 'utf8'));
const dashboard = z.parse(
  z.object({
    panels: z.array(
      z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) }),
    ),
  }),
  JSON.parse(readFileSync('deploy/dashboard.json', 'utf8')),
);

type Options = Parameters<typeof startBff>[0];
type App = Parameters<typeof createBrowser>[0];

/** A BFF with a sender, and a Prometheus that reads it every minute. */
async function watched(options: Options = {}) {
  const bff = await startBff(options);
  onTestFinished(() => bff.close());
  const browser = createBrowser(bff.app);
  await browser.signIn('sender');
  return { ...bff, ...readsOf(bff.app), browser };
}

function readsOf(app: App) {
  const scrapes: Scrape[] = [];
  return {
    scrapes,
    async scrape() {
      const { statusCode, body } = await app.inject({ url: '/metrics' });
      scrapes.push(readScrape(statusCode === 200 ? body : null, scrapes.length * 60));
      return body;
    },
  };
}

const firing = (scrapes: readonly Scrape[]) =>
  rules.filter(({ expr }) => evaluate(expr, scrapes).length > 0).map(({ alert }) => alert);

const now = () => new Date().toISOString();

/** A send that was never answered, in this state. */
async function addSend(
  { db }: Pick<Awaited<ReturnType<typeof startBff>>, 'db'>,
  state: 'unconfirmed' | 'unresolved',
) {
  const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const key = crypto.randomUUID();
  await db
    .insertInto('sends')
    .values({
      ...{ key, state, user_id: id, guard_scope: id, body_hash: key },
      ...{ destination_account_id: '1', source_amount_cents: '1' },
      ...{ source_amount_currency: 'USD', destination_amount_currency: 'COP' },
      ...{ known_transfer_ids: '[]', created_at: now(), updated_at: now() },
    })
    .execute();
  return key;
}

const store: Only = { only: 'SQLite', because: 'a pragma or a trigger of SQLite makes the fault' };

/** Makes each fault, and answers what Prometheus has read then. */
const faults: Record<string, () => Promise<readonly Scrape[]>> = {
  GiroDown: async () => [readScrape(null, 0)],
  async GiroDatabaseFails() {
    const { db, browser, scrape, scrapes } = await watched({ store });
    await sql`pragma query_only = on`.execute(db);
    await browser.signIn('sender');
    await scrape();
    return scrapes;
  },
  async GiroDatabaseErrors() {
    const { db, browser, scrape, scrapes } = await watched({ store });
    await scrape();
    await sql`pragma query_only = on`.execute(db);
    for (let count = 0; count < 12; count += 1) await browser.signIn('sender');
    await sql`pragma query_only = off`.execute(db);
    await scrape();
    return scrapes;
  },
  async GiroDatabaseBusy() {
    const { db, browser, scrape, scrapes } = await watched({ env: { DATABASE_CONNECTIONS: '1' } });
    await scrape();
    const held = await db.startTransaction().execute();
    await browser.call('GET', '/api/session');
    await held.rollback().execute();
    await scrape();
    return scrapes;
  },
  async GiroClockDiffers() {
    const { scrape, scrapes } = await watched({ readStoreClock: async () => Date.now() - 60_000 });
    await scrape();
    return scrapes;
  },
  async GiroServiceDown() {
    const { stopService, browser, scrape, scrapes } = await watched();
    // With a token: without one, nothing is called.
    await browser.call('GET', '/api/countries');
    await stopService();
    for (let count = 0; count < 3; count += 1) {
      for (const path of ['countries', 'currencies', 'banks', 'destination_accounts']) {
        await browser.call('GET', `/api/${path}`);
      }
    }
    await scrape();
    return scrapes;
  },
  async GiroCredentialsRefused() {
    const { app, browser } = await startLoggedBff({ clientSecret: 'wrong' });
    await browser.signIn('sender');
    const { scrape, scrapes } = readsOf(app);
    for (let count = 0; count < 2; count += 1) {
      await browser.call('GET', '/api/countries');
      await scrape();
    }
    return scrapes;
  },
  async GiroTokenEnding() {
    const { stopService, browser, scrape, scrapes } = await watched({
      sandbox: { token_lifetime_ms: 30_000 },
    });
    await browser.call('GET', '/api/countries');
    await stopService();
    for (let count = 0; count < 2; count += 1) {
      await browser.call('GET', '/api/destination_accounts');
      await scrape();
    }
    return scrapes;
  },
  async GiroListUnreadable() {
    const { stopService, browser, scrape, scrapes } = await watched();
    await stopService();
    await browser.call('GET', '/api/countries');
    await scrape();
    return scrapes;
  },
  async GiroRowsSetAside() {
    const { browser, scrape, scrapes } = await watched({ sandbox: { odd: ['rows'] } });
    await browser.call('GET', '/api/currencies');
    await scrape();
    return scrapes;
  },
  async GiroListOld() {
    const clock = { time: Date.now(), now: () => clock.time };
    const { app, browser, stopService, scrape, scrapes } = await watched({ sandbox: { clock } });
    await browser.call('GET', '/api/transfers');
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const stream = await openStream(url, browser.cookies.get('giro') ?? '');
    onTestFinished(stream.drop);
    await stopService();
    clock.time += 6 * 60_000;
    await scrape();
    return scrapes;
  },
  async GiroNeedsReview() {
    const giro = await watched();
    await addSend(giro, 'unresolved');
    await giro.scrape();
    return giro.scrapes;
  },
  async GiroStillUnconfirmed() {
    const giro = await watched();
    await addSend(giro, 'unconfirmed');
    await giro.scrape();
    return giro.scrapes;
  },
  async GiroLookAlikes() {
    const giro = await watched();
    const send_key = await addSend(giro, 'unresolved');
    await giro.db
      .insertInto('look_alikes')
      .values({ send_key, transfer_id: '77', seen_at: now() })
      .execute();
    await giro.scrape();
    return giro.scrapes;
  },
  async GiroReleasesLate() {
    const { db, scrape, scrapes } = await watched();
    const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    await addOverdueOrder(db, id);
    await scrape();
    return scrapes;
  },
  async GiroHeld() {
    const { db, scrape, scrapes } = await watched();
    await writeHold(db, 'restore', {
      kind: 'restored',
      since: now(),
      detail: now(),
      list_at: now(),
    });
    await scrape();
    return scrapes;
  },
  async GiroNewsLate() {
    const { db, scrape, scrapes } = await watched();
    const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const { number } = await db
      .insertInto('news')
      .values({
        ...{ user_id: id, kind: 'completed', subject: 'transfer 1' },
        ...{ created_at: at(-0.3), planned_at: at(-0.3) },
      })
      .returning('number')
      .executeTakeFirstOrThrow();
    const delivery = { sink: 'mail', target: '', due_at: at(1), attempts: 3, error: 'x' } as const;
    await db
      .insertInto('deliveries')
      .values({ news_number: String(number), ...delivery })
      .execute();
    await scrape();
    return scrapes;
  },
  async GiroServerErrors() {
    const { db, browser, scrape, scrapes } = await watched({ store });
    await sql`create trigger broken before insert on sessions
      begin select raise(abort, 'a fault'); end`.execute(db);
    for (let count = 0; count < 2; count += 1) {
      expect((await browser.signIn('sender')).status).toBe(500);
      await scrape();
    }
    return scrapes;
  },
};

test.each(rules)('$alert fires at its fault', async ({ alert }) => {
  const make = faults[alert];
  if (!make) throw new Error(`no fault for ${alert}`);
  expect(firing(await make())).toContain(alert);
});

test('no rule fires at a healthy Giro, and every metric of rules and dashboard exists there', async () => {
  const { browser, scrape, scrapes } = await watched();
  await scrape();
  const { id } = await addRecipient(browser);
  expect((await sendMoney(browser, id)).status).toBe(201);
  await browser.call('GET', '/api/transfers');
  await browser.call('POST', '/api/news/test');
  const text = await scrape();
  expect(firing(scrapes)).toEqual([]);

  const known = new Set(readScrape(text, 0).samples.map(({ name }) => name));
  const exprs = [
    ...rules.map(({ expr }) => expr),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  const named = exprs.flatMap(metricsIn);
  expect(named.length).toBeGreaterThan(exprs.length / 2);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
  for (const name of ['giro_list_age_seconds', 'giro_service_list_odd_rows', 'giro_build_info']) {
    expect(named).toContain(name);
  }
});

test('docs/operating.md says what to do about each alert', () => {
  const rows = [
    ...readFileSync('docs/operating.md', 'utf8').matchAll(/^\| `(Giro\w+)` \| (.+) \|$/gm),
  ];
  expect(rows.map(([, alert]) => alert)).toEqual(rules.map(({ alert }) => alert));
});
