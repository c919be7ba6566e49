import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/bff/config/config.ts';
import { openLedger } from '../../src/bff/ledger/store/ledger.ts';
import { createServer } from '../../src/bff/server.ts';
import { createService } from '../../src/bff/service/service.ts';
import { createMemoryTokenStore } from '../../src/bff/service/token-store.ts';
import { createBrowser } from '../support/browser.ts';
import { holdAnswer } from '../support/holding-proxy.ts';
import { createSenderFixture, signInSender } from '../support/sender-fixture.ts';
import { type Store, stores } from '../support/stores.ts';

const [minute, day] = [60_000, 24 * 60 * 60_000];

/** Giro in this process, whose clock and whose store's clock the test sets. */
async function startGiro(store: Store) {
  const { sandbox, proxy, account_id, databaseUrl, env, close, made, posts } =
    await createSenderFixture(store);
  const clock = { ahead: 0 };
  const now = () => Date.now() + clock.ahead;
  const db = await openLedger(databaseUrl);
  const service = createService({
    baseUrl: proxy.url,
    clientId: sandbox.client_id,
    clientSecret: sandbox.client_secret,
    tokenStore: createMemoryTokenStore(),
    now,
  });
  const app = await createServer({
    config: readConfig({ ...env, SENDS_PER_MINUTE: '1000' }),
    ...{ db, client: service.client, tokens: service.tokens, appFolder: null, now },
    readStoreClock: async () => now(),
    reconcile: { intervals: [100] },
    tracking: { intervals: { min: 50, max: 200 } },
  });
  await app.ready();
  onTestFinished(async () => {
    await app.close();
    await service.close();
    await db.destroy();
    await close();
  });
  return { app, proxy, clock, made, posts, ...(await signInSender(app, account_id)) };
}

const jumps = [
  { name: 'a day ahead', by: [day] },
  { name: 'a day back', by: [-day] },
  { name: 'a day ahead and back again', by: [day, -day] },
];

describe.each(stores())('on $name the clock jumps', (store) => {
  test.each(jumps)('$name: nothing is lost or doubled', async ({ by }) => {
    const { app, proxy, clock, browser, signIn, send, made, posts } = await startGiro(store);
    const [sentKey, openKey, inFlightKey] = [1, 2, 3].map(() => crypto.randomUUID());
    expect((await send(1_000, sentKey)).status).toBe(201);
    // The sandbox makes no transfer of this amount, and doesn't answer: the send stays open.
    expect((await send(50_400, openKey)).status).toBe(202);
    const held = holdAnswer(proxy);
    const inFlight = send(3_000, inFlightKey);
    await held.posted;

    for (const step of by) {
      clock.ahead += step;
      // Leases, the session and the token are used at this time too.
      await signIn();
      expect((await browser.call('GET', '/api/transfers')).status).toBe(200);
    }
    held.answer();
    proxy.hold(null);
    expect([201, 202]).toContain((await inFlight).status);
    const stateOf = async (key = '') => (await browser.call('GET', `/api/sends/${key}`)).body.state;
    await expect.poll(() => stateOf(inFlightKey), { timeout: 60_000 }).toBe('sent');
    const before = posts();
    // A repeated key is answered from the ledger, and an open send still stops an identical one.
    expect((await send(1_000, sentKey)).status).toBe(201);
    expect((await send(3_000, inFlightKey)).status).toBe(201);
    expect(await stateOf(openKey)).toMatch(/^un(confirmed|resolved)$/);
    const identical = await send(50_400);
    expect([identical.status, identical.body.type]).toEqual([409, '/problems/identical-send-open']);
    expect(posts()).toBe(before);
    // New ones go on, and are seen in the list.
    expect((await send(4_000)).status).toBe(201);
    expect([made(1_000), made(3_000), made(4_000)]).toEqual([1, 1, 1]);
    const total = async () => (await browser.call('GET', '/api/transfers')).body.total;
    await expect.poll(total).toBe(3);
    expect((await browser.call('GET', '/readyz')).status).toBe(200);
    expect((await createBrowser(app).call('GET', '/api/session')).status).toBe(401);
  });

  test('back: a wait after wrong passwords does not become a day', async () => {
    const { app, clock } = await startGiro(store);
    clock.ahead = day;
    const tries = createBrowser(app);
    const wrong = { email: 'nobody@giro.example', password: 'wrong' };
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      statuses.push((await tries.call('POST', '/api/session', wrong)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    clock.ahead = 0;
    expect((await tries.call('POST', '/api/session', wrong)).status).toBe(401);
    // The wait counts again from then on.
    const { status, headers } = await tries.call('POST', '/api/session', wrong);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after')) * 1_000).toBeLessThanOrEqual(15 * minute);
  });

  test('back: a session used meanwhile does not live a day longer', async () => {
    const { clock, browser, signIn } = await startGiro(store);
    clock.ahead = day;
    await signIn();
    clock.ahead = 0;
    const session = () => browser.call('GET', '/api/session');
    expect((await session()).status).toBe(200);
    clock.ahead = 31 * minute;
    expect((await session()).status).toBe(401);
  });
});
