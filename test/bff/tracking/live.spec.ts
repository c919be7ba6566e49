import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSessions } from '../../../src/bff/auth/sessions.ts';
import { addUser } from '../../../src/bff/ledger/people/users.ts';
import type { Role } from '../../../src/contract/api/session.ts';
import { asOf, transferRow } from '../../../src/contract/api/transfer.ts';
import { createBrowser } from '../../support/browser.ts';
import { openStream, type StreamEvent } from '../../support/event-stream.ts';
import { eventually } from '../../support/eventually.ts';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';

const clock = { time: Date.parse('2026-01-01T12:00:00Z'), now: () => clock.time };
let bff: Bff;
let url: string;
let sender: ReturnType<typeof createBrowser>;
let account: string;

beforeAll(async () => {
  const tracking = { intervals: { min: 25, max: 50 } };
  bff = await startBff({ sandbox: { clock, transfers: 40 }, tracking });
  url = await bff.app.listen({ host: '127.0.0.1', port: 0 });
  sender = createBrowser(bff.app);
  await sender.signIn('sender');
  account = (await addRecipient(sender)).id;
});
afterAll(() => bff.close());

const sessionOf = (browser: typeof sender) => browser.cookies.get('giro') ?? '';
const sessions = () => createSessions(bff.db, clock.now, { idle: 3_600_000, max: 3_600_000 });

async function person(email: string, role: Role) {
  const user = await addUser(
    bff.db,
    { email, name: email, role, password_hash: null },
    '2026-01-01T00:00:00Z',
  );
  if (!user) throw new Error('the person is there already');
  return sessions().open(user);
}

// A different amount each time: a repeat would be rejected as sent before.
let amount = 100_000;
const send = async () => {
  const source_amount_cents = String(amount++);
  return (await sendMoney(sender, account, { source_amount_cents })).body.id;
};
const changes = (stream: { events: StreamEvent[] }) =>
  stream.events
    .filter(({ name }) => name === 'transfer')
    .map(({ data }) => {
      const { id, state } = transferRow.parse(data);
      return `${id} ${state}`;
    });

const shows = (stream: { events: StreamEvent[] }, ids: string[], state: string) =>
  ids.every((id) => changes(stream).includes(`${id} ${state}`));

test('streams each change with its alias to those who may see it', async () => {
  const mine = await openStream(url, sessionOf(sender));
  const other = await openStream(url, await person('other@giro.example', 'sender'));
  const all = await openStream(url, await person('help@giro.example', 'support'));
  const sentAt = new Date(clock.time).toISOString();
  const id = await send();
  await Promise.all([mine, all].map((one) => one.until(() => changes(one).length > 0)));
  clock.time += 5_000;
  await Promise.all([mine, all].map((one) => one.until(() => shows(one, [id], 'assigned'))));
  // The send and the next read of the list may both tell of the same change.
  const told = [...new Map(mine.named('transfer').map(({ data }) => [JSON.stringify(data), data]))];
  expect(told.map(([, data]) => data)).toMatchObject([
    {
      id,
      state: 'pending',
      source_amount_cents: '100000',
      alias: 'Mamá Bogotá',
      first_seen_at: sentAt,
    },
    { id, state: 'assigned', first_seen_at: sentAt },
  ]);
  expect(new Set(changes(all))).toEqual(new Set(changes(mine)));
  const before = other.named('as_of').length;
  await other.until(() => other.named('as_of').length > before + 1);
  expect(other.named('transfer')).toEqual([]);
  expect(other.named('as_of').at(-1)?.data).toMatchObject({ service: 'ok' });
  for (const stream of [mine, other, all]) stream.drop();
});

test('is not cached, compressed or buffered, and only answers an EventSource', async () => {
  const { response, drop } = await openStream(url, sessionOf(sender));
  expect(response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'content-security-policy': expect.any(String),
  });
  expect(response.headers['content-encoding']).toBeUndefined();
  drop();
  expect((await sender.call('GET', '/api/transfers/events')).status).toBe(400);
  const nobody = await openStream(url, 'nobody');
  expect(nobody.response.statusCode).toBe(401);
});

