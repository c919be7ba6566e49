import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../src/bff/config/config.ts';
import { openLedger } from '../../../src/bff/ledger/store/ledger.ts';
import { createServer } from '../../../src/bff/server.ts';
import { createService } from '../../../src/bff/service/service.ts';
import { createMemoryTokenStore } from '../../../src/bff/service/token-store.ts';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';
import { createBrowser } from '../../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { addDemoAccounts } from '../../support/people.ts';
import { addRecipient, asShown } from '../../support/recipients.ts';
import { stores } from '../../support/stores.ts';

const postgres = stores().find(({ name }) => name === 'PostgreSQL');
const minutes = 60_000;

/** Two instances on one PostgreSQL. @param clocks how far each is ahead of the machine, in milliseconds */
async function twoInstances(clocks: { ahead: number }[]) {
  const created = await postgres?.create();
  if (!created) throw new Error('no PostgreSQL');
  const store = created;
  const sandbox = createSandbox();
  const listener = await sandbox.listen();
  const first = await openLedger(store.url);
  await addDemoAccounts(first);
  await first.destroy();
  async function startInstance(clock: { ahead: number }) {
    const db = await openLedger(store.url);
    const service = createService({
      baseUrl: listener.url,
      clientId: sandbox.client_id,
      clientSecret: sandbox.client_secret,
      tokenStore: createMemoryTokenStore(),
    });
    const app = await createServer({
      config: readConfig({ DATABASE_URL: store.url }),
      db,
      client: service.client,
      appFolder: null,
      now: () => Date.now() + clock.ahead,
      reconcile: { intervals: [20] },
    });
    await app.ready();
    return { app, db, service, browser: createBrowser(app) };
  }
  const instances: Awaited<ReturnType<typeof startInstance>>[] = [];
  for (const clock of clocks) instances.push(await startInstance(clock));
  onTestFinished(async () => {
    for (const { app, service, db } of instances) {
      await app.close();
      await service.close();
      await db.destroy();
    }
    await listener.close();
    await store.remove();
  });
  const [one, other] = instances;
  if (!one || !other) throw new Error('two instances');
  await one.browser.signIn('sender');
  const { id } = await addRecipient(one.browser);
  async function send(
    { browser }: { browser: ReturnType<typeof createBrowser> },
    cents: number,
    key: string = crypto.randomUUID(),
  ) {
    await browser.signIn('sender');
    const body = await asShown(browser, {
      destination_account_id: id,
      source_amount_cents: String(cents),
      source_amount_currency: 'USD',
      destination_amount_currency: 'COP',
    });
    return browser.call('POST', '/api/transfers', body, { 'idempotency-key': key });
  }
  return { one, other, send, sandbox };
}

test.skipIf(!postgres)(
  'an instance sends nothing and is not ready while its clock differs from the store clock',
  async () => {
    for (const ahead of [11 * minutes, -11 * minutes, 5_500]) {
      const { one, other, send, sandbox } = await twoInstances([{ ahead: 0 }, { ahead }]);
      expect((await send(one, 1_000)).status).toBe(201);
      for (const cents of [1_000, 2_000]) {
        const refused = await send(other, cents);
        expect([refused.status, refused.body.type]).toEqual([503, '/problems/clock-differs']);
      }
      expect(sandbox.transfers).toHaveLength(1);
      const ready = await other.browser.call('GET', '/readyz');
      expect([ready.status, ready.body]).toEqual([
        503,
        { store: true, service: true, clock: false },
      ]);
      expect((await one.browser.call('GET', '/readyz')).body.clock).toBe(true);
      // Calls that move no money still work.
      expect((await other.browser.call('GET', '/api/transfers')).status).toBe(200);
    }
  },
);

test.skipIf(!postgres)(
  'counts the 10 minutes of a search by the store clock when an instance clock jumps forward',
  async () => {
    const clock = { ahead: 0 };
    const { one, other, send, sandbox } = await twoInstances([{ ahead: 0 }, clock]);
    const key = crypto.randomUUID();
    // The sandbox makes no transfer of this amount and doesn't answer.
    expect((await send(one, 50_400, key)).status).toBe(202);
    clock.ahead = 11 * minutes;
    const looks = () => sandbox.requests.filter(({ path }) => path === '/api/v3/transfers').length;
    const before = looks();
    await expect.poll(() => looks() - before).toBeGreaterThan(10);
    // The rounds of the other instance don't give the send up.
    const { body } = await one.browser.call('GET', `/api/sends/${key}`);
    expect(body.state).toBe('unconfirmed');
    await other.browser.signIn('support');
    const reason = 'the operator knows nothing of it';
    const resolved = await other.browser.call('POST', `/api/sends/${key}/settle`, {
      outcome: 'not_sent',
      reason,
    });
    expect(resolved.body.type).toBe('/problems/still-looking');
  },
);

test.skipIf(!postgres)('an instance sends again once its clock is corrected', async () => {
  const clock = { ahead: 60_000 };
  const { other, send } = await twoInstances([{ ahead: 0 }, clock]);
  expect((await send(other, 3_000)).status).toBe(503);
  clock.ahead = 1_000;
  await eventually(async () => expect((await send(other, 3_000)).status).toBe(201));
});
