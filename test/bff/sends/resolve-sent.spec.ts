import { expect, onTestFinished, test } from 'vitest';
import { createBrowser } from '../../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { addPerson } from '../../support/people.ts';
import { addRecipient, asShown } from '../../support/recipients.ts';
import { startBff } from '../../support/start-bff.ts';

const mate = { email: 'mate@giro.example', password: 'a long enough password' };

/** Two of one team send the same on purpose, both without an answer, and another system sends it too. */
async function twoAmbiguousSends() {
  const bff = await startBff({
    env: { SENDERS_SEE: 'all' },
    reconcile: { intervals: [10], giveUpAfter: 200 },
  });
  onTestFinished(() => bff.close());
  await addPerson(bff.db, { ...mate, name: 'Mate' });
  const [one, other, support] = [1, 2, 3].map(() => createBrowser(bff.app));
  if (!one || !other || !support) throw new Error('three browsers');
  await one.signIn('sender');
  await other.call('POST', '/api/session', mate);
  await support.signIn('support');
  const { id } = await addRecipient(one);

  async function send(browser: ReturnType<typeof createBrowser>, key: string, fields = {}) {
    const body = await asShown(browser, {
      destination_account_id: id,
      source_amount_cents: '60600',
      source_amount_currency: 'USD',
      destination_amount_currency: 'COP',
      ...fields,
    });
    return browser.call('POST', '/api/transfers', body, { 'idempotency-key': key });
  }

  const keys = [crypto.randomUUID(), crypto.randomUUID()] as const;
  const untilUnresolved = (key: string) =>
    eventually(
      async () =>
        expect((await one.call('GET', `/api/sends/${key}`)).body.state).toBe('unresolved'),
      { timeout: 30_000 },
    );
  await send(one, keys[0]);
  await untilUnresolved(keys[0]);
  await send(other, keys[1], { after_unresolved: keys[0] });
  await untilUnresolved(keys[1]);
  return { ...bff, one, support, keys, send };
}

test('support binds a candidate to one of two identical sends, and only once', async () => {
  const { support, keys, sandbox } = await twoAmbiguousSends();
  const listed = await support.call('GET', `/api/sends/${keys[0]}/candidates`);
  const found = listed.body.transfers;
  expect(found).toHaveLength(4);
  const resolveAs = (key: string) =>
    support.call('POST', `/api/sends/${key}/settle`, {
      outcome: 'sent',
      transfer_id: found[0].id,
      reason: 'the first of the two',
    });
  expect(await resolveAs(keys[0])).toMatchObject({
    status: 200,
    body: { state: 'sent', transfer_id: found[0].id, settled_reason: 'the first of the two' },
  });
  expect((await resolveAs(keys[1])).body.errors.transfer_id).toHaveLength(1);
  expect((await resolveAs(keys[0])).body.type).toBe('/problems/send-settled');
  const left = await support.call('GET', `/api/sends/${keys[1]}/candidates`);
  // The others existed before the second send.
  const idsOf = (transfers: { id: string }[]) => transfers.map(({ id }) => id);
  expect(idsOf(left.body.transfers)).toEqual(idsOf([found[2], found[3]]));
  expect(left.body.unread).toEqual([]);
  expect(sandbox.transfers).toHaveLength(4);
});

test('lists the open sends of a team to each of its senders, with the names of the others', async () => {
  const { one, support, keys } = await twoAmbiguousSends();
  const list = '/api/sends?state=unconfirmed';
  const { body: seen } = await one.call('GET', list);
  expect(seen).toMatchObject([{ key: keys[0] }, { key: keys[1], colleague: 'Mate' }]);
  for (const field of ['sender', 'look_alikes']) expect(seen[1]).not.toHaveProperty(field);
  expect(seen[0]).not.toHaveProperty('colleague');
  expect((await one.call('GET', `/api/sends/${keys[1]}`)).body.colleague).toBe('Mate');
  const { body: told } = await support.call('GET', list);
  expect(told).toMatchObject([
    { key: keys[0] },
    { key: keys[1], sender: { name: 'Mate', email: mate.email } },
  ]);
});

test('rejects sending again after support resolved the earlier send as sent', async () => {
  const { one, support, keys, send, sandbox } = await twoAmbiguousSends();
  const listed = await support.call('GET', `/api/sends/${keys[0]}/candidates`);
  const found = listed.body.transfers;
  const reason = 'seen at the service';
  const body = { outcome: 'sent', transfer_id: found[0].id, reason };
  const seen_transfer_ids = found.map((one: { id: string }) => one.id);
  const notSent = { outcome: 'not_sent', reason, seen_transfer_ids };
  expect((await support.call('POST', `/api/sends/${keys[1]}/settle`, notSent)).status).toBe(200);
  await support.call('POST', `/api/sends/${keys[0]}/settle`, body);

  const again = await send(one, crypto.randomUUID(), { after_unresolved: keys[0] });
  expect(again).toMatchObject({
    status: 409,
    body: { type: '/problems/send-settled', send_key: keys[0] },
  });
  expect(sandbox.transfers).toHaveLength(4);

  const like = new URLSearchParams({
    destination_account_id: String(sandbox.transfers[0]?.destination_account_id),
    source_amount_cents: '60600',
    source_amount_currency: 'USD',
    destination_amount_currency: 'COP',
  });
  const { body: warned } = await one.call('GET', `/api/sends?${like}`);
  expect(warned).toMatchObject([{ key: keys[0], state: 'sent' }]);
});
