import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addUser } from '../../../src/bff/ledger/people/users.ts';
import { createReference } from '../../../src/bff/quotes/reference.ts';
import { createAccounts } from '../../../src/bff/recipients/accounts.ts';
import { ServiceError } from '../../../src/bff/service/errors.ts';
import { createTracking } from '../../../src/bff/tracking/tracking.ts';
import { defaultCountryFieldRules } from '../../../src/contract/field-rules.ts';
import { createBrowser } from '../../support/browser.ts';
import { addPerson } from '../../support/people.ts';
import { addRecipient, sendMoney, walletAddress } from '../../support/recipients.ts';
import { startSandboxService } from '../../support/sandbox-service.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';
import { openTestLedger } from '../../support/stores.ts';

type Browser = ReturnType<typeof createBrowser>;

const clock = { time: Date.parse('2026-01-01T12:00:00Z'), now: () => clock.time };
let bff: Bff;
let sender: Browser;
let other: Browser;
let support: Browser;

async function signedIn(app: Bff['app'], email: string, password = 'sandbox') {
  const browser = createBrowser(app);
  await browser.call('POST', '/api/session', { email, password });
  return browser;
}

const addSender = (db: Bff['db'], email: string) =>
  addPerson(db, { email, password: 'another sender', name: 'Other' });

beforeAll(async () => {
  bff = await startBff({ sandbox: { clock } });
  await addSender(bff.db, 'other@giro.example');
  sender = await signedIn(bff.app, 'sender@giro.example');
  other = await signedIn(bff.app, 'other@giro.example', 'another sender');
  support = await signedIn(bff.app, 'support@giro.example');
});
afterAll(() => bff.close());

const path = '/api/destination_accounts';
const posts = () => bff.sandbox.requests.filter(({ method }) => method === 'POST').length;
const aliases = (body: { alias: string }[]) => body.map(({ alias }) => alias);
const wallet = (alias: string) => ({ alias, category: 'wallet', additional_data: walletAddress });

