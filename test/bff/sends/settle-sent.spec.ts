import { expect, onTestFinished, test, vi } from 'vitest';
import { addUser } from '../../../src/bff/ledger/users.ts';
import { hashPassword } from '../../../src/bff/sign-in/passwords.ts';
import { createBrowser } from '../../support/browser.ts';
import { addRecipient } from '../../support/recipients.ts';
import { startBff } from '../../support/start-bff.ts';

const mate = { email: 'mate@giro.example', password: 'a long enough password' };

/** Two of one team send the same, both lose the answer: nothing tells which transfer is whose. */
async function twoThatCantBeTold() {
  const bff = await startBff({
    env: { SENDERS_SEE: 'all' },
    reconcile: { intervals: [10], giveUpAfter: 200 },
  });
  onTestFinished(() => bff.close());
  const now = new Date().toISOString();
  const password_hash = await hashPassword(mate.password);
  await addUser(bff.db, { email: mate.email, name: 'Mate', role: 'sender', password_hash }, now);
  const [one, other, support] = [1, 2, 3].map(() => createBrowser(bff.app));
  if (!one || !other || !support) throw new Error('three browsers');
  await one.signIn('sender');
  await other.call('POST', '/api/session', mate);
  await support.signIn('support');
  const { id } = await addRecipient(one);

  function send(browser: ReturnType<typeof createBrowser>, key: string, fields = {}) {
    const body = {
      destination_account_id: id,
      source_amount_cents: '50200',
      source_amount_currency: 'USD',
      destination_amount_currency: 'COP',
      ...fields,
    };
    return browser.call('POST', '/api/transfers', body, { 'idempotency-key': key });
  }

  const keys = [crypto.randomUUID(), crypto.randomUUID()] as const;
  await Promise.all([send(one, keys[0]), send(other, keys[1])]);
  await vi.waitFor(
    async () => {
      for (const key of keys) {
        expect((await one.call('GET', `/api/sends/${key}`)).body.state).toBe('unresolved');
      }
    },
    { timeout: 5_000 },
  );
  return { ...bff, one, support, keys, send };
}

test('support binds one of two that can be it, and only once', async () => {
  const { support, keys, sandbox } = await twoThatCantBeTold();
  const { body: found } = await support.call('GET', `/api/sends/${keys[0]}/candidates`);
  expect(found).toHaveLength(2);
  const settle = (key: string) =>
    support.call('POST', `/api/sends/${key}/settle`, {
      outcome: 'sent',
      transfer_id: found[0].id,
      reason: 'the first of the two',
    });
  expect(await settle(keys[0])).toMatchObject({
    status: 200,
    body: { state: 'sent', transfer_id: found[0].id, settled_reason: 'the first of the two' },
  });
  expect((await settle(keys[1])).body.type).toBe('/problems/send-settled');
  const left = await support.call('GET', `/api/sends/${keys[1]}/candidates`);
  expect(left.body).toEqual([found[1]]);
  expect(sandbox.transfers).toHaveLength(2);
});

test('the open sendings of a sender are their own, also in a team', async () => {
  const { one, support, keys } = await twoThatCantBeTold();
  const list = '/api/sends?state=unconfirmed';
  const keysOf = (body: { key: string }[]) => body.map(({ key }) => key);
  expect(keysOf((await one.call('GET', list)).body)).toEqual([keys[0]]);
  expect(keysOf((await support.call('GET', list)).body).sort()).toEqual([...keys].sort());
});

test('a choice to send again, made before support found the earlier one, sends nothing', async () => {
  const { one, support, keys, send, sandbox } = await twoThatCantBeTold();
  const { body: found } = await support.call('GET', `/api/sends/${keys[0]}/candidates`);
  const reason = 'seen at the service';
  const body = { outcome: 'sent', transfer_id: found[0].id, reason };
  await support.call('POST', `/api/sends/${keys[0]}/settle`, body);

  const again = await send(one, crypto.randomUUID(), { after_unresolved: keys[0] });
  expect(again).toMatchObject({
    status: 409,
    body: { type: '/problems/send-settled', send_key: keys[0] },
  });
  expect(sandbox.transfers).toHaveLength(2);

  const like = new URLSearchParams({
    destination_account_id: String(sandbox.transfers[0]?.destination_account_id),
    source_amount_cents: '50200',
    source_amount_currency: 'USD',
    destination_amount_currency: 'COP',
  });
  const { body: warned } = await one.call('GET', `/api/sends?${like}`);
  expect(warned).toMatchObject([{ key: keys[0], state: 'sent' }]);
});
