import { afterEach, expect, test } from 'vitest';
import { findUserByEmail } from '../../../src/bff/ledger/people/users.ts';
import { marksOf } from '../../../src/bff/recipients/account-marks.ts';
import { createBrowser } from '../../support/browser.ts';
import { addPerson } from '../../support/people.ts';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';

const path = '/api/destination_accounts';
const unmarked = { pinned: false, archived: false, last_sent: null };
const clock = { time: Date.parse('2026-01-01T12:00:00Z'), now: () => clock.time };

let bff: Bff;
afterEach(() => bff.close());

async function start(sendersSee: 'own' | 'all' = 'own') {
  bff = await startBff({ env: { SENDERS_SEE: sendersSee }, sandbox: { clock } });
  const mate = { email: 'mate@giro.example', password: 'a long enough password', name: 'Mate' };
  await addPerson(bff.db, mate);
  const [sender, other, support] = [bff, bff, bff].map(({ app }) => createBrowser(app));
  if (!sender || !other || !support) throw new Error('three browsers');
  await sender.signIn('sender');
  await support.signIn('support');
  await other.call('POST', '/api/session', mate);
  const { id } = await addRecipient(sender);
  const mark = (by: typeof sender, body: object) => by.call('PUT', `${path}/${id}/marks`, body);
  /** The marks in the single answer, which are also those in the list. Only the single one names the sender. */
  const seenBy = async (by: typeof sender) => {
    const one = (await by.call('GET', `${path}/${id}`)).body;
    const listed = (await by.call('GET', path)).body.find((item: { id: string }) => item.id === id);
    const { country: _, sender: _sender, ...rest } = one;
    expect(listed).toMatchObject(rest);
    const { pinned, archived, archived_by, last_sent } = one;
    return { pinned, archived, last_sent, ...(archived_by !== undefined && { archived_by }) };
  };
  return { id, sender, other, support, mark, seenBy };
}

test('are of the person who made them, and are changed without a call of the service', async () => {
  const { id, sender, other, mark, seenBy } = await start();
  expect(await seenBy(sender)).toEqual(unmarked);
  const before = bff.sandbox.requests.length;
  expect(await mark(sender, { pinned: true })).toMatchObject({
    status: 200,
    body: { ...unmarked, pinned: true },
  });
  expect((await mark(sender, { archived: true })).body).toEqual({
    ...unmarked,
    pinned: true,
    archived: true,
  });
  expect(bff.sandbox.requests).toHaveLength(before);
  expect(await seenBy(sender)).toEqual({ ...unmarked, pinned: true, archived: true });
  await mark(sender, { archived: false });
  expect(await seenBy(sender)).toEqual({ ...unmarked, pinned: true });

  for (const body of [{ pinned: 'yes' }, { archived: 1 }, []]) {
    expect((await mark(sender, body)).status).toBe(422);
  }
  expect((await mark(other, { pinned: true })).status).toBe(404);
  expect((await sender.call('PUT', `${path}/999999/marks`, { pinned: true })).status).toBe(404);
  expect((await other.call('GET', `${path}/${id}`)).status).toBe(404);
});

test('stay through an edit', async () => {
  const { id, sender, mark } = await start();
  await mark(sender, { pinned: true });
  const edit = { alias: 'Another', category: 'wallet' };
  const { body } = await sender.call('PUT', `${path}/${id}`, edit);
  expect(body).toMatchObject({ alias: 'Another', pinned: true, archived: false });
});

test('of a team: each has their own pins, archiving counts for all and names its person', async () => {
  const { sender, other, support, mark, seenBy } = await start('all');
  await mark(sender, { pinned: true, archived: true });
  expect(await seenBy(sender)).toEqual({ ...unmarked, pinned: true, archived: true });
  const theirs = { ...unmarked, archived: true, archived_by: 'Sam Sender' };
  expect(await seenBy(other)).toEqual(theirs);
  expect(await seenBy(support)).toEqual(theirs);
  expect((await mark(other, { archived: false })).body).toEqual(unmarked);
  expect(await seenBy(sender)).toEqual({ ...unmarked, pinned: true });
});

test('are read by support, who can change none', async () => {
  const { sender, support, mark, seenBy } = await start();
  await mark(sender, { pinned: true, archived: true });
  expect(await seenBy(support)).toEqual({
    ...unmarked,
    archived: true,
    archived_by: 'Sam Sender',
  });
  expect((await mark(support, { archived: false })).status).toBe(403);
  expect(await seenBy(sender)).toMatchObject({ archived: true });
});

test('come with the last amounts that were sent, exactly', async () => {
  const { id, sender, support, seenBy } = await start();
  await sendMoney(sender, id);
  const second = await sendMoney(sender, id, { source_amount_cents: '123456789012345678901' });
  expect(second.status).toBe(201);
  // Refused by the sandbox, so it is not the last.
  const refused = { source_amount_cents: '40400', source_amount_currency: 'USD' };
  expect((await sendMoney(sender, id, refused)).status).toBe(404);
  const { source_amount_cents, destination_amount_cents } = second.body;
  expect(source_amount_cents).toBe('123456789012345678901');
  const last_sent = {
    ...{ source_amount_cents, destination_amount_cents },
    ...{ source_amount_currency: 'CLP', destination_amount_currency: 'COP' },
    at: expect.stringMatching(/^\d{4}-.*Z$/),
  };
  expect(await seenBy(sender)).toEqual({ ...unmarked, last_sent });
  expect(await seenBy(support)).toEqual({ ...unmarked, last_sent });
});

test("of a colleague's send or archiving are not told once senders are apart", async () => {
  const { id, sender, other, mark, seenBy } = await start('all');
  await sendMoney(other, id);
  await mark(other, { archived: true });
  expect(await seenBy(sender)).toMatchObject({
    archived_by: 'Mate',
    last_sent: { source_amount_cents: '100000' },
  });
  const user = await findUserByEmail(bff.db, 'sender@giro.example');
  const marks = await marksOf(bff.db, { user_id: user?.id ?? '', canSee: 'own' });
  expect(marks.get(id)).toEqual({ ...unmarked, archived: true });
});
