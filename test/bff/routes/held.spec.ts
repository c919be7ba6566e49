import { expect, onTestFinished, test } from 'vitest';
import { addNews } from '../../../src/bff/ledger/news/news.ts';
import { findUserByEmail } from '../../../src/bff/ledger/people/users.ts';
import { intend } from '../../../src/bff/ledger/sends/sends.ts';
import { isHeld, releaseHold, writeHold } from '../../../src/bff/ledger/store/holds.ts';
import { withLease } from '../../../src/bff/ledger/store/leases.ts';
import { createBrowser } from '../../support/browser.ts';
import { addRecipient, asShown, sendMoney } from '../../support/recipients.ts';
import { startBff } from '../../support/start-bff.ts';

const now = new Date().toISOString();
const restored = { kind: 'restored', since: now, detail: now, list_at: now } as const;

async function start() {
  const bff = await startBff({ reconcile: { intervals: [10] }, news: { everyMs: 10, holdMs: 0 } });
  onTestFinished(() => bff.close());
  const browser = createBrowser(bff.app);
  await browser.signIn('sender');
  const { id } = await addRecipient(browser);
  const posts = () =>
    bff.sandbox.requests.filter(
      ({ method, path }) => method === 'POST' && path.endsWith('/transfers'),
    ).length;
  return { ...bff, browser, id, posts };
}

test('sends nothing while it is held, answers what it knows, and goes on after the release', async () => {
  const { db, browser, id, posts } = await start();
  const key = crypto.randomUUID();
  const body = await asShown(browser, {
    destination_account_id: id,
    source_amount_cents: '100000',
    source_amount_currency: 'CLP',
    destination_amount_currency: 'COP',
  });
  const post = (idempotency: string) =>
    browser.call('POST', '/api/transfers', body, { 'idempotency-key': idempotency });
  expect((await post(key)).status).toBe(201);
  await writeHold(db, 'restore', restored);
  const { status, body: refusal } = await sendMoney(browser, id, { source_amount_cents: '70000' });
  expect([status, refusal.type]).toEqual([503, '/problems/ledger-held']);
  expect((await post(key)).status).toBe(201);
  expect(posts()).toBe(1);
  expect(await db.selectFrom('sends').select('key').execute()).toEqual([{ key }]);

  // A key that is not known may be one that was lost: nobody is told that nothing was sent.
  const unknown = `/api/sends/${crypto.randomUUID()}`;
  expect((await browser.call('GET', unknown)).body.type).toBe('/problems/still-looking');
  expect((await browser.call('GET', '/api/settings')).body.held).toBe(true);
  expect(await browser.call('GET', '/readyz')).toMatchObject({ status: 200, body: { held: true } });

  await releaseHold(db, new Date().toISOString());
  expect((await browser.call('GET', '/api/settings')).body.held).toBeUndefined();
  expect((await browser.call('GET', '/readyz')).body).not.toHaveProperty('held');
  expect((await browser.call('GET', unknown)).body.type).toBe('/problems/still-looking');
  const sent = await sendMoney(browser, id, { source_amount_cents: '70000' });
  expect(sent.status).toBe(201);
});

test('names the hold in the metrics', async () => {
  const { app, db } = await start();
  const text = async () => (await app.inject({ url: '/metrics' })).body;
  expect(await text()).toContain('giro_held 0');
  await writeHold(db, 'restore', restored);
  expect(await text()).toContain('giro_held 1');
});

test('looks for nothing, gives nothing up and tells nobody while it is held', async () => {
  const { app, db, browser, id } = await start();
  // A round that is under way has not seen it.
  await withLease(
    db,
    'news plan',
    async () => Date.now(),
    30_000,
    () => writeHold(db, 'restore', restored),
  );
  const user = await findUserByEmail(db, 'sender@giro.example');
  const key = crypto.randomUUID();
  const long = '2020-01-01T00:00:00.000Z';
  const terms = { source_amount_currency: 'CLP', destination_amount_currency: 'COP' };
  await intend(
    db,
    {
      ...{ key, user_id: user?.id ?? '', guard_scope: user?.id ?? '', body_hash: 'b', ...terms },
      ...{ destination_account_id: id, source_amount_cents: '5', known_transfer_ids: '[]' },
      ...{ quote: null, after_unresolved: null, after_sent: null },
    },
    long,
  );
  await addNews(db, [{ user_id: user?.id ?? '', kind: 'test', subject: 'one' }], long);
  const states = async () =>
    (await db.selectFrom('sends').select('state').execute()).map(({ state }) => state);
  const planned = async () =>
    (await db.selectFrom('news').select('planned_at').where('kind', '=', 'test').execute()).map(
      ({ planned_at }) => planned_at,
    );
  // Some rounds of both: the answers come one after the other.
  for (let rounds = 0; rounds < 20; rounds += 1)
    await browser.call('GET', '/api/sends?state=unconfirmed');
  expect(await states()).toEqual(['intended']);
  expect(await planned()).toEqual([null]);
  const support = createBrowser(app);
  await support.signIn('support');
  const decision = { outcome: 'not_sent', reason: 'looked, and found none' };
  const settled = await support.call('POST', `/api/sends/${key}/settle`, decision);
  expect(settled.body.type).toBe('/problems/ledger-held');
  await releaseHold(db, new Date().toISOString());
  expect(await isHeld(db)).toBe(false);
  await expect.poll(states, { timeout: 20_000 }).toEqual(['unresolved']);
  await expect.poll(planned, { timeout: 20_000 }).not.toEqual([null]);
});
