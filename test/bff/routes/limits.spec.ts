import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBrowser } from '../../support/browser.ts';
import { addPerson } from '../../support/people.ts';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';

let bff: Bff;
let one: ReturnType<typeof createBrowser>;
let other: ReturnType<typeof createBrowser>;

beforeAll(async () => {
  bff = await startBff();
  [one, other] = [createBrowser(bff.app), createBrowser(bff.app)];
  await one.signIn('sender');
  const ana = { email: 'ana@example.com', password: 'a good password' };
  await addPerson(bff.db, ana);
  await other.call('POST', '/api/session', ana);
});
afterAll(() => bff.close());

async function firstRefused(call: () => ReturnType<typeof one.call>) {
  for (let count = 0; ; count += 1) {
    const { status, body, headers } = await call();
    if (status === 429) return { count, body, after: Number(headers.get('retry-after')) };
  }
}

const problem = {
  type: '/problems/too-many-requests',
  status: 429,
  request_id: expect.any(String),
};

test('limits a person to 120 quotes a minute over all addresses, and no other person', async () => {
  const elsewhere = createBrowser(bff.app);
  await elsewhere.signIn('sender');
  const quote = (browser: typeof one) => browser.call('GET', '/api/quotes');
  for (let count = 0; count < 60; count += 1) await quote(elsewhere);
  const { count, body, after } = await firstRefused(() => quote(one));
  expect(count).toBe(60);
  expect(body).toMatchObject(problem);
  expect(after).toBeGreaterThan(0);
  expect(after).toBeLessThanOrEqual(60);
  expect((await quote(other)).status).toBe(400);
  expect((await one.call('GET', '/api/countries')).status).toBe(200);
});

test('limits a person to 30 sends a minute; further calls reach neither the service nor the audit', async () => {
  const { id } = await addRecipient(one);
  let amount = 1_000;
  const send = (browser: typeof one) => {
    amount += 1;
    return sendMoney(browser, id, { source_amount_cents: String(amount) });
  };
  const { count, body, after } = await firstRefused(() => send(one));
  expect(count).toBe(30);
  expect(body).toMatchObject(problem);
  expect(after).toBeGreaterThan(0);
  const posts = bff.sandbox.requests.filter(
    ({ method, path }) => method === 'POST' && path.endsWith('/transfers'),
  );
  expect(posts).toHaveLength(30);
  const sends = bff.db.selectFrom('audit').select('outcome').where('action', '=', 'send');
  expect(await sends.execute()).toHaveLength(30);
  expect((await send(other)).status).toBe(404);
});