test('resumes 200 streams after a lost connection without missing a change', async () => {
  const support = await person('steady@giro.example', 'support');
  const people = await Promise.all(
    Array.from({ length: 25 }, (_, index) => person(`page${index}@giro.example`, 'support')),
  );
  const steady = await openStream(url, support);
  const open = (lastIds: (string | undefined)[]) =>
    Promise.all(lastIds.map((lastId, index) => openStream(url, people[index % 25] ?? '', lastId)));
  const reads = () => bff.sandbox.requests.filter(({ path }) => path.endsWith('/transfers')).length;

  const first = await open(Array.from({ length: 200 }, () => undefined));
  await Promise.all(first.map((page) => page.until(() => page.lastId() !== undefined)));
  const sent = [await send(), await send(), await send()];
  await Promise.all(first.map((page) => page.until(() => shows(page, sent, 'pending'))));
  for (const page of first) page.drop();
  await Promise.all(first.map((page) => page.ended));

  // These happen while all 200 are disconnected.
  sent.push(await send(), await send());
  clock.time += 5_000;
  await steady.until(() => shows(steady, sent, 'assigned'));

  const before = reads();
  const second = await open(first.map((page) => page.lastId()));
  await Promise.all(second.map((page) => page.until(() => shows(page, sent, 'assigned'))));
  clock.time += 10_000;
  await Promise.all(
    [...second, steady].map((page) => page.until(() => shows(page, sent, 'executed'))),
  );
  expect(reads() - before).toBeLessThan(50);
  // A transfer that changed twice in between is told once, as it is now.
  const passed = new Set(sent.slice(3).map((id) => `${id} pending`));
  const expected = changes(steady).filter((change) => !passed.has(change));
  second.forEach((page, index) => {
    const seen = [...(first[index] ? changes(first[index]) : []), ...changes(page)];
    expect(seen).toEqual(expected);
    expect(page.named('reset')).toEqual([]);
  });
  for (const page of [...second, steady]) page.drop();
}, 60_000);

test('sends a reset to a stream that resumes from another run', async () => {
  const page = await openStream(url, sessionOf(sender), 'another.7');
  await page.until(() => page.events.length > 1);
  expect(page.events[0]).toMatchObject({ name: 'reset' });
  page.drop();
});

test('resumes after the event id of a list', async () => {
  const watcher = await openStream(url, sessionOf(sender));
  const id = await send();
  await watcher.until(() => shows(watcher, [id], 'pending'));
  const { body } = await sender.call('GET', '/api/transfers');
  clock.time += 60_000;
  await watcher.until(() => shows(watcher, [id], 'executed'));
  const page = await openStream(url, sessionOf(sender), body.event_id);
  await page.until(() => shows(page, [id], 'executed'));
  expect(body.items[0]).toMatchObject({ id, state: 'pending' });
  expect(changes(page)).not.toContain(`${id} pending`);
  for (const one of [watcher, page]) one.drop();
});

test('rejects the ninth stream of a person', async () => {
  const session = await person('tabs@giro.example', 'sender');
  const pages = await Promise.all(Array.from({ length: 8 }, () => openStream(url, session)));
  const ninth = await openStream(url, session);
  expect([ninth.response.statusCode, ninth.response.headers['retry-after']]).toEqual([429, '60']);
  pages[0]?.drop();
  await eventually(async () => {
    const again = await openStream(url, session);
    again.drop();
    expect(again.response.statusCode).toBe(200);
  });
  for (const page of pages) page.drop();
});

test('ends only the streams of a session that signs out', async () => {
  const [one, two] = [createBrowser(bff.app), createBrowser(bff.app)];
  await one.signIn('support');
  await two.signIn('support');
  const ending = await openStream(url, sessionOf(one));
  const staying = await openStream(url, sessionOf(two));
  await one.call('DELETE', '/api/session');
  await ending.ended;
  const before = staying.named('as_of').length;
  await staying.until(() => staying.named('as_of').length > before);
  staying.drop();
});

test.each([
  ['signed out', (id: string) => bff.db.deleteFrom('sessions').where('user_id', '=', id).execute()],
  [
    'disabled',
    (id: string) =>
      bff.db.updateTable('users').set({ disabled_at: '2026-01-01' }).where('id', '=', id).execute(),
  ],
  [
    'made a sender',
    (id: string) =>
      bff.db.updateTable('users').set({ role: 'sender' }).where('id', '=', id).execute(),
  ],
])('sends no further changes to a person who was %s at another instance', async (how, end) => {
  const email = `${how.replaceAll(' ', '-')}@giro.example`;
  const page = await openStream(url, await person(email, 'support'));
  await page.until(() => page.named('as_of').length > 0);
  const user = await bff.db.selectFrom('users').select('id').where('email', '=', email).execute();
  await end(user[0]?.id ?? '');
  clock.time += 6_000;
  const before = changes(page).length;
  const id = await send();
  await page.ended;
  expect(changes(page).slice(before)).not.toContain(`${id} pending`);
});

test('reports a silent service with the time of its last answer', async () => {
  const own = await startBff({
    sandbox: { clock },
    tracking: { intervals: { min: 25, max: 50 } },
  });
  const at = await own.app.listen({ host: '127.0.0.1', port: 0 });
  const browser = createBrowser(own.app);
  await browser.signIn('support');
  const page = await openStream(at, sessionOf(browser));
  await page.until(() => page.named('as_of').length > 0);
  const last = new Date(clock.time).toISOString();
  await own.stopService();
  clock.time += 60_000;
  const isSilent = ({ data }: StreamEvent) => asOf.parse(data).service === 'silent';
  await page.until(() => page.named('as_of').some(isSilent));
  expect(page.named('as_of').find(isSilent)?.data).toEqual({ as_of: last, service: 'silent' });
  const { body } = await browser.call('GET', '/api/transfers');
  expect(body).toMatchObject({ as_of: last, service: 'silent', total: 0 });
  await own.close();
  await page.ended;
});
