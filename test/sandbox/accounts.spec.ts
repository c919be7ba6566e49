import { describe, expect, test } from 'vitest';
import { bankAccount, createAccount, dollars, list, property, start, text } from './start.ts';

const create = '/api/v3/distination_accounts';
const edit = '/api/v3/destination_accounts';
const show = '/api/v3/destination_account';

const refusal = (errors: object) => ({
  status: 400,
  body: { message: 'error creating destination account', errors },
});

test('answers a bank account with every field, its id and the country of its bank', async () => {
  const started = await start();
  const { as, sandbox } = started;
  const fields = {
    ...(await bankAccount(started)),
    state: 'Cundinamarca',
    birthdate: '29/02/1984',
  };
  const { status, body } = await as('POST', create, fields);
  expect(status).toBe(200);
  const country = { id: 6n, name: 'Colombia', code: 'CO', is_asset: false };
  expect(body).toMatchObject({
    id: expect.any(BigInt),
    ...fields,
    birthdate: '1984-02-29',
    phone: '',
    additional_data: '',
    aba_number: null,
    iban_number: null,
    cpf_number: null,
    country,
  });
  expect(await as('GET', `${show}/${text(body, 'id')}`)).toMatchObject({ status: 200, body });
  expect(sandbox.accounts).toMatchObject([{ ...fields, birthdate: '1984-02-29', phone: null }]);

  const { is_asset: _, ...inList } = country;
  expect((await as('GET', edit)).body).toEqual([{ ...Object(body), country: inList }]);
});

test('a wallet needs only an alias, and its address decides its digital asset', async () => {
  const { as } = await start();
  const wallet = async (alias: string, fields: object) => {
    const { status, body } = await as('POST', create, { alias, category: 'wallet', ...fields });
    expect(status).toBe(200);
    return property(body, 'country');
  };
  expect(await wallet('bare', {})).toMatchObject({ code: 'BTC', is_asset: true });
  expect(await wallet('bc', { additional_data: 'bc1qxy2k' })).toMatchObject({ code: 'BTC' });
  expect(await wallet('0x', { additional_data: '0xAbC123' })).toMatchObject({ code: 'ETH' });
});

describe.each([
  ['BBVA', 'aba_number'],
  ['Wells Fargo Bank', 'iban_number'],
  ['Bradesco', 'cpf_number'],
])('an account at %s', (bank, field) => {
  test(`needs ${field} and neither of the others`, async () => {
    const started = await start();
    const fields = await bankAccount(started, bank);
    const refused = await started.as('POST', create, fields);
    expect(refused).toMatchObject(refusal({ [field]: ["can't be blank"] }));
    expect(Object.keys(Object(property(refused.body, 'errors')))).toEqual([field]);
    expect((await started.as('POST', create, { ...fields, [field]: '123' })).status).toBe(200);
  });
});

test.each<[object, object]>([
  [{ alias: '  ' }, { alias: ["can't be blank"] }],
  [{ category: null }, { category: ["can't be blank"] }],
  [{ category: 'cash' }, { category: ['is not included in the list'] }],
  [{ bank_type: 'checking' }, { bank_type: ['is not included in the list'] }],
  [{ bank_type: null }, { bank_type: ['is not included in the list'] }],
  [{ bank_type: 5 }, { bank_type: ['is not a string'] }],
  [{ bank_id: 9999 }, { destination_account_bank: ['must exist'] }],
  [{ bank_id: null }, { destination_account_bank: ['must exist'] }],
  [{ bank_id: '101' }, { bank_id: ['is not an integer'] }],
  [{ dni_type: 'visa' }, { dni_type: ['is not included in the list'] }],
  [{ email: ['a'] }, { email: ['is not a string'] }],
  [{ birthdate: '1984-02-29' }, { birthdate: ['is invalid'] }],
  [{ birthdate: '29/02/1985' }, { birthdate: ['is invalid'] }],
  ...['dni', 'dni_type', 'first_name', 'last_name', 'email', 'bank_number', 'address', 'city'].map(
    (field): [object, object] => [{ [field]: null }, { [field]: ["can't be blank"] }],
  ),
])('create and edit refuse %j', async (change, errors) => {
  const started = await start();
  const { as, sandbox } = started;
  const id = await createAccount(started);
  const before = sandbox.accounts;
  const fields = { ...(await bankAccount(started, 'Bancolombia', 'Another')), ...change };
  expect(await as('POST', create, fields)).toMatchObject(refusal(errors));
  expect(await as('PUT', `${edit}/${id}`, fields)).toMatchObject(refusal(errors));
  expect(sandbox.accounts).toEqual(before);
});

