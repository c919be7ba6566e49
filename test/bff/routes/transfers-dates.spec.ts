import { afterAll, beforeAll, expect, test } from 'vitest';
import { csvRowsHeader } from '../../../src/contract/api/transfer.ts';
import { createBrowser } from '../../support/browser.ts';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';

const clock = { time: Date.parse('2026-01-01T23:30:00Z'), now: () => clock.time };
const midnight = '2026-01-02T00:00:00Z';
let bff: Bff;
let sender: ReturnType<typeof createBrowser>;
let support: ReturnType<typeof createBrowser>;
/** Sent an hour before and an hour after midnight. */
let [early, late] = ['', ''];

beforeAll(async () => {
  // 700 more that Giro has never seen: two batches of times.
  bff = await startBff({ sandbox: { clock, transfers: 700 } });
  [sender, support] = [createBrowser(bff.app), createBrowser(bff.app)];
  await sender.signIn('sender');
  await support.signIn('support');
  const { id } = await addRecipient(sender);
  early = (await sendMoney(sender, id, { source_amount_cents: '100' })).body.id;
  clock.time += 60 * 60_000;
  await sender.signIn('sender');
  await support.signIn('support');
  late = (await sendMoney(sender, id, { source_amount_cents: '200' })).body.id;
});
afterAll(() => bff.close());

async function list(browser: typeof sender, filters: Record<string, string>) {
  const { body } = await browser.call('GET', `/api/transfers?${new URLSearchParams(filters)}`);
  return { ...body, ids: body.items.map(({ id }: { id: string }) => id) };
}

test.each(['sender', 'support'] as const)(
  'finds for %s what was first seen from a time on, and before a time',
  async (role) => {
    const browser = role === 'sender' ? sender : support;
    expect(await list(browser, { first_seen_from: midnight })).toMatchObject({
      ids: [late],
      total: 1,
      counts: { pending: 1 },
    });
    expect(await list(browser, { first_seen_before: midnight })).toMatchObject({
      ids: [early],
      total: 1,
    });
    const both = { first_seen_from: '2026-01-01T00:00:00Z', first_seen_before: midnight };
    expect((await list(browser, both)).ids).toEqual([early]);
    expect((await list(browser, { ...both, q: '200' })).total).toBe(0);
  },
);

test('includes the first moment and excludes the last', async () => {
  const at = '2026-01-01T23:30:00.000Z';
  expect((await list(sender, { first_seen_from: at })).ids).toEqual([late, early]);
  expect((await list(sender, { first_seen_before: at })).ids).toEqual([]);
});

test('leaves out transfers that were never seen', async () => {
  expect((await list(support, {})).total).toBe(702);
  const ever = { first_seen_from: '1970-01-01T00:00:00Z', limit: '200' };
  expect((await list(support, ever)).ids).toEqual([late, early]);
});

test('filters the CSV alike, and says how many transfers it has', async () => {
  const csv = (body: object) =>
    support.fetch('/api/transfers.csv', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const some = await csv({ first_seen_from: midnight });
  expect(some.headers.get(csvRowsHeader)).toBe('1');
  const lines = (await some.text()).trimEnd().split('\r\n');
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual([late]);
  expect((await csv({})).headers.get(csvRowsHeader)).toBe('702');
});

test('refuses a day in place of a time', async () => {
  const { status } = await support.call('GET', '/api/transfers?first_seen_from=2026-01-02');
  expect(status).toBe(400);
});
