import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { LedgerDb } from '../../../../src/bff/ledger/store/schema.ts';
import {
  createSealedTokenStore,
  readSealedToken,
  writeSealedToken,
} from '../../../../src/bff/ledger/store/token.ts';
import { silentLog } from '../../../../src/bff/service/log.ts';
import { createTokenKeeper } from '../../../../src/bff/service/token.ts';
import { openStore } from '../../../support/open-store.ts';
import { stores } from '../../../support/stores.ts';
import { tokenService } from '../../service/fake-token-service.ts';

const secret = 'a secret of the tests, thirty-two or more';
const audience = 'https://service.example client';
const token = {
  token: 'the-value-that-nobody-may-read',
  expires_at: '2026-01-01T13:00:00.000+00:00',
  refresh_at: 1_000,
  dies_at: 2_000,
};

describe.each(stores())('the sealed token on $name', ({ create }) => {
  let open: () => Promise<LedgerDb>;
  let db: LedgerDb;

  beforeEach(async () => {
    ({ open } = await openStore(create));
    db = await open();
  });

  const storeOf = (fields = {}) =>
    createSealedTokenStore({
      db,
      secrets: [secret],
      audience,
      now: () => Date.now(),
      log: silentLog,
      ...fields,
    });

  test('is read by another process as it was written', async () => {
    expect(await storeOf().read()).toBeNull();
    await storeOf().write(token);
    const another = await open();
    expect(await storeOf({ db: another }).read()).toEqual(token);
    await storeOf().write(null);
    expect(await storeOf({ db: another }).read()).toBeNull();
  });

  test('is encrypted in the store, differently each time', async () => {
    await storeOf().write(token);
    const sealed = (await readSealedToken(db)) ?? '';
    for (const encoding of ['utf8', 'latin1', 'base64'] as const) {
      expect(sealed).not.toContain(Buffer.from(token.token).toString(encoding));
    }
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain(token.token);
    await storeOf().write(token);
    expect(await readSealedToken(db)).not.toBe(sealed);
  });

  test('is opened by the secret before, and written with the newest', async () => {
    const next = 'the next secret of the tests, as long as it';
    await storeOf().write(token);
    expect(await storeOf({ secrets: [next, secret] }).read()).toEqual(token);
    await storeOf({ secrets: [next, secret] }).write(token);
    expect(await storeOf().read()).toBeNull();
    // As in a roll: instances that know both write with either.
    expect(await storeOf({ secrets: [secret, next] }).read()).toEqual(token);
    expect(await storeOf({ secrets: [next] }).read()).toEqual(token);
  });

  test.each([
    ['another secret', { secrets: ['another secret of the tests, as long as it'] as const }],
    ['another service', { audience: 'https://another.example client' }],
    ['another client', { audience: 'https://service.example another' }],
  ])('can not be read with %s', async (_name, fields) => {
    await storeOf().write(token);
    const warn = vi.fn();
    expect(await storeOf({ ...fields, log: { ...silentLog, warn } }).read()).toBeNull();
    expect(warn).toHaveBeenCalledOnce();
    expect(JSON.stringify(warn.mock.calls)).not.toContain(token.token);
  });

  test('can not be read after any bit changed', async () => {
    await storeOf().write(token);
    const sealed = Buffer.from((await readSealedToken(db)) ?? '', 'base64');
    for (const at of [0, 12, 28, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      await writeSealedToken(db, changed.toString('base64'), 'now');
      expect(await storeOf().read(), `byte ${at}`).toBeNull();
    }
  });

  test('of two processes is obtained once and refreshed once', async () => {
    const another = await open();
    const service = tokenService({ life_ms: 3_600_000 });
    const tokensOfAll = async () => {
      const keepers = [db, another, db, another].map((each) => {
        const store = storeOf({ db: each });
        return createTokenKeeper({
          calls: service.calls,
          store,
          now: () => Date.now(),
          log: silentLog,
        });
      });
      const tokens = await Promise.all(keepers.map((keeper) => keeper.get()));
      for (const keeper of keepers) keeper.close();
      return new Set(tokens);
    };
    expect(await tokensOfAll()).toEqual(new Set(['token-1']));
    expect(service.calls.authorize).toHaveBeenCalledTimes(1);
    const first = await storeOf().read();
    if (!first) throw new Error('no token was kept');
    // The token is due for a refresh.
    await storeOf().write({ ...first, refresh_at: Date.now() - 1 });
    expect(await tokensOfAll()).toEqual(new Set(['token-2']));
    expect(service.calls.authorize).toHaveBeenCalledTimes(1);
    expect(service.calls.refresh).toHaveBeenCalledTimes(1);
  });
});
