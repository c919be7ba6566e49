import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createBrowser } from '../../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { addRecipient, asShown, sendMoney } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';

type Browser = ReturnType<typeof createBrowser>;

let bff: Bff;
let sender: Browser;
let support: Browser;
let account: string;

beforeAll(async () => {
  bff = await startBff({ reconcile: { intervals: [10], giveUpAfter: 50 } });
  [sender, support] = [createBrowser(bff.app), createBrowser(bff.app)];
  await sender.signIn('sender');
  await support.signIn('support');
  account = (await addRecipient(sender)).id;
});
afterAll(() => bff.close());

async function send(currency: string, fields = {}, dollars = 500) {
  const key: string = crypto.randomUUID();
  const body = await asShown(sender, {
    destination_account_id: account,
    source_amount_cents: `${dollars * 100}`,
    source_amount_currency: 'USD',
    destination_amount_currency: currency,
    ...fields,
  });
  return sender
    .call('POST', '/api/transfers', body, { 'idempotency-key': key })
    .then((answer) => ({ ...answer, key }));
}

/** A send without a transfer at the service, left to support. Returns its key. */
async function unresolved(currency: string) {
  const { key } = await send(currency);
  await eventually(async () => {
    const { body } = await sender.call('GET', `/api/sends/${key}`);
    expect(body.state).toBe('unresolved');
  });
  return key;
}

const resolveAs = (key: string, body: object) =>
  support.call('POST', `/api/sends/${key}/settle`, body);

test('lets the person send again after support resolved it as not sent with a reason', async () => {
  const key = await unresolved('COP');
  // The last two consist of invisible characters.
  for (const reason of ['  ', ' too short ', '\u200b'.repeat(20), `ok${'\u2800'.repeat(20)}`]) {
    const { status, body } = await resolveAs(key, { outcome: 'not_sent', reason });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['reason']]);
  }
  const { status, body } = await resolveAs(key, {
    outcome: 'not_sent',
    reason: 'asked the operator',
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ state: 'not_sent', settled_reason: 'asked the operator' });
  expect(
    (await resolveAs(key, { outcome: 'not_sent', reason: 'asked them once more' })).status,
  ).toBe(409);
  expect((await send('COP')).status).toBe(202);
});

test('rejects resolving as sent with an unknown transfer or one that does not match', async () => {
  const key = await unresolved('MXN');
  const { body: another } = await send('MXN', {}, 21);
  const sent = { outcome: 'sent', reason: 'seen at the service' };
  for (const transfer_id of ['999999', another.id]) {
    const { status, body } = await resolveAs(key, { ...sent, transfer_id });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['transfer_id']]);
  }
  expect((await sender.call('GET', `/api/sends/${key}`)).body.state).toBe('unresolved');
});

test('lets the person send again while it is unresolved only by naming it', async () => {
  const key = await unresolved('BRL');
  expect((await send('BRL')).body).toMatchObject({
    type: '/problems/identical-send-open',
    send_key: key,
  });
  const wrong = await send('BRL', { after_unresolved: crypto.randomUUID() });
  expect(wrong.status).toBe(409);
  const chosen = await send('BRL', { after_unresolved: key });
  expect([chosen.status, chosen.body.send.after_unresolved]).toEqual([202, key]);
});

test('shows support the candidates, and 404 for an unknown key', async () => {
  const key = await unresolved('PEN');
  expect((await support.call('GET', `/api/sends/${key}/candidates`)).body).toEqual({
    transfers: [],
    unread: [],
  });
  const absent = `/api/sends/${crypto.randomUUID()}`;
  expect((await support.call('GET', `${absent}/candidates`)).status).toBe(404);
  expect(
    (await resolveAs(crypto.randomUUID(), { outcome: 'not_sent', reason: 'asked the operator' }))
      .status,
  ).toBe(404);
});

test('rejects not sent while the list is still searched', async () => {
  const waiting = await startBff();
  onTestFinished(() => waiting.close());
  const [one, other] = [createBrowser(waiting.app), createBrowser(waiting.app)];
  await one.signIn('sender');
  await other.signIn('support');
  const { id } = await addRecipient(one);
  const { body } = await sendMoney(one, id, { source_amount_cents: '504' });
  const path = `/api/sends/${body.send.key}`;
  const reason = 'asked the operator';
  expect(await other.call('POST', `${path}/settle`, { outcome: 'not_sent', reason })).toMatchObject(
    {
      status: 409,
      body: { type: '/problems/still-looking' },
    },
  );
  expect((await one.call('GET', path)).body.state).toBe('unconfirmed');
});