describe('a recipient', () => {
  test('tells support alone who added it, in its own answer', async () => {
    const { id } = await addRecipient(sender, { alias: 'Added', bank_number: '7700' });
    const { user } = (await sender.call('GET', '/api/session')).body;
    const { body: shown } = await support.call('GET', `${path}/${id}`);
    expect(shown.sender).toEqual({ id: user.id, name: 'Sam Sender', email: 'sender@giro.example' });
    const { body: ours } = await sender.call('GET', `${path}/${id}`);
    const { body: listed } = await support.call('GET', path);
    for (const one of [ours, ...listed]) expect(one).not.toHaveProperty('sender');
  });

  test('shows support the last digits, and full numbers on request', async () => {
    const numbers = { iban_number: '021000021', cpf_number: '123', additional_data: 'Branch 12' };
    const { id } = await addRecipient(sender, { alias: 'Masked', ...numbers });
    const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
    await sender.call('POST', path, { ...wallet('Masked wallet'), additional_data: address });
    const masked = { bank_number: '4821', dni: '0304', iban_number: '0021', cpf_number: '23' };

    const { body: shown } = await support.call('GET', `${path}/${id}`);
    expect(shown).toMatchObject({ ...masked, additional_data: 'Branch 12', masked: true });
    const { body: listed } = await support.call('GET', path);
    expect(listed).toContainEqual(expect.objectContaining({ id, ...masked, masked: true }));
    expect(listed).toContainEqual(
      expect.objectContaining({ alias: 'Masked wallet', additional_data: '5mdq', masked: true }),
    );

    const { status, body: whole } = await support.call('POST', `${path}/${id}/reveals`, {});
    expect(status).toBe(200);
    expect(whole).toMatchObject({ bank_number: '00123454821', dni: '1020304', ...numbers });
    expect(whole).not.toHaveProperty('masked');
    expect((await sender.call('GET', `${path}/${id}`)).body).toEqual(whole);
  });

  test('is listed with its latest edit and lock, to its sender and to support', async () => {
    const { id } = await addRecipient(sender, { alias: 'Before' });
    const one = async (browser: Browser) =>
      (await browser.call('GET', path)).body.find((listed: { id: string }) => listed.id === id);
    expect(await one(sender)).toMatchObject({ alias: 'Before', editable: true });
    expect(await one(support)).toMatchObject({ alias: 'Before', editable: true, masked: true });
    const { status } = await sender.call('PUT', `${path}/${id}`, wallet('After'));
    expect(status).toBe(200);
    expect(await one(sender)).toMatchObject({ alias: 'After', editable: true });
    expect(await one(support)).toMatchObject({ alias: 'After', masked: true });

    await sendMoney(sender, id);
    // The service executes the transfer, and the list of transfers is read again.
    clock.time += 60_000;
    const locked = { alias: 'After', editable: false, locked_reason: 'executed-transfer' };
    expect(await one(sender)).toMatchObject(locked);
    expect(await one(support)).toMatchObject({ ...locked, masked: true });
    expect(await one(sender)).not.toHaveProperty('masked');
  });

  test('is created, listed, shown and edited by its sender', async () => {
    const number = { bank_number: '00123454822' };
    const account = await addRecipient(sender, {
      ...{ alias: 'Gloria', birthdate: '1980-02-29' },
      ...number,
    });
    expect(account).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      alias: 'Gloria',
      birthdate: '1980-02-29',
      ...number,
      country: { code: 'CO' },
      editable: true,
    });
    expect(aliases((await sender.call('GET', path)).body)).toContain('Gloria');
    expect((await sender.call('GET', `${path}/${account.id}`)).body).toEqual(account);

    const { id, country, editable, fingerprint, ...fields } = account;
    const given = Object.entries(fields).filter(([, value]) => value !== null);
    const edited = await sender.call('PUT', `${path}/${id}`, {
      ...Object.fromEntries(given),
      city: 'Medellín',
    });
    expect(edited.status).toBe(200);
    const changed = { ...account, city: 'Medellín', fingerprint: edited.body.fingerprint };
    expect(edited.body).toEqual(changed);
    expect(edited.body.fingerprint).not.toBe(fingerprint);
    expect(country && editable).toBe(true);
  });

  test('of another person answers like one that does not exist', async () => {
    const { id } = await addRecipient(sender, { alias: 'Private' });
    const edit = wallet('Mine now');
    for (const absent of [id, '999999']) {
      const answers = [
        await other.call('GET', `${path}/${absent}`),
        await other.call('PUT', `${path}/${absent}`, edit),
      ];
      for (const { status, body } of answers) {
        expect(status).toBe(404);
        expect({ ...body, request_id: '' }).toEqual({
          type: '/problems/not-found',
          title: 'Not found',
          status: 404,
          request_id: '',
        });
      }
    }
    expect(aliases((await other.call('GET', path)).body)).not.toContain('Private');
    expect(aliases((await support.call('GET', path)).body)).toContain('Private');
    expect((await support.call('GET', `${path}/${id}`)).body.alias).toBe('Private');
    expect((await support.call('GET', `${path}/999999`)).status).toBe(404);
  });

  test('of a bank is rejected before the service is called if a required field is empty', async () => {
    const before = posts();
    const bank = await sender.call('POST', path, { alias: 'Bank', category: 'bank' });
    expect(bank.status).toBe(422);
    const needed =
      'address bank_id bank_number bank_type city dni dni_type email first_name last_name';
    expect(Object.keys(bank.body.errors).sort().join(' ')).toBe(needed);
    expect(posts()).toBe(before);
    expect((await sender.call('POST', path, wallet('Just a wallet'))).status).toBe(201);
  });

  test('is rejected with the messages of the service on the fields of the contract', async () => {
    const banks = await sender.call('GET', '/api/banks?country_name=Colombia');
    const refusal = async (fields: object) => {
      const body = { ...wallet('Refused'), bank_id: banks.body[0].id, ...fields };
      const answer = await sender.call('POST', path, body);
      expect([answer.status, answer.body.type]).toEqual([422, '/problems/invalid-fields']);
      return answer.body.errors;
    };
    expect(await refusal({ bank_number: '0000' })).toEqual({
      bank_number: ['is invalid'],
      bank_id: ['must exist'],
    });
    expect(await refusal({ bank_id: '1' })).toEqual({ bank_id: ['must exist'] });
    expect(await refusal({ alias: 'taken' })).toEqual({ alias: ['has already been taken'] });
    expect(await refusal({ alias: 'strange error' })).toEqual({
      compliance_review: ['is waiting for the operator'],
    });
  });

  test('with a taken alias is rejected without changing the other', async () => {
    await addRecipient(sender, { alias: 'Unique' });
    const { id } = await addRecipient(sender, { alias: 'Second' });
    const { status, body } = await sender.call('PUT', `${path}/${id}`, wallet('Unique'));
    expect([status, body.errors]).toEqual([422, { alias: ['has already been taken'] }]);
    expect((await sender.call('GET', `${path}/${id}`)).body.alias).toBe('Second');
  });
});

