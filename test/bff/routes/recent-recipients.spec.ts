import { afterAll, beforeAll, expect, test } from 'vitest';
import { own } from '../../../src/bff/ledger/people/owners.ts';
import { createBrowser } from '../../support/browser.ts';
import { addPerson } from '../../support/people.ts';
import { addRecipient, addWallet, sendMoney } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';

const path = '/api/destination_accounts/recent';

let bff: Bff;
let sender: ReturnType<typeof createBrowser>;
let now = Date.parse('2026-01-01T12:00:00Z');

beforeAll(async () => {
  bff = await startBff({ sandbox: { clock: { now: () => now } } });
  sender = createBrowser(bff.app);
  await sender.signIn('sender');
});
afterAll(() => bff.close());

const recent = async (caller = sender) => (await caller.call('GET', path)).body;

test('answers whom the person sent to, latest first, with the last amount', async () => {
  expect(await recent()).toEqual([]);
  const mama = await addRecipient(sender);
  const wallet = await addWallet(sender);
  await addRecipient(sender, { alias: 'Never paid' });
  await sendMoney(sender, mama.id);
  now += 1_000;
  await sendMoney(sender, wallet.id, { destination_amount_currency: 'ETH' });
  now += 1_000;
  await sendMoney(sender, mama.id, { source_amount_cents: '250000' });
  expect(await recent()).toEqual([
    {
      id: mama.id,
      alias: 'Mamá Bogotá',
      category: 'bank',
      country_id: mama.country.id,
      country_code: 'CO',
      source_amount_cents: '250000',
      source_amount_currency: 'CLP',
      destination_amount_currency: 'COP',
      sent_at: '2026-01-01T12:00:02.000Z',
    },
    expect.objectContaining({ id: wallet.id, category: 'wallet', source_amount_cents: '100000' }),
  ]);
});

test('answers at most 6', async () => {
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) {
    const { id } = await addRecipient(sender, { alias: `Recipient ${name}` });
    now += 1_000;
    await sendMoney(sender, id);
  }
  const aliases = (await recent()).map(({ alias }: { alias: string }) => alias);
  expect(aliases).toEqual(['G', 'F', 'E', 'D', 'C', 'B'].map((name) => `Recipient ${name}`));
});

test('puts the person’s pinned ones first', async () => {
  const before = await recent();
  const last = before.at(-1);
  const marks = `/api/destination_accounts/${last.id}/marks`;
  await sender.call('PUT', marks, { pinned: true });
  expect(await recent()).toEqual([last, ...before.slice(0, -1)]);
  await sender.call('PUT', marks, { pinned: false });
  expect(await recent()).toEqual(before);
});

test('leaves archived recipients out', async () => {
  const [first, second] = await recent();
  const marks = `/api/destination_accounts/${first.id}/marks`;
  await sender.call('PUT', marks, { archived: true });
  expect((await recent())[0]).toEqual(second);
  await sender.call('PUT', marks, { archived: false });
  expect((await recent())[0]).toEqual(first);
});

test('answers nothing of another person, and no recipient that now belongs to another', async () => {
  const person = { email: 'ben@giro.example', password: 'a long password of Ben' };
  await addPerson(bff.db, person);
  const other = createBrowser(bff.app);
  await other.call('POST', '/api/session', person);
  expect(await recent(other)).toEqual([]);
  const [first] = await recent();
  const users = await bff.db.selectFrom('users').selectAll().execute();
  const ben = users.find(({ email }) => email === person.email)?.id ?? '';
  await bff.db.deleteFrom('owners').where('id', '=', first.id).execute();
  await own(bff.db, 'account', first.id, ben, '2026-01-01T12:00:00.000Z');
  expect((await recent()).map(({ id }: { id: string }) => id)).not.toContain(first.id);
  expect(await recent(other)).toEqual([]);
});

test('is for senders alone', async () => {
  const support = createBrowser(bff.app);
  await support.signIn('support');
  expect((await support.call('GET', path)).status).toBe(403);
  expect((await createBrowser(bff.app).call('GET', path)).status).toBe(401);
});
