import { beforeEach, describe, expect, test } from 'vitest';
import type { LedgerDb } from '../../../../src/bff/ledger/store/schema.ts';
import {
  bindToService,
  changeService,
  fingerprintOf,
  serviceOf,
} from '../../../../src/bff/ledger/store/service.ts';
import { openStore } from '../../../support/open-store.ts';
import { stores } from '../../../support/stores.ts';

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

  test('belongs to the first service that it is bound to', async () => {
    expect(await serviceOf(db)).toBeNull();
    await bindToService(db, one, now);
    const rotated = { ...one, clientSecret: 'a newer one' };
    await bindToService(db, rotated, now);
    for (const other of [otherClient, otherHost, null]) {
      await expect(bindToService(db, other, now)).rejects.toThrow(/service accept/);
    }
    await changeService(db, fingerprintOf(otherHost), now);
    await bindToService(db, otherHost, now);
    await expect(bindToService(db, one, now)).rejects.toThrow(
      /belongs to another service.* Check REMITTANCE_BASE_URL and REMITTANCE_CLIENT_ID first/,
    );
  });

  test('is bound to one of two services that start at once', async () => {
    const again = await open();
    const started = await Promise.allSettled([
      bindToService(db, one, now),
      bindToService(again, otherClient, now),
    ]);
    expect(started.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('stores only a hash of address and client', async () => {
    await bindToService(db, one, now);
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
