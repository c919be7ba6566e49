import { beforeEach, expect, test } from 'vitest';
import { findUserByEmail } from '../../../src/bff/ledger/people/users.ts';
import { intend } from '../../../src/bff/ledger/sends/sends.ts';
import { openLedger } from '../../../src/bff/ledger/store/ledger.ts';
import { bodyHash } from '../../../src/bff/sends/send-row.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { eventually } from '../../support/eventually.ts';
import { addDemoAccounts } from '../../support/people.ts';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { startLoggedBff } from '../../support/start-logged-bff.ts';
import { strictestStore } from '../../support/stores.ts';

let env: { DATABASE_URL: string };
let sandbox: Sandbox;

beforeEach(async () => {
  const store = await strictestStore().create();
  env = { DATABASE_URL: store.url };
  sandbox = createSandbox();
  const db = await openLedger(env.DATABASE_URL);
  await addDemoAccounts(db);
  await db.destroy();
  return () => store.remove();
});

const posts = () =>
  sandbox.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/transfers'))
    .length;

test('keeps sessions and transfers over a restart', async () => {
  const before = await startLoggedBff({ env, sandbox });
  await before.browser.signIn('sender');
  const { id } = await addRecipient(before.browser);
  const { body: sent } = await sendMoney(before.browser, id);
  await before.app.close();

  const { browser } = await startLoggedBff({ env, sandbox });
  for (const [name, value] of before.browser.cookies) browser.cookies.set(name, value);
  expect((await browser.call('GET', '/api/session')).status).toBe(200);
  expect((await browser.call('GET', `/api/transfers/${sent.id}`)).body.transfer).toMatchObject({
    id: sent.id,
    source_amount_cents: '100000',
  });
});

test('looks for a send that a crash interrupted, and never posts it again', async () => {
  const before = await startLoggedBff({ env, sandbox });
  await before.browser.signIn('sender');
  const { id } = await addRecipient(before.browser);
  const { body: earlier } = await sendMoney(before.browser, id);
  const { body: taken } = await sendMoney(before.browser, id, { source_amount_cents: '50000' });
  await before.app.close();

  // Two intents of a process that died before the answers. The service made the transfer of the second;
  // the first has only an identical transfer that was known before it.
  const [neverTaken, wasTaken] = [crypto.randomUUID(), crypto.randomUUID()];
  const db = await openLedger(env.DATABASE_URL);
  const person = await findUserByEmail(db, 'sender@giro.example');
  await db.deleteFrom('sends').where('transfer_id', '=', taken.id).execute();
  for (const [key, cents, known] of [
    [neverTaken, '100000', [earlier.id]],
    [wasTaken, '50000', []],
  ] as const) {
    const request = {
      destination_account_id: id,
      source_amount_currency: 'CLP',
      destination_amount_currency: 'COP',
    };
    const intent = {
      key,
      user_id: person?.id ?? '',
      guard_scope: person?.id ?? '',
      body_hash: bodyHash({ ...request, source_amount_cents: BigInt(cents) }),
      ...request,
      source_amount_cents: cents,
      quote: null,
      known_transfer_ids: JSON.stringify(known),
      after_unresolved: null,
    };
    // Longer ago than another instance, which PostgreSQL can have, may still be posting it.
    await intend(db, intent, new Date(Date.now() - 5 * 60_000).toISOString());
  }
  await db.destroy();

  const { browser } = await startLoggedBff({ env, sandbox });
  await browser.signIn('sender');
  await eventually(async () => {
    const { body } = await browser.call('GET', `/api/sends/${wasTaken}`);
    expect(body).toMatchObject({ state: 'sent', transfer_id: taken.id });
  });
  const { body: open } = await browser.call('GET', `/api/sends/${neverTaken}`);
  expect(open).toMatchObject({ state: 'unconfirmed', reason: 'interrupted', transfer_id: null });
  const duplicate = await sendMoney(browser, id);
  expect([duplicate.status, duplicate.body.send_key]).toEqual([409, neverTaken]);
  expect(posts()).toBe(2);
});

test('closes the store only after the last round of reconcile', async () => {
  const { app, browser, lines } = await startLoggedBff({ env, sandbox });
  await browser.signIn('sender');
  const { id } = await addRecipient(browser);
  const { status } = await sendMoney(browser, id, {
    source_amount_cents: '50000',
    source_amount_currency: 'USD',
  });
  expect(status).toBe(202);
  await app.close();
  expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});
