import { beforeEach, describe, expect, test } from 'vitest';
import type { LedgerDb } from '../../src/bff/ledger/ledger.ts';
import { changeService, serviceOf } from '../../src/bff/ledger/service.ts';
import { fingerprintOf, holdToService } from '../../src/bff/ledger-service.ts';
import { openStore } from '../support/open-store.ts';
import { stores } from '../support/stores.ts';

const now = '2026-01-01T12:00:00.000Z';
const one = { baseUrl: 'https://send.example', clientId: 'giro', clientSecret: 'secret' };
const otherClient = { ...one, clientId: 'someone else' };
const otherHost = { ...one, baseUrl: 'https://other.example' };

describe.each(stores())('a ledger on $name', ({ create }) => {
  let db: LedgerDb;
  let open: () => Promise<LedgerDb>;

  beforeEach(async () => {
    ({ open } = await openStore(create));
    db = await open();
  });

  test('is for the service that it was first started with', async () => {
    expect(await serviceOf(db)).toBeNull();
    await holdToService(db, one, now);
    await holdToService(db, { ...one, clientSecret: 'a newer one' }, now);
    for (const other of [otherClient, otherHost, null]) {
      await expect(holdToService(db, other, now)).rejects.toThrow(/service accept/);
    }
    await changeService(db, fingerprintOf(otherHost), now);
    await holdToService(db, otherHost, now);
    await expect(holdToService(db, one, now)).rejects.toThrow(/for another service/);
  });

  test('is for one, of those that are started at once', async () => {
    const again = await open();
    const started = await Promise.allSettled([
      holdToService(db, one, now),
      holdToService(again, otherClient, now),
    ]);
    expect(started.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('keeps a hash, which tells neither the address nor the client', async () => {
    await holdToService(db, one, now);
    expect(await serviceOf(db)).toMatch(/^[\w-]{43}$/);
  });
});

test.each([
  ['https://SEND.example:443', 'https://send.example', true],
  ['http://127.0.0.1:4000', 'http://localhost:5000', true],
  ['https://send.example/one', 'https://send.example/two', false],
  ['https://send.example:8443', 'https://send.example', false],
])('%s and %s are the same service: %o', (baseUrl, another, same) => {
  const known = [baseUrl, another].map((address) => fingerprintOf({ ...one, baseUrl: address }));
  expect(known[0] === known[1]).toBe(same);
});