describe('two recipients with one account', () => {
  const sameAs = async (by: Browser, id: string) =>
    (await by.call('GET', `${path}/${id}`)).body.same_as;

  test('name each other, until one is archived or has another number', async () => {
    const number = { bank_number: '777-0001' };
    const one = await addRecipient(sender, { alias: 'One', ...number });
    expect(await sameAs(sender, one.id)).toBeUndefined();
    const two = await addRecipient(sender, { alias: 'Two', bank_number: '7770001' });
    expect(await sameAs(sender, one.id)).toEqual({ id: two.id, alias: 'Two' });
    expect(await sameAs(sender, two.id)).toEqual({ id: one.id, alias: 'One' });
    await sender.call('PUT', `${path}/${two.id}/marks`, { archived: true });
    expect(await sameAs(sender, one.id)).toBeUndefined();
    expect(await sameAs(sender, two.id)).toEqual({ id: one.id, alias: 'One' });
    await sender.call('PUT', `${path}/${two.id}/marks`, { archived: false });
    await sender.call('PUT', `${path}/${two.id}`, wallet('Two'));
    expect(await sameAs(sender, one.id)).toBeUndefined();
  });

  test('are not told of another person’s, and not to support', async () => {
    const number = { bank_number: '777-0002' };
    const mine = await addRecipient(sender, { alias: 'Mine', ...number });
    await addRecipient(other, { alias: 'Theirs', ...number });
    expect(await sameAs(sender, mine.id)).toBeUndefined();
    await addRecipient(sender, { alias: 'Mine again', ...number });
    expect(await sameAs(sender, mine.id)).toMatchObject({ alias: 'Mine again' });
    expect(await sameAs(support, mine.id)).toBeUndefined();
  });
});

describe('a recipient that was paid', () => {
  test('is locked once a transfer is executed, and not before', async () => {
    const { id } = await addRecipient(sender, { alias: 'Paid' });
    await sendMoney(sender, id);
    expect((await sender.call('GET', `${path}/${id}`)).body.editable).toBe(true);

    // The service locks it before the list of transfers is read again here.
    clock.time += 10_000;
    const refused = await sender.call('PUT', `${path}/${id}`, wallet('Changed'));
    expect([refused.status, refused.body.type]).toEqual([409, '/problems/account-locked']);

    const before = bff.sandbox.requests.length;
    const again = await sender.call('PUT', `${path}/${id}`, wallet('Changed'));
    expect(again.status).toBe(409);
    expect(bff.sandbox.requests.length).toBe(before);
    expect((await sender.call('GET', `${path}/${id}`)).body).toMatchObject({
      alias: 'Paid',
      editable: false,
      locked_reason: 'executed-transfer',
    });
    const { body } = await sender.call('GET', path);
    expect(body.find((one: { id: string }) => one.id === id).editable).toBe(false);
  });
});

test('rejects an edit as account-locked after any 4xx if the account is locked', async () => {
  const { client } = await startSandboxService();
  const db = await openTestLedger();
  const now = Date.now;
  const log = { info() {}, warn() {}, error() {} };
  const account = await client.createAccount({ alias: 'Rent', category: 'wallet' });
  let isPaid = false;
  // The account was paid after the last read of the transfers.
  const lockedAccounts = async (_ids: readonly string[], maxAge?: number) =>
    new Set(isPaid && maxAge === 0 ? [account.id] : []);
  const edit = (status: number) => {
    const editAccount = () => Promise.reject(new ServiceError('unreadable', 'no', { status }));
    const own = { ...client, editAccount };
    const tracking = { ...createTracking({ client: own, db, now }), lockedAccounts };
    const reference = createReference(client, now);
    const deps = { db, client: own, tracking, now, log, reference, countryFieldRules: {} };
    const viewer = { user_id: 'support', canSee: 'everything' } as const;
    return createAccounts(deps).edit(viewer, account.id, { alias: 'Home', category: 'wallet' });
  };
  await expect(edit(423)).rejects.toMatchObject({ kind: 'unreadable' });
  isPaid = true;
  for (const status of [403, 405, 423]) {
    await expect(edit(status)).rejects.toMatchObject({ problem: 'account-locked' });
  }
  await expect(edit(500)).rejects.toMatchObject({ kind: 'unreadable' });
  await db.destroy();
});