test('an answer lists all invalid fields at once', async () => {
  const { as } = await start();
  const { body } = await as('POST', create, { category: 'bank' });
  expect(Object.keys(Object(property(body, 'errors'))).sort()).toEqual(
    [
      ...['address', 'alias', 'bank_number', 'bank_type', 'city', 'destination_account_bank'],
      ...['dni', 'dni_type', 'email', 'first_name', 'last_name'],
    ].sort(),
  );
});

test('refuses an alias that another account has', async () => {
  const started = await start();
  const { as } = started;
  const first = await createAccount(started, { alias: 'Mum' });
  const second = await createAccount(started, { alias: 'Dad' });
  const fields = await bankAccount(started, 'Bancolombia', 'Mum');
  const taken = { alias: ['has already been taken'] };
  expect(await as('POST', create, fields)).toMatchObject(refusal(taken));
  expect(await as('PUT', `${edit}/${second}`, fields)).toMatchObject(refusal(taken));
  expect((await as('PUT', `${edit}/${first}`, fields)).status).toBe(200);
});

test('answers a wallet with null only for fields that contract 2.3 types so', async () => {
  const { as } = await start();
  const { body } = await as('POST', create, { alias: 'bare', category: 'wallet' });
  const nulls = ['aba_number', 'bank_id', 'birthdate', 'cpf_number', 'iban_number'];
  const texts =
    'dni dni_type first_name last_name email bank_type bank_number address city state phone additional_data';
  expect(body).toMatchObject({
    ...Object.fromEntries(nulls.map((name) => [name, null])),
    ...Object.fromEntries(texts.split(' ').map((name) => [name, ''])),
  });
});

test('an edit keeps fields that it leaves out, and clears fields that it sends empty', async () => {
  const started = await start();
  const { as } = started;
  const more = { phone: '300', state: 'Meta', birthdate: '29/02/1984', cpf_number: '1' };
  const id = await createAccount(started, { alias: 'Mum', ...more });
  const kept = await as('PUT', `${edit}/${id}`, { city: 'Cali', state: '' });
  expect(kept).toMatchObject({
    status: 200,
    body: { alias: 'Mum', city: 'Cali', phone: '300', state: '', birthdate: '1984-02-29' },
  });
  const { body } = await as('PUT', `${edit}/${id}`, { birthdate: null, cpf_number: null });
  expect(body).toMatchObject({ birthdate: null, cpf_number: null, city: 'Cali' });
  // An edit to a wallet can clear the bank.
  const wallet = { category: 'wallet', bank_id: null, bank_type: null, bank_number: '' };
  const changed = await as('PUT', `${edit}/${id}`, wallet);
  expect(changed.body).toMatchObject({ category: 'wallet', bank_id: null, bank_number: '' });
});

test('an edit replaces every field with `edits: replace`, but keeps the id and the position in the list', async () => {
  const started = await start({ edits: 'replace' });
  const { as } = started;
  const id = await createAccount(started, { alias: 'Mum', phone: '300' });
  await createAccount(started, { alias: 'Dad' });
  const fields = {
    ...(await bankAccount(started, 'BBVA', 'Mother')),
    aba_number: '1',
    id: 7n,
  };
  const { status, body } = await as('PUT', `${edit}/${id}`, fields);
  expect(status).toBe(200);
  expect(body).toMatchObject({ ...fields, id, phone: '', country: { code: 'ES' } });
  const aliases = list((await as('GET', edit)).body).map((account) => text(account, 'alias'));
  expect(aliases).toEqual(['Mother', 'Dad']);
});

test('refuses edits of an account once one of its transfers is executed', async () => {
  const started = await start();
  const { as, clock } = started;
  const id = await createAccount(started);
  const fields = await bankAccount(started, 'Bancolombia', 'Mother');
  await as('POST', '/api/v3/transfers', { ...dollars(13), destination_account_id: id });
  clock.time += 60_000;
  await as('POST', '/api/v3/transfers', { ...dollars(20), destination_account_id: id });
  expect((await as('PUT', `${edit}/${id}`, fields)).status).toBe(200);
  clock.time += 10_000;
  expect(await as('PUT', `${edit}/${id}`, fields)).toMatchObject({
    status: 400,
    body: { message: 'destination_account has successful transfers and cannot be edited' },
  });
});

test.each(['999', '0', 'abc', '-501', '501.0', '9'.repeat(30)])(
  'account %s is not found',
  async (id) => {
    const started = await start();
    await createAccount(started);
    const missing = { status: 404, body: { message: 'record_not_found' } };
    expect(await started.as('GET', `${show}/${id}`)).toMatchObject(missing);
    const fields = await bankAccount(started);
    expect(await started.as('PUT', `${edit}/${id}`, fields)).toMatchObject(missing);
  },
);
