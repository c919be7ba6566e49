import { beforeEach, describe, expect, test } from 'vitest';
import { addUser } from '../../../src/bff/ledger/people/users.ts';
import { openLedger } from '../../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { createReference } from '../../../src/bff/quotes/reference.ts';
import { createAccounts } from '../../../src/bff/recipients/accounts.ts';
import type { ServiceClient } from '../../../src/bff/service/client.ts';
import { ServiceError } from '../../../src/bff/service/errors.ts';
import { silentLog } from '../../../src/bff/service/log.ts';
import { createTracking } from '../../../src/bff/tracking/tracking.ts';
import { defaultCountryFieldRules } from '../../../src/contract/field-rules.ts';
import { startSandboxService } from '../../support/sandbox-service.ts';
import { stores } from '../../support/stores.ts';

const request = { alias: 'Rent', category: 'wallet', city: 'Quito' } as const;
const day = 24 * 60 * 60_000;

describe.each(stores())('the person who creates an account, on $name', ({ create }) => {
  let db: LedgerDb;
  let client: ServiceClient;
  let time: number;
  let [ana, ben]: string[] = [];

  beforeEach(async () => {
    const store = await create();
    db = await openLedger(store.url);
    ({ client } = await startSandboxService({ scenarios: false }));
    time = Date.parse('2026-01-01T12:00:00Z');
    const add = async (name: string) => {
      const person = { email: `${name}@giro.example`, name, role: 'sender' } as const;
      return (await addUser(db, { ...person, password_hash: null }, '2026-01-01'))?.id ?? '';
    };
    [ana, ben] = [await add('ana'), await add('ben')];
    return async () => {
      await db.destroy();
      await store.remove();
    };
  });

  type CreateAccount = ServiceClient['createAccount'];
  const now = () => time;

  /** Accounts of a server with this implementation of `createAccount`. */
  function accountsWith(createAccount: CreateAccount = client.createAccount) {
    const own = { ...client, createAccount };
    const tracking = createTracking({ client: own, db, now });
    return createAccounts({
      db,
      client: own,
      tracking,
      now,
      log: silentLog,
      reference: createReference(client, now),
      countryFieldRules: defaultCountryFieldRules,
    });
  }
  const viewer = (user_id: string | undefined) =>
    ({ user_id: user_id ?? '', canSee: 'own' }) as const;
  const lost = () => Promise.reject(new ServiceError('timeout', 'no answer'));
  const ofAna = async () => {
    // Lets the cached list of accounts expire.
    time += 10_000;
    return accountsWith().list(viewer(ana));
  };
  const ofBen = async () => {
    time += 10_000;
    return accountsWith().list(viewer(ben));
  };

  test('owns it after a crash before the answer', async () => {
    const created = Promise.withResolvers<void>();
    const crashed = accountsWith(async (...args) => {
      await client.createAccount(...args);
      created.resolve();
      return new Promise(() => {});
    });
    void crashed.create(viewer(ana), request);
    await created.promise;
    expect(await ofBen()).toEqual([]);
    // The alias is taken by their own attempt.
    expect(await accountsWith().create(viewer(ana), request)).toMatchObject(request);
    expect(await ofAna()).toHaveLength(1);
  });

  test('owns it if the service changes how fields are written', async () => {
    const asked = { ...request, email: 'Ana@Example.com', phone: '+57 300 123' };
    const rewritten: CreateAccount = async (body) => {
      await client.createAccount({ ...body, email: 'ana@example.com', phone: '+57300123' });
      return lost();
    };
    const created = await accountsWith(rewritten).create(viewer(ana), asked);
    expect(created).toMatchObject({ alias: 'Rent', email: 'ana@example.com' });
    expect(await ofAna()).toHaveLength(1);
    expect(await ofBen()).toEqual([]);
  });

  test('owns the one of two attempts that the service made, when both answers are lost', async () => {
    const done: CreateAccount = async (...args) => {
      await client.createAccount(...args);
      return lost();
    };
    const blind = { ...client, listAccountsText: () => Promise.reject(new Error('down')) };
    const reference = createReference(client, now);
    const rules = { reference, countryFieldRules: defaultCountryFieldRules };
    const deps = { db, now, log: silentLog, ...rules };
    const server = (createAccount: CreateAccount) => {
      const own = { ...blind, createAccount };
      return createAccounts({
        ...deps,
        client: own,
        tracking: createTracking({ client: own, db, now }),
      });
    };
    await expect(server(done).create(viewer(ana), request)).rejects.toThrow();
    const corrected = { ...request, city: 'Lima' };
    await expect(server(lost).create(viewer(ana), corrected)).rejects.toThrow();
    expect(await ofAna()).toMatchObject([request]);
  });

  test('owns it, not another person who asked for the same without an answer', async () => {
    await expect(accountsWith(lost).create(viewer(ben), request)).rejects.toThrow();
    const created = Promise.withResolvers<void>();
    const listed = Promise.withResolvers<void>();
    const slow = accountsWith(async (...args) => {
      const account = await client.createAccount(...args);
      created.resolve();
      await listed.promise;
      return account;
    });
    const creating = slow.create(viewer(ana), request);
    await created.promise;
    expect(await ofBen()).toEqual([]);
    listed.resolve();
    expect(await creating).toMatchObject(request);
    expect(await ofBen()).toEqual([]);
    expect(await ofAna()).toHaveLength(1);
  });

  test('claims nothing by a rejected or unsent attempt', async () => {
    await client.createAccount(request);
    await expect(accountsWith().create(viewer(ben), request)).rejects.toMatchObject({
      problem: 'invalid-fields',
    });
    const unsent = () => Promise.reject(new ServiceError('not-written', 'nobody there'));
    await expect(accountsWith(unsent).create(viewer(ben), request)).rejects.toThrow('nobody there');
    expect(await ofBen()).toEqual([]);
  });

  test('claims it for 7 days', async () => {
    const later = { ...request, alias: 'Later' };
    await expect(accountsWith(lost).create(viewer(ben), request)).rejects.toThrow();
    time += day;
    await expect(accountsWith(lost).create(viewer(ben), later)).rejects.toThrow();
    time += 6.5 * day;
    await client.createAccount(request);
    await client.createAccount(later);
    expect(await ofBen()).toMatchObject([later]);
  });

  test("does not get another person's account if the service answers with it", async () => {
    const account = await accountsWith().create(viewer(ana), request);
    const mixed: CreateAccount = () => client.showAccount(account.id);
    await expect(accountsWith(mixed).create(viewer(ben), request)).rejects.toMatchObject({
      problem: 'invalid-fields',
    });
    expect(await ofBen()).toEqual([]);
  });
});
