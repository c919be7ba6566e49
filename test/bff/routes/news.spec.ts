import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { addNews } from '../../../src/bff/ledger/news/news.ts';
import {
  addNewsOfDoubt,
  addNewsOfOrder,
  beginRelease,
  refuseRelease,
} from '../../../src/bff/ledger/orders/releases.ts';
import { newsSettings, sandboxMails } from '../../../src/contract/api/news.ts';
import { apiPaths, hiddenTabHeader } from '../../../src/contract/api/paths.ts';
import { factorPaths } from '../../../src/contract/api/second-factor.ts';
import type { SandboxOptions } from '../../../src/sandbox/sandbox.ts';
import { createBrowser } from '../../support/browser.ts';
import { addWaitingOrder } from '../../support/orders.ts';
import { startBff } from '../../support/start-bff.ts';
import { enrolTotp } from '../../support/totp.ts';

const sender = { email: 'sender@giro.example', password: 'sandbox' };
const endpoint = 'https://fcm.googleapis.com/fcm/send/device-1';
const device = { endpoint, keys: { p256dh: 'BAAA', auth: 'AAAA' } };

async function start({
  sandbox = {},
  holdMs = 0,
}: {
  sandbox?: SandboxOptions;
  holdMs?: number;
} = {}) {
  const bff = await startBff({ sandbox, news: { everyMs: 20, holdMs } });
  onTestFinished(() => bff.close());
  const signedIn = async (email = sender.email) => {
    const browser = createBrowser(bff.app);
    await browser.call('POST', apiPaths.session, { ...sender, email });
    return browser;
  };
  const devices = async () =>
    (await bff.db.selectFrom('push_devices').select('endpoint').execute()).length;
  return { ...bff, signedIn, devices };
}

const mailsOf = async (browser: ReturnType<typeof createBrowser>) =>
  z.parse(sandboxMails, (await browser.call('GET', apiPaths.sandboxMail)).body).mails;

test('settings are kept, and wrong ones refused by field', async () => {
  const { signedIn } = await start();
  const browser = await signedIn();
  const { body } = await browser.call('GET', apiPaths.newsSettings);
  const first = z.parse(newsSettings, body);
  expect(first).toMatchObject({ quiet: null, mail: 'sandbox', devices: 0 });
  expect(first.push_key).toMatch(/^[\w-]{87}$/);
  const wanted = {
    choices: { ...first.choices, transfers: { mail: false, push: true } },
    quiet: { from: '22:00', to: '07:00' },
  };
  await browser.call('PUT', apiPaths.newsSettings, wanted);
  expect((await browser.call('GET', apiPaths.newsSettings)).body).toMatchObject(wanted);
  const wrong = { ...wanted, quiet: { from: '25:00', to: '07:00' } };
  expect(await browser.call('PUT', apiPaths.newsSettings, wrong)).toMatchObject({
    status: 422,
    body: { errors: { 'quiet.from': ['must be a time such as 22:00'] } },
  });
});

test('the test button tells at once, in the language last used, only to that person', async () => {
  const { signedIn } = await start();
  const browser = await signedIn();
  await browser.call('GET', apiPaths.session, undefined, { 'accept-language': 'pt-BR,pt;q=0.9' });
  expect((await browser.call('POST', apiPaths.newsTest)).status).toBe(204);
  await expect.poll(() => mailsOf(browser)).toHaveLength(1);
  expect(await mailsOf(browser)).toMatchObject([{ to: sender.email, subject: 'Este é um teste' }]);
  const other = await signedIn('support@giro.example');
  expect(await mailsOf(other)).toHaveLength(1);
});

test('a sign-in on a second device is told by mail', async () => {
  const { signedIn } = await start();
  await signedIn();
  const browser = await signedIn();
  await expect.poll(() => mailsOf(browser)).toHaveLength(1);
  expect((await mailsOf(browser))[0]?.subject).toBe('New sign-in to your account');
  // The same browser again is no new device.
  await browser.call('POST', apiPaths.session, sender);
  await browser.call('POST', apiPaths.newsTest);
  await expect.poll(() => mailsOf(browser)).toHaveLength(2);
});

test('a recovery code that confirms a change is mailed as used, and as no sign-in', async () => {
  const { signedIn } = await start();
  const browser = await signedIn();
  const { codes } = await enrolTotp(browser, sender.password);
  const off = { recovery_code: codes[0] };
  expect((await browser.call('DELETE', factorPaths.totp, off)).status).toBe(200);
  await expect.poll(() => mailsOf(browser)).toHaveLength(3);
  const used = (await mailsOf(browser)).find(({ subject }) => subject.includes('recovery code'));
  expect(used?.text).toMatch(/^Someone used a recovery code of your account on .+ 9 are left\./);
});

