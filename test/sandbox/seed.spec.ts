import { expect, test } from 'vitest';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { list, property, start } from './start.ts';

test('starts empty', async () => {
  const { as } = await start();
  expect((await as('GET', '/api/v3/transfers')).body).toEqual([]);
  expect((await as('GET', '/api/v3/destination_accounts')).body).toEqual([]);
});

test('the same seed gives the same transfers, in every state, to existing accounts', () => {
  const clock = { now: () => 1_767_268_800_000 };
  const one = createSandbox({ clock, transfers: 200 });
  const same = createSandbox({ clock, transfers: 200 });
  expect(one.transfers).toEqual(same.transfers);
  expect(one.accounts).toEqual(same.accounts);
  expect(createSandbox({ clock, transfers: 200, seed: 2 }).transfers).not.toEqual(one.transfers);

  expect(one.transfers).toHaveLength(200);
  expect(one.accounts).toHaveLength(10);
  expect(new Set(one.transfers.map(({ state }) => state))).toEqual(
    new Set(['pending', 'assigned', 'executed', 'rejected']),
  );
  const ids = new Set(one.accounts.map(({ id }) => id));
  for (const { destination_account_id } of one.transfers)
    expect(ids).toContain(destination_account_id);
  expect(new Set(one.accounts.map(({ alias }) => alias)).size).toBe(10);
});

test('seeded states do not change with the clock', () => {
  const clock = { time: 1_767_268_800_000, now: () => clock.time };
  const sandbox = createSandbox({ clock, transfers: 100 });
  const before = sandbox.transfers;
  clock.time += 3_600_000;
  expect(sandbox.transfers).toEqual(before);
});

test('lists 100,000 seeded transfers to 5,000 accounts in full', async () => {
  const { as, sandbox } = await start({ transfers: 100_000 });
  const { status, body } = await as('GET', '/api/v3/transfers');
  expect(status).toBe(200);
  const rows = list(body);
  expect(rows).toHaveLength(100_000);
  expect(new Set(rows.map((row) => property(row, 'id'))).size).toBe(100_000);
  expect(rows.at(-1)).toEqual(sandbox.transfers.at(-1));
  expect(sandbox.accounts).toHaveLength(5_000);
}, 60_000);
