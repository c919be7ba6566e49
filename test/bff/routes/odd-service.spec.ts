import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Oddity } from '../../../src/sandbox/oddities.ts';
import { createBrowser } from '../../support/browser.ts';
import { addRecipient, addWallet, sendMoney } from '../../support/recipients.ts';
import { startBff } from '../../support/start-bff.ts';

const clock = { time: Date.parse('2026-01-01T12:00:00Z'), now: () => clock.time };

/** A BFF whose sandbox has one recipient and one transfer, and then answers with these oddities. */
async function odd(
  names: Oddity[],
  { from = [] as Oddity[], timeouts = {}, add = addRecipient } = {},
) {
  const bff = await startBff({ sandbox: { clock, odd: from }, timeouts });
  onTestFinished(() => bff.close());
  const [sender, support] = [createBrowser(bff.app), createBrowser(bff.app)];
  await sender.signIn('sender');
  await support.signIn('support');
  const account = await add(sender, { alias: 'Gloria' });
  const { body: transfer } = await sendMoney(sender, account.id);
  for (const name of names) bff.sandbox.odd.add(name);
  // Shared reads have expired by then.
  clock.time += 61_000;
  const health = async () => (await support.call('GET', '/api/support/health')).body;
  const metrics = async () => (await bff.app.inject({ url: '/metrics' })).body;
  const ready = async () => (await bff.app.inject({ url: '/readyz' })).json();
  return { bff, sender, support, account, transfer, health, metrics, ready };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('an unreadable record in each list', () => {
  test('leaves the other records readable and transfers possible', async () => {
    const { sender, support, account, transfer } = await odd(['rows']);
    expect((await sender.call('GET', '/api/transfers')).body).toMatchObject({
      items: [{ id: transfer.id }],
      missing: [],
      service: 'ok',
    });
    expect((await support.call('GET', '/api/transfers')).body).toMatchObject({
      items: [{ id: transfer.id }],
      missing: ['some-transfers'],
    });
    for (const path of ['/api/destination_accounts', '/api/countries', '/api/banks']) {
      expect((await sender.call('GET', path)).status).toBe(200);
    }
    expect((await sender.call('GET', '/api/currencies')).body).not.toContainEqual(
      expect.objectContaining({ iso_code: 'ODD' }),
    );
    const sent = await sendMoney(sender, account.id, { source_amount_cents: '7700' });
    expect(sent.status).toBe(201);
  });

  test('is named by id and field in health, and counted in metrics', async () => {
    const { support, health, metrics, ready } = await odd(['rows']);
    await support.call('GET', '/api/transfers');
    await support.call('GET', '/api/destination_accounts');
    const { lists } = await health();
    expect(lists).toContainEqual({
      list: 'transfers',
      failing: null,
      odd: { items: [{ id: '104004', place: 0, field: 'source_amount_cents' }], total: 1 },
    });
    expect(lists).toContainEqual({
      list: 'accounts',
      failing: null,
      odd: { items: [{ id: '104005', place: 0, field: 'category' }], total: 1 },
    });
    expect(JSON.stringify(lists)).not.toContain('Odd');
    expect(await metrics()).toContain('giro_service_list_odd_rows{list="transfers"} 1');
    expect(await metrics()).toContain('giro_service_list_readable{list="transfers"} 1');
    expect(await ready()).toEqual({ store: true, service: true, clock: true });
  });

  test('refuses a send only when the record has no id and could be its transfer', async () => {
    const { bff, sender, account } = await odd(['nameless-row']);
    const refused = await sendMoney(sender, account.id, { source_amount_cents: '7700' });
    expect([refused.status, refused.body.type]).toEqual([502, '/problems/service-answer']);
    expect(bff.sandbox.transfers).toHaveLength(1);
    bff.sandbox.odd.clear();
    const sent = await sendMoney(sender, account.id, { source_amount_cents: '7700' });
    expect(sent.status).toBe(201);
  });
});

describe('an unreadable list', () => {
  test('is reported as failing, and is read again by the readiness probe', async () => {
    const { bff, support, health, metrics, ready } = await odd([]);
    await support.call('GET', '/api/transfers');
    bff.sandbox.odd.add('unlisted');
    clock.time += 61_000;
    expect((await support.call('GET', '/api/transfers')).body.service).toBe('unreadable');
    expect((await health()).lists).toContainEqual({
      list: 'transfers',
      failing: { kind: 'unreadable', since: expect.any(String) },
      odd: { items: [], total: 0 },
    });
    expect(await metrics()).toContain('giro_service_list_readable{list="transfers"} 0');
    expect(await ready()).toEqual({ store: true, service: false, clock: true });
    bff.sandbox.odd.clear();
    clock.time += 6_000;
    expect(await ready()).toEqual({ store: true, service: true, clock: true });
    expect(await metrics()).toContain('giro_service_list_readable{list="transfers"} 1');
  });
});

describe('a search', () => {
  const found = (body: { recipients: { total: number }; missing: string[] }) => [
    body.recipients.total,
    body.missing,
  ];

  test('waits for the first read of the recipients', async () => {
    const { support } = await odd(['slow-recipients']);
    const { body } = await support.call('GET', '/api/support/search?q=Gloria');
    expect(found(body)).toEqual([1, []]);
  });

  test('reports that the recipients could not be searched', async () => {
    const { bff, sender, support } = await odd(['no-recipients']);
    const { body } = await support.call('GET', '/api/support/search?q=Gloria');
    expect(found(body)).toEqual([0, ['recipients']]);
    const list = (await sender.call('GET', '/api/transfers?q=Gloria')).body;
    expect([list.total, list.missing]).toEqual([0, ['recipients']]);
    bff.sandbox.odd.clear();
    const again = await support.call('GET', '/api/support/search?q=Gloria');
    expect(found(again.body)).toEqual([1, []]);
  });

  test('reports left-out records only to people who may see them', async () => {
    // With a wallet alone, the banks were never read.
    const { sender, support } = await odd(['rows', 'no-banks'], { add: addWallet });
    const { body } = await support.call('GET', '/api/support/search?q=nobody');
    expect(found(body)).toEqual([0, ['banks', 'some-recipients', 'some-transfers']]);
    const own = (await sender.call('GET', '/api/transfers?q=Gloria')).body;
    expect([own.total, own.missing]).toEqual([1, ['banks']]);
  });
});

describe('a transfer', () => {
  const shown = async ({ sender, transfer }: Awaited<ReturnType<typeof odd>>) =>
    (await sender.call('GET', `/api/transfers/${transfer.id}`)).body;

  test('reports a recipient that can not be read, and never as deleted', async () => {
    const world = await odd(['no-recipients']);
    expect(await shown(world)).toMatchObject({
      transfer: { id: world.transfer.id },
      recipient: null,
      missing: ['recipient'],
    });
  });

  test('is answered as last seen, with its time, while the service is down', async () => {
    const world = await odd([]);
    const list = await world.support.call('GET', '/api/support/search?q=Gloria');
    await world.bff.stopService();
    const { body, status } = await world.support.call('GET', `/api/transfers/${world.transfer.id}`);
    expect([status, body]).toMatchObject([
      200,
      {
        transfer: { id: world.transfer.id, state: 'executed' },
        recipient: { alias: 'Gloria' },
        service: 'silent',
        as_of: list.body.as_of,
        sender: { email: 'sender@giro.example' },
      },
    ]);
  });

  test('is answered from the ledger when no list was read', async () => {
    const world = await odd([]);
    await world.bff.stopService();
    const body = await shown(world);
    expect(body).toMatchObject({ transfer: { id: world.transfer.id }, service: 'silent' });
    expect(body.missing).toEqual(['recipient']);
  });

  test('reports an answer with the id of another transfer', async () => {
    const world = await odd(['other-id']);
    expect(await shown(world)).toMatchObject({
      transfer: { id: world.transfer.id },
      service: 'unreadable',
    });
    const account = await world.sender.call('GET', `/api/destination_accounts/${world.account.id}`);
    expect([account.status, account.body.type]).toEqual([502, '/problems/service-answer']);
  });

  test('lists a state after a final one in the order of observation', async () => {
    const world = await odd(['taken-back']);
    expect((await shown(world)).transfer.state).toBe('executed');
    clock.time += 10_000;
    const { transfer, timeline } = await shown(world);
    expect(transfer.state).toBe('assigned');
    expect(timeline.map(({ state }: { state: string }) => state)).toEqual([
      'pending',
      'executed',
      'assigned',
    ]);
    const list = await world.sender.call('GET', '/api/transfers');
    expect(list.body.items[0].state).toBe('assigned');
  });
});

describe('a rejected bearer token', () => {
  test.each<Oddity[]>([[], ['forbidden']])('is renewed for a read (%s)', async (...names) => {
    const { bff, sender } = await odd(names);
    bff.sandbox.revokeTokens();
    expect((await sender.call('GET', '/api/destination_accounts')).status).toBe(200);
  });

  test('leaves a send unconfirmed and never posts it again', async () => {
    const { bff, sender, account } = await odd([]);
    const posts = () =>
      bff.sandbox.requests.filter(({ method, path }) => {
        return method === 'POST' && path === '/api/v3/transfers';
      }).length;
    const before = posts();
    const sent = await sendMoney(sender, account.id, { source_amount_cents: '401' });
    expect([sent.status, sent.body.send]).toMatchObject([
      202,
      { state: 'unconfirmed', no_answer: 'unreadable' },
    ]);
    expect(posts() - before).toBe(1);
  });
});

test('handles ids of 20 digits in send, show, list and cursor', async () => {
  const { sender, account, transfer } = await odd([], { from: ['long-ids'] });
  expect([account.id.length, transfer.id.length]).toEqual([20, 20]);
  await sendMoney(sender, account.id, { source_amount_cents: '7700' });
  const first = (await sender.call('GET', '/api/transfers?limit=1')).body;
  const second = (await sender.call('GET', `/api/transfers?limit=1&cursor=${first.next_cursor}`))
    .body;
  const ids = [...first.items, ...second.items].map(({ id }: { id: string }) => BigInt(id));
  expect(ids).toEqual([BigInt(transfer.id) + 1n, BigInt(transfer.id)]);
  expect((await sender.call('GET', `/api/transfers/${transfer.id}`)).status).toBe(200);
  expect((await sender.call('GET', `/api/destination_accounts/${account.id}`)).status).toBe(200);
});

test.each<[Oddity, number, string]>([
  ['gzip', 502, '/problems/service-answer'],
  ['redirect', 502, '/problems/service-answer'],
])('%s is answered as unreadable', async (name, status, type) => {
  const { sender, account } = await odd([name]);
  const { body, ...got } = await sender.call('GET', `/api/destination_accounts/${account.id}`);
  expect([got.status, body.type]).toEqual([status, type]);
});

test('counts a state named like a member of Object.prototype', async () => {
  const { sender, account } = await odd(['members']);
  await sendMoney(sender, account.id, { source_amount_cents: '7700' });
  const { body } = await sender.call('GET', '/api/transfers');
  expect(body.counts).toEqual({ constructor: 1, executed: 1 });
});

test('reads the message of a refusal with errors: null', async () => {
  const { sender } = await odd(['null-errors']);
  const { id } = await addRecipient(sender, { alias: 'Short' });
  const sent = await sendMoney(sender, id, { source_amount_cents: '404' });
  expect([sent.status, sent.body.type]).toEqual([404, '/problems/rate-not-available']);
});

test('lists an account whose country has no code', async () => {
  const { sender } = await odd(['null-countries']);
  expect((await sender.call('GET', '/api/destination_accounts')).body).toHaveLength(1);
});