test('one press unsubscribes from any site and by a form; a GET only leads to the settings', async () => {
  const { app, db, signedIn } = await start();
  const browser = await signedIn();
  const { unsubscribe_token } = await db
    .selectFrom('news_settings')
    .select('unsubscribe_token')
    .executeTakeFirstOrThrow();
  const url = apiPaths.unsubscribe(unsubscribe_token);
  const choices = async () =>
    z.parse(newsSettings, (await browser.call('GET', apiPaths.newsSettings)).body).choices;
  const shown = await app.inject({ method: 'GET', url });
  expect([shown.statusCode, shown.headers.location]).toEqual([302, '/settings/notifications']);
  expect((await choices()).transfers.mail).toBe(true);
  const press = (token: string) =>
    app.inject({
      method: 'POST',
      url: apiPaths.unsubscribe(token),
      headers: {
        origin: 'https://mail.example',
        'sec-fetch-site': 'cross-site',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: 'List-Unsubscribe=One-Click',
    });
  expect((await press('unknown')).statusCode).toBe(200);
  expect((await choices()).transfers.mail).toBe(true);
  expect((await press(unsubscribe_token)).statusCode).toBe(200);
  expect(await choices()).toEqual({
    transfers: { mail: false, push: true },
    attention: { mail: false, push: true },
    review: { mail: false, push: false },
  });
});

test('what a visible tab fetched counts as seen, what a hidden tab fetched does not', async () => {
  const { db, sandbox, signedIn } = await start({ sandbox: { transfers: 20 }, holdMs: 60_000 });
  const browser = await signedIn('support@giro.example');
  const { id: user_id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'support@giro.example')
    .executeTakeFirstOrThrow();
  const [hidden = '', visible = ''] = sandbox.transfers.map(({ id }) => String(id));
  for (const id of [hidden, visible]) {
    const row = { user_id, kind: 'completed', subject: `transfer ${id}` } as const;
    await addNews(db, [row], new Date().toISOString());
  }
  const open = (id: string, headers = {}) =>
    browser.call('GET', apiPaths.transfer(id), undefined, headers);
  expect((await open(hidden, { [hiddenTabHeader]: '1' })).status).toBe(200);
  expect((await open(visible)).status).toBe(200);
  const seen = async () =>
    (await db.selectFrom('news').select('subject').where('seen_at', 'is not', null).execute()).map(
      ({ subject }) => subject,
    );
  await expect.poll(seen).toEqual([`transfer ${visible}`]);
});

test('what an order asks counts as seen once its page showed it', async () => {
  const { db, signedIn } = await start({ holdMs: 60_000 });
  const browser = await signedIn();
  const { id: user_id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'sender@giro.example')
    .executeTakeFirstOrThrow();
  const [asks, doubt, other] = [
    await addWaitingOrder(db, user_id),
    await addWaitingOrder(db, user_id),
    await addWaitingOrder(db, user_id),
  ];
  const at = new Date().toISOString();
  for (const row of [asks, other]) {
    const begun = await beginRelease(db, row, at);
    const refused = begun && (await refuseRelease(db, begun, 'worse-rate', at));
    if (refused) await addNewsOfOrder(db, 'order-asks', refused, at);
  }
  await db.updateTable('orders').set({ updated_at: at }).where('id', '=', doubt.id).execute();
  await addNewsOfDoubt(db, doubt, at);
  for (const { id } of [asks, doubt]) {
    expect((await browser.call('GET', apiPaths.send(id))).status).toBe(200);
  }
  const seen = async () =>
    (await db.selectFrom('news').select('subject').where('seen_at', 'is not', null).execute())
      .map(({ subject }) => subject.split(' ')[1])
      .sort();
  await expect.poll(seen).toEqual([asks.id, doubt.id].sort());
});

test('a device is added, taken over by nobody, and removed at sign-out', async () => {
  const { signedIn, devices } = await start();
  const browser = await signedIn();
  const add = (more: object = {}, by = browser) =>
    by.call('POST', apiPaths.newsDevices, { ...device, ...more });
  expect(await add()).toMatchObject({ status: 200, body: { subscribed: true } });
  await add();
  expect(await devices()).toBe(1);
  // Another person opens the app in the same browser.
  const other = await signedIn('support@giro.example');
  expect((await add({ renew: true }, other)).body).toEqual({ subscribed: false });
  expect(await devices()).toBe(0);
  await add();
  await browser.call('DELETE', apiPaths.newsDevices, { endpoint });
  expect(await devices()).toBe(0);
  await add();
  await browser.call('DELETE', apiPaths.session);
  expect(await devices()).toBe(0);
});

test.each(['https://127.0.0.1/x', 'http://fcm.googleapis.com/x', 'https://elsewhere.example/x'])(
  'refuses the push address %s',
  async (wrong) => {
    const { signedIn, devices } = await start();
    const browser = await signedIn();
    const answer = await browser.call('POST', apiPaths.newsDevices, { ...device, endpoint: wrong });
    expect(answer.status).toBe(422);
    expect(await devices()).toBe(0);
  },
);