describe('a creation without an answer', () => {
  test('is found at once and owned if the service made it', async () => {
    const account = await addRecipient(sender, { alias: 'dropped' });
    expect(account.alias).toBe('dropped');
    expect(aliases((await other.call('GET', path)).body)).not.toContain('dropped');
  });

  test('fails and can be retried if the service did not make it', async () => {
    const { status } = await sender.call('POST', path, wallet('broken'));
    expect(status).toBe(503);
    expect(aliases((await sender.call('GET', path)).body)).not.toContain('broken');
  });

  test('is found by a retry if the list could not be read at first', async () => {
    const { client, sandbox } = await startSandboxService();
    const db = await openTestLedger();
    const person = { email: 'a@b.example', name: '', role: 'sender', password_hash: null } as const;
    const user = await addUser(db, person, '2026-01-01T00:00:00Z');
    const now = Date.now;
    let down = true;
    const listAccountsText: typeof client.listAccountsText = (...args) =>
      down ? Promise.reject(new Error('down')) : client.listAccountsText(...args);
    const flaky = { ...client, listAccountsText };
    const log = { info() {}, warn() {}, error() {} };
    const tracking = createTracking({ client: flaky, db, now });
    const accounts = createAccounts({
      db,
      client: flaky,
      tracking,
      now,
      log,
      reference: createReference(client, now),
      countryFieldRules: defaultCountryFieldRules,
    });
    const viewer = { user_id: user?.id ?? '', canSee: 'own' } as const;
    const request = { alias: 'dropped', category: 'wallet', city: 'Quito' } as const;

    await expect(accounts.create(viewer, request)).rejects.toMatchObject({ kind: 'broken' });
    await expect(accounts.create(viewer, request)).rejects.toThrow('down');
    down = false;
    // The alias is taken by their own first attempt, whose answer was lost.
    expect(await accounts.create(viewer, request)).toMatchObject({
      alias: 'dropped',
      city: 'Quito',
    });
    expect(sandbox.accounts).toHaveLength(1);
    await expect(accounts.create(viewer, { ...request, city: 'Lima' })).rejects.toMatchObject({
      problem: 'invalid-fields',
    });
    expect(await accounts.list(viewer)).toHaveLength(1);
    await db.destroy();
  });
});

test('a team that shares sees, edits and pays the recipients of all its senders, and no others', async () => {
  const shared = await startBff({ env: { SENDERS_SEE: 'all' }, sandbox: { transfers: 20 } });
  await addSender(shared.db, 'other@giro.example');
  const one = await signedIn(shared.app, 'sender@giro.example');
  const two = await signedIn(shared.app, 'other@giro.example', 'another sender');
  const { id } = await addRecipient(one, { alias: 'Ours' });
  expect(aliases((await two.call('GET', path)).body)).toEqual(['Ours']);
  expect((await two.call('PUT', `${path}/${id}`, wallet('Still ours'))).status).toBe(200);
  const sent = await sendMoney(two, id);
  expect(sent.status).toBe(201);
  expect((await one.call('GET', `/api/transfers/${sent.body.id}`)).status).toBe(200);
  expect((await one.call('GET', '/api/transfers')).body.total).toBe(1);
  expect((await one.call('GET', '/api/transfers/9001')).status).toBe(404);
  expect((await two.call('GET', `${path}/${id}`)).body).not.toHaveProperty('sender');

  const staff = await signedIn(shared.app, 'support@giro.example');
  expect((await staff.call('GET', `${path}/${id}`)).body.sender.name).toBe('Sam Sender');
  const { status, body } = await staff.call('GET', `${path}/501`);
  // Nobody added this one in Giro.
  expect([status, body.id, body.sender]).toEqual([200, '501', undefined]);
  await shared.close();
});
